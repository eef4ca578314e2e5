import { sql } from 'kysely'
import { users } from '#core/domains/access/users.ts'
import type { CurrentUser } from '#core/platform/currentUser.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, notFound, notPermitted } from '#server/platform/refusal.ts'
import { hashToken, newToken } from '#server/platform/secrets.ts'
import { audit } from '#server/resources/history/audit.ts'
import { requireVisible } from '#server/resources/rows.ts'
import { actorOfSession } from '../sessions/actorOfSession.ts'
import { readCurrentUser } from '../signIn/readCurrentUser.ts'
import type { ImpersonationMode } from './mayActAs.ts'

interface ActingSession {
  user: CurrentUser
  token: string
  token_expires: string
}

/**
 * Opens a session as another user, in their home account: for viewing only, or with writing. It depends on the session of the impersonator
 * and ends with it, and every audit entry has both names.
 * @throws Refusal 404 for a user out of reach or deactivated; 405 for oneself, a user with more rights, or during another impersonation.
 */
export async function impersonate(
  context: Context,
  user_id: number,
  mode: ImpersonationMode,
): Promise<ActingSession> {
  const { actor, db } = context
  if (actor.impersonator !== null) throw notPermitted()
  await requireVisible(context, users, user_id)
  if (user_id === actor.user_id) throw notPermitted()
  const token = newToken()
  const { rows } = await sql<{ expires_at: string }>`
    insert into sessions (token_hash, user_id, account_id, expires_at, address, way, device, user_agent,
      build_version, impersonator_session_id, impersonation_mode)
    select ${hashToken(token)}, u.user_id, a.account_id, own.expires_at, own.address, own.way, own.device,
      own.user_agent, own.build_version, own.session_id, ${mode}
    from sessions own, users u join accounts a on a.user_id = u.user_id and a.company_id = u.company_id
    where own.session_id = ${actor.session_id} and u.user_id = ${user_id} and u.status = 1
    returning expires_at`.execute(db)
  if (!rows[0]) throw notFound()
  const acting = { ...context, actor: await actorOfSession(db, token, notPermitted) }
  const change = { field: 'mode', before: null, after: mode }
  await audit(acting, users.name, user_id, 'impersonate', [change])
  const user = await readCurrentUser(acting)
  return { user, token, token_expires: new Date(rows[0].expires_at).toISOString() }
}

/** Ends impersonation. @throws Refusal 409 without one. */
export async function switchBack(context: Context): Promise<void> {
  const { actor, db } = context
  if (actor.impersonator === null) throw conflict('messages.not_impersonating')
  await db
    .updateTable('sessions')
    .set({ revoked_at: sql`now()` })
    .where('session_id', '=', actor.session_id)
    .execute()
  await audit(context, users.name, actor.user_id, 'switch_back')
}
