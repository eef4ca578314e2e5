import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { NewSession, SignInOrigin } from '../sessions/openSession.ts'
import { type Challenge, countChallengeAttempt, endChallenge, signByPasskey } from '../signIn/challenges.ts'
import { type AuthenticatedUser, completeSignInAfterSecondFactor } from '../signIn/completeSignIn.ts'
import { type PasskeyResponse, requestPasskey, type Site, verifyPasskey } from '../signIn/passkeys.ts'
import { recordAttempt, reserveAttempt } from '../signIn/throttleSignIn.ts'
import { spendRecoveryCode } from './recoveryCodes.ts'
import { spendTotpCode } from './totp.ts'

export type SecondFactorInput =
  | { method: 'totp' | 'recovery'; code: string }
  | { method: 'passkey'; response: PasskeyResponse }

/** The input to verify the second step. */
export interface SecondFactorKeys {
  encryptor: Encryptor
  site: Site
}

/**
 * Verifies the second step of a sign-in and opens its session. A challenge works once, for five attempts within five minutes, from the
 * address of the first step; wrong codes count as refused sign-ins of the name.
 * @throws Refusal 401, 429
 */
export async function verifySecondFactor(
  context: Context,
  keys: SecondFactorKeys,
  { challenge, ...input }: SecondFactorInput & { challenge: string },
  origin: Omit<SignInOrigin, 'way' | 'remember'>,
): Promise<NewSession> {
  const { db } = context
  const opened = await countChallengeAttempt(context, challenge, {
    purpose: 'second_factor',
    address: origin.address,
  })
  const user = opened && (await findUser(db, opened.user_id))
  if (!opened || !user) throw new Refusal(401, 'messages.second_factor_over')
  const attempt = { username: user.username, address: origin.address, way: opened.way }
  const release = await reserveAttempt(db, attempt)
  try {
    if (!(await isRight(context, keys, user.user_id, opened, input))) {
      await recordAttempt(db, attempt, 'fail', 'wrong_code')
      throw new Refusal(401, 'messages.wrong_code')
    }
    if (!(await endChallenge(db, challenge))) throw new Refusal(401, 'messages.second_factor_over')
    return await completeSignInAfterSecondFactor(context, user, {
      ...origin,
      way: opened.way,
      remember: opened.remember,
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
  const opened = await countChallengeAttempt(context, challenge, { purpose: 'second_factor', address })
  if (!opened?.user_id) throw new Refusal(401, 'messages.second_factor_over')
  const options = await requestPasskey(context.db, site, opened.user_id)
  await signByPasskey(context.db, challenge, options.challenge)
  return options
}

async function isRight(
  { db, now }: Context,
  { encryptor, site }: SecondFactorKeys,
  user_id: number,
  { signed }: Challenge,
  input: SecondFactorInput,
): Promise<boolean> {
  if (input.method === 'passkey') {
    if (!signed) return false
    return (await verifyPasskey(db, site, { response: input.response, signed, alone: false })) === user_id
  }
  if (input.method === 'recovery') return spendRecoveryCode(db, user_id, input.code)
  return spendTotpCode(db, encryptor, user_id, { code: input.code, confirmed: true, now: now.getTime() })
}

async function findUser(db: Database, user_id: number | null): Promise<AuthenticatedUser | undefined> {
  const { rows } = await sql<AuthenticatedUser>`
    select user_id, username from users where user_id = ${user_id} and status = 1`.execute(db)
  return rows[0]
}
