import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Seal } from '#server/platform/seal.ts'
import { type Challenge, endChallenge, signByPasskey, tryChallenge } from './challenges.ts'
import { letInAfterSecondFactor, type Recognised } from './letIn.ts'
import type { Door, NewSession } from './openSession.ts'
import { acceptPasskey, askForPasskey, type Site } from './passkeys.ts'
import { spendRecoveryCode } from './recoveryCodes.ts'
import { recordAttempt, reserveAttempt } from './throttleSignIn.ts'
import { spendTotpCode } from './totp.ts'

export type SecondFactorGiven =
  | { method: 'totp' | 'recovery'; code: string }
  | { method: 'passkey'; response: AuthenticationResponseJSON }

/** What the second step is checked with. */
export interface Keys {
  seal: Seal
  site: Site
}

/**
 * Takes the second step of a sign-in and opens its session. A challenge is good once, for five attempts within five
 * minutes, from the address at which the first step was taken; wrong answers count as refused sign-ins of the name.
 * @throws Refusal 401, 429
 */
export async function takeSecondFactor(
  context: Context,
  keys: Keys,
  { challenge, ...given }: SecondFactorGiven & { challenge: string },
  door: Omit<Door, 'way' | 'remember'>,
): Promise<NewSession> {
  const { db } = context
  const asked = await tryChallenge(context, challenge, { purpose: 'second_factor', address: door.address })
  const user = asked && (await findUser(db, asked.user_id))
  if (!asked || !user) throw new Refusal(401, 'messages.second_factor_over')
  const attempt = { username: user.username, address: door.address, way: asked.way }
  const release = await reserveAttempt(db, attempt)
  try {
    if (!(await isRight(context, keys, user.user_id, asked, given))) {
      await recordAttempt(db, attempt, 'fail', 'wrong_code')
      throw new Refusal(401, 'messages.wrong_code')
    }
    if (!(await endChallenge(db, challenge))) throw new Refusal(401, 'messages.second_factor_over')
    return await letInAfterSecondFactor(context, user, { ...door, way: asked.way, remember: asked.remember })
  } finally {
    await release()
  }
}

/** What the browser is to ask a passkey for, as the second step. @throws Refusal 401 */
export async function askForSecondPasskey(
  context: Context,
  site: Site,
  challenge: string,
  address: string,
): Promise<object> {
  const asked = await tryChallenge(context, challenge, { purpose: 'second_factor', address })
  if (!asked?.user_id) throw new Refusal(401, 'messages.second_factor_over')
  const options = await askForPasskey(context.db, site, asked.user_id)
  await signByPasskey(context.db, challenge, options.challenge)
  return options
}

async function isRight(
  { db, now }: Context,
  { seal, site }: Keys,
  user_id: number,
  { signed }: Challenge,
  given: SecondFactorGiven,
): Promise<boolean> {
  if (given.method === 'passkey') {
    if (!signed) return false
    return (await acceptPasskey(db, site, { response: given.response, signed, alone: false })) === user_id
  }
  if (given.method === 'recovery') return spendRecoveryCode(db, user_id, given.code)
  return spendTotpCode(db, seal, user_id, { code: given.code, confirmed: true, now: now.getTime() })
}

async function findUser(db: Database, user_id: number | null): Promise<Recognised | undefined> {
  const { rows } = await sql<Recognised>`
    select user_id, username from users where user_id = ${user_id} and status = 1`.execute(db)
  return rows[0]
}
