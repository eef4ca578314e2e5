import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'

/** One's own open sessions, the one in use first, then by their last use. */
export async function listOwnSessions({ actor, db }: Context): Promise<object[]> {
  const { rows } = await sql<object>`
    select session_id, device, address, place, way, last_used_at, expires_at, created_at,
      (session_id = ${actor.session_id})::int as is_current
    from active_sessions where user_id = ${actor.user_id}
    order by is_current desc, last_used_at desc limit 1000`.execute(db)
  return rows
}
