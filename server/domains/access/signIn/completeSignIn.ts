import { isWithinNetworks } from '#core/platform/networks.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type SecondFactorMethod, secondFactorMethods } from '../secondFactor/secondFactor.ts'
import { type NewSession, openSession, type SignInOrigin } from '../sessions/openSession.ts'
import { isOnlySingleSignOn } from '../singleSignOn/onlySingleSignOn.ts'
import { openChallenge } from './challenges.ts'
import { recordAttempt } from './throttleSignIn.ts'

/** The second step and its possible methods, instead of a session. */
export interface SecondFactorRequired {
  challenge: string
  expires_at: string
  methods: SecondFactorMethod[]
}

export interface AuthenticatedUser {
  user_id: number
  username: string
}

/**
 * Completes a recognized sign-in of any method: checks the network, requires the second factor of users who have one, and opens the
 * session. A passkey alone counts as both factors, and so does a sign-in at an identity provider. It must not run in a transaction that a
 * refusal rolls back, or the attempt would not be recorded.
 * @throws Refusal 401 when the user may sign in only from allowed networks and this is not one, or only by single sign-on.
 */
export async function completeSignIn(
  context: Context,
  user: AuthenticatedUser,
  origin: SignInOrigin,
): Promise<NewSession | SecondFactorRequired> {
  await refuseOtherWay(context, user, origin)
  await refusePlace(context, user, origin)
  const hasBoth = origin.way === 'passkey' || origin.way === 'single_sign_on'
  const methods = hasBoth ? [] : await secondFactorMethods(context.db, user.user_id)
  if (methods.length === 0) return openFor(context, user, origin)
  const { way, remember, address } = origin
  const pending = await openChallenge(context, {
    purpose: 'second_factor',
    user_id: user.user_id,
    way,
    remember,
    address,
    signed: null,
  })
  return { ...pending, methods }
}

/** Signs in a user who has given both factors. @throws Refusal 401 as `completeSignIn` does. */
export async function completeSignInAfterSecondFactor(
  context: Context,
  user: AuthenticatedUser,
  origin: SignInOrigin,
): Promise<NewSession> {
  await refuseOtherWay(context, user, origin)
  await refusePlace(context, user, origin)
  return openFor(context, user, origin)
}

async function openFor(context: Context, user: AuthenticatedUser, origin: SignInOrigin): Promise<NewSession> {
  await recordAttempt(context.db, { username: user.username, ...origin }, 'ok', null)
  return openSession(context, { user_id: user.user_id, ...origin })
}

/** Refuses every other way to users who sign in only by single sign-on. */
async function refuseOtherWay(
  context: Context,
  { user_id, username }: AuthenticatedUser,
  origin: SignInOrigin,
): Promise<void> {
  if (origin.way === 'single_sign_on' || !(await isOnlySingleSignOn(context, user_id))) return
  await recordAttempt(context.db, { username, ...origin }, 'fail', 'single_sign_on_only')
  throw new Refusal(401, 'messages.single_sign_on_only')
}

async function refusePlace(
  context: Context,
  { user_id, username }: AuthenticatedUser,
  origin: SignInOrigin,
): Promise<void> {
  const rows = await context.db
    .selectFrom('users')
    .select('restrict_login_location')
    .where('user_id', '=', user_id)
    .execute()
  if (rows[0]?.restrict_login_location !== 1) return
  const { allowed_networks } = await readSettings(context.db)
  if (isWithinNetworks(origin.address, allowed_networks ?? [])) return
  await recordAttempt(context.db, { username, ...origin }, 'fail', 'network')
  throw new Refusal(401, 'messages.network_not_allowed')
}
