import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { NewSession, SignInOrigin } from '../sessions/openSession.ts'
import { countChallengeAttempt, endChallenge, openChallenge } from './challenges.ts'
import { completeSignIn, type SecondFactorRequired } from './completeSignIn.ts'
import { type PasskeyResponse, requestPasskey, type Site, verifyPasskey } from './passkeys.ts'
import { recordAttempt, reserveAttempt } from './throttleSignIn.ts'

/** Begins a sign-in by any passkey that the browser has for this site. */
export async function beginPasskeySignIn(context: Context, site: Site, address: string) {
  await (await reserveAttempt(context.db, { username: null, address }))()
  const options = await requestPasskey(context.db, site, null)
  const opened = await openChallenge(context, {
    purpose: 'sign_in',
    user_id: null,
    way: 'passkey',
    remember: false,
    address,
    signed: options.challenge,
  })
  return { ...opened, options }
}

/**
 * Signs in by a passkey alone: the device has verified the user, so no second factor is required.
 * @throws Refusal 401, 429
 */
export async function signInByPasskey(
  context: Context,
  site: Site,
  { challenge, response }: { challenge: string; response: PasskeyResponse },
  origin: Omit<SignInOrigin, 'way'>,
): Promise<NewSession | SecondFactorRequired> {
  const { db } = context
  const { address } = origin
  const release = await reserveAttempt(db, { username: null, address })
  try {
    const opened = await countChallengeAttempt(context, challenge, { purpose: 'sign_in', address })
    if (!opened?.signed || !(await endChallenge(db, challenge)))
      throw new Refusal(401, 'messages.second_factor_over')
    const user_id = await verifyPasskey(db, site, { response, signed: opened.signed, alone: true })
    const rows = await db
      .selectFrom('users')
      .select(['user_id', 'username', 'status'])
      .where('user_id', '=', user_id ?? null)
      .execute()
    const user = rows[0]
    if (user?.status !== 1) {
      const reason = user ? 'deactivated' : 'unknown_passkey'
      await recordAttempt(db, { username: user?.username ?? '', address, way: 'passkey' }, 'fail', reason)
      throw new Refusal(401, 'messages.unknown_passkey')
    }
    return await completeSignIn(context, user, { ...origin, way: 'passkey' })
  } finally {
    await release()
  }
}
