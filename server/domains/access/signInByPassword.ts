import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database.ts'
import { wrongCredentials } from '#server/platform/refusal.ts'
import { verifyPassword } from '#server/platform/secrets.ts'
import { type NewSession, openSession } from './openSession.ts'
import { recordAttempt, throttleSignIn } from './throttleSignIn.ts'

export interface PasswordDoor {
  username: string
  password: string
  remember: boolean
  address: string
  userAgent: string | undefined
  build: string | undefined
}

/**
 * Signs in by name and password. An unknown name, a wrong password and a deactivated user are told apart in the
 * attempts that staff can read, never in the answer or its time.
 * @throws Refusal 401, 429
 */
export async function signInByPassword(
  context: Context,
  { username, password, ...door }: PasswordDoor,
): Promise<NewSession> {
  const attempt = { username, address: door.address }
  await throttleSignIn(context.db, attempt)
  const user = await findUser(context.db, username)
  const isRight = await verifyPassword(user?.password, password)
  const reason = user === undefined ? 'unknown_name' : isRight ? 'deactivated' : 'wrong_password'
  if (!user || !isRight || user.status !== 1) {
    await recordAttempt(context.db, attempt, 'fail', reason)
    throw wrongCredentials()
  }
  await recordAttempt(context.db, attempt, 'ok', null)
  return openSession(context, { user_id: user.user_id, ...door })
}

async function findUser(db: Database, username: string) {
  const { rows } = await sql<{ user_id: number; password: string; status: number }>`
    select user_id, password, status from users where lower(username) = lower(${username})`.execute(db)
  return rows[0]
}
