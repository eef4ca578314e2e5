import { sql } from 'kysely'
import { active_sessions } from '#core/domains/access/active_sessions.ts'
import type { Context } from '#server/platform/context.ts'
import { cleaningTask } from '#server/platform/jobs/schedule.ts'
import { notFound } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/history/audit.ts'
import { requireVisible } from '#server/resources/rows.ts'

/** Ends the open sessions of a user except the caller's. @returns how many ended. */
export async function endOtherSessions({ db, actor }: Context, user_id: number): Promise<number> {
  const { rows } = await sql`
    update sessions set revoked_at = now()
    where user_id = ${user_id} and session_id is distinct from ${actor.session_id} and revoked_at is null
    returning session_id`.execute(db)
  return rows.length
}

/** Ends what a new password invalidates: the user's other sessions, and their QR code, which someone with the old password may have created. */
export async function endSessionsAfterPasswordChange(context: Context, user_id: number): Promise<void> {
  await endOtherSessions(context, user_id)
  const { rows } = await sql`
    delete from badges where user_id = ${user_id} and kind = 'qr' returning user_id`.execute(context.db)
  if (rows.length > 0) await audit(context, 'users', user_id, 'qr_revoked')
}

/** Ends one session that the actor may see. @throws Refusal 404 */
export async function endSession(context: Context, session_id: number): Promise<void> {
  await requireVisible(context, active_sessions, session_id)
  await endById(context, session_id)
}

/** Ends one of the caller's own sessions. @throws Refusal 404 when it is another user's, or has ended. */
export async function endOwnSession(context: Context, session_id: number): Promise<void> {
  const { rows } = await sql`
    select from active_sessions where session_id = ${session_id} and user_id = ${context.actor.user_id}`.execute(
    context.db,
  )
  if (rows.length === 0) throw notFound()
  await endById(context, session_id)
}

async function endById(context: Context, session_id: number): Promise<void> {
  await audit(context, active_sessions.name, session_id, 'revoke')
  await context.db
    .updateTable('sessions')
    .set({ revoked_at: sql`now()` })
    .where('session_id', '=', session_id)
    .execute()
}

/** Deletes expired records of sign-ins and sign-ups. */
export const cleanAccess = cleaningTask('access', [
  sql`delete from login_attempts where attempted_at < now() - interval '90 days'`,
  sql`delete from sign_in_challenges where expires_at < now()`,
  sql`delete from access_codes where expires_at < now()`,
  sql`delete from sign_ups where state = 'unconfirmed' and asked_at < now() - interval '24 hours'`,
  sql`delete from access_requests where requested_at < now() - interval '1 hour'`,
  sql`delete from sessions where expires_at < now() - interval '30 days'`,
])
