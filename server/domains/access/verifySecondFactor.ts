import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type Challenge, countChallengeAttempt, endChallenge, signByPasskey } from './challenges.ts'
import { type AuthenticatedUser, completeSignInAfterSecondFactor } from './completeSignIn.ts'
import type { NewSession, SignInOrigin } from './openSession.ts'
import { type PasskeyResponse, requestPasskey, type Site, verifyPasskey } from './passkeys.ts'
import { spendRecoveryCode } from './recoveryCodes.ts'
import { recordAttempt, reserveAttempt } from './throttleSignIn.ts'
import { spendTotpCode } from './totp.ts'

export type SecondFactorInput =
  | { method: 'totp' | 'recovery'; code: string }
  | { method: 'passkey'; response: PasskeyResponse }

/** The input to verify the second step. */
export interface SecondFactorKeys {
  seal: Encryptor
  site: Site
}

/**
 * Verifies the second step of a sign-in and opens its session. A challenge works once, for five attempts within five minutes, from the
 * address of the first step; wrong answers count as refused sign-ins of the name.
 * @throws Refusal 401, 429
 */
export async function verifySecondFactor(
  context: Context,
  keys: SecondFactorKeys,
  { challenge, ...given }: SecondFactorInput & { challenge: string },
  door: Omit<SignInOrigin, 'way' | 'remember'>,
): Promise<NewSession> {
  const { db } = context
  const asked = await countChallengeAttempt(context, challenge, {
    purpose: 'second_factor',
    address: door.address,
  })
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
    return await completeSignInAfterSecondFactor(context, user, {
      ...door,
      way: asked.way,
      remember: asked.remember,
    })
  } finally {
    await release()
  }
}

/** Options for the browser to request a passkey as the second step. @throws Refusal 401 */
export async function requestSecondFactorPasskey(
  context: Context,
  site: Site,
  challenge: string,
  address: string,
) {
  const asked = await countChallengeAttempt(context, challenge, { purpose: 'second_factor', address })
  if (!asked?.user_id) throw new Refusal(401, 'messages.second_factor_over')
  const options = await requestPasskey(context.db, site, asked.user_id)
  await signByPasskey(context.db, challenge, options.challenge)
  return options
}

async function isRight(
  { db, now }: Context,
  { seal, site }: SecondFactorKeys,
  user_id: number,
  { signed }: Challenge,
  given: SecondFactorInput,
): Promise<boolean> {
  if (given.method === 'passkey') {
    if (!signed) return false
    return (await verifyPasskey(db, site, { response: given.response, signed, alone: false })) === user_id
  }
  if (given.method === 'recovery') return spendRecoveryCode(db, user_id, given.code)
  return spendTotpCode(db, seal, user_id, { code: given.code, confirmed: true, now: now.getTime() })
}

async function findUser(db: Database, user_id: number | null): Promise<AuthenticatedUser | undefined> {
  const { rows } = await sql<AuthenticatedUser>`
    select user_id, username from users where user_id = ${user_id} and status = 1`.execute(db)
  return rows[0]
}
