import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { invalid } from '#server/platform/refusal.ts'
import { verifyPassword } from '#server/platform/secrets.ts'
import { recordAttempt, reserveAttempt } from './throttleSignIn.ts'

/**
 * Verifies the password at a locked screen; for an impersonator it is their own. It must not run in a transaction that a refusal rolls
 * back.
 * @throws Refusal 422 (`password`), 429
 */
export async function unlock({ actor, db }: Context, password: string, address: string): Promise<void> {
  const rows = await db
    .selectFrom('users')
    .select(['username', 'password'])
    .where('user_id', '=', actor.impersonator ?? actor.user_id)
    .execute()
  const attempt = { username: rows[0]?.username ?? '', address, way: 'password' as const }
  const release = await reserveAttempt(db, attempt)
  try {
    if (await verifyPassword(rows[0]?.password, password)) return
    await recordAttempt(db, attempt, 'fail', 'wrong_password')
    const { rows: bySingleSignOn } = await sql`select from sessions
      where session_id = ${actor.session_id} and way = 'single_sign_on'`.execute(db)
    if (bySingleSignOn.length > 0) throw invalid([{ field: 'password', rule: 'single_sign_on_again' }])
    throw invalid([{ field: 'password', rule: 'password_wrong' }])
  } finally {
    await release()
  }
}
