import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { Refusal, wrongCredentials } from '#server/platform/refusal.ts'
import { verifyPassword } from '#server/platform/secrets.ts'
import type { NewSession, SignInOrigin } from '../sessions/openSession.ts'
import { isOnlySingleSignOnDomain } from '../singleSignOn/onlySingleSignOn.ts'
import { completeSignIn, type SecondFactorRequired } from './completeSignIn.ts'
import { type Attempt, recordAttempt, reserveAttempt } from './throttleSignIn.ts'

interface Credentials {
  username: string
  password: string
}

/**
 * Signs in by name and password. An unknown name, a wrong password and a deactivated user differ only in the attempts that staff can read,
 * never in the response or its timing. A user whose sign-up awaits approval is informed once the password is right. Where an e-mail domain
 * signs in only by single sign-on, every refusal names single sign-on, also for names without an account.
 * @throws Refusal 401, 429
 */
export async function signInByPassword(
  context: Context,
  { username, password }: Credentials,
  origin: Omit<SignInOrigin, 'way'>,
): Promise<NewSession | SecondFactorRequired> {
  const attempt = { username, address: origin.address, way: 'password' as const }
  const release = await reserveAttempt(context.db, attempt)
  try {
    const user = await judgePassword(context.db, attempt, password)
    return await completeSignIn(context, user, { ...origin, way: 'password' })
  } finally {
    await release()
  }
}

async function judgePassword(db: Database, attempt: Attempt, password: string) {
  const user = await findUser(db, attempt.username)
  const isRight = await verifyPassword(user?.password, password)
  if (user?.is_waiting && isRight) {
    await recordAttempt(db, attempt, 'fail', 'not_approved')
    throw new Refusal(401, 'messages.sign_up_waiting', { answer: { sign_up: 'waiting' } })
  }
  const reason = user === undefined ? 'unknown_name' : isRight ? 'deactivated' : 'wrong_password'
  if (!user || !isRight || user.status !== 1) {
    await recordAttempt(db, attempt, 'fail', reason)
    if (await isOnlySingleSignOnDomain(db, attempt.username))
      throw new Refusal(401, 'messages.single_sign_on_only')
    throw wrongCredentials()
  }
  return user
}

async function findUser(db: Database, username: string) {
  const { rows } = await sql<{
    user_id: number
    username: string
    password: string
    status: number
    is_waiting: boolean
  }>`
    select user_id, username, password, status, status = 0 and exists (
      select from sign_ups s where s.user_id = users.user_id and s.state = 'waiting') as is_waiting
    from users where lower(username) = lower(${username})`.execute(db)
  return rows[0]
}
