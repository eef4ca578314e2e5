import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { invalid } from '#server/platform/refusal.ts'
import { verifyPassword } from '#server/platform/secrets.ts'
import { recordAttempt, throttleSignIn } from './throttleSignIn.ts'

/**
 * Makes sure that it is the user himself who changes how he signs in, and not somebody at his open screen. It must not
 * run in a transaction that a refusal undoes.
 * @throws Refusal 422 (`current_password`), 429
 */
export async function confirmPassword(
  { actor, db }: Context,
  password: unknown,
  address: string,
): Promise<void> {
  const attempt = { username: actor.username, address, way: 'password' as const }
  await throttleSignIn(db, attempt)
  const { rows } = await sql<{ password: string }>`
    select password from users where user_id = ${actor.user_id}`.execute(db)
  if (typeof password !== 'string' || password === '')
    throw invalid([{ field: 'current_password', rule: 'password_required' }])
  if (await verifyPassword(rows[0]?.password, password)) return
  await recordAttempt(db, attempt, 'fail', 'wrong_password')
  throw invalid([{ field: 'current_password', rule: 'password_wrong' }])
}
