import { sql } from 'kysely'
import type { listOwnSessions as definition } from '#core/domains/access/signIn/sessionCalls.ts'
import type { AnswerOf } from '#core/platform/defineCall.ts'
import type { Context } from '#server/platform/context.ts'

type OwnSession = AnswerOf<typeof definition>['active_sessions'][number]

/** The caller's open sessions, the current one first, then by their last use. */
export async function listOwnSessions({ actor, db }: Context): Promise<OwnSession[]> {
  const { rows } = await sql<OwnSession>`
    select session_id, device, address, place, way, last_used_at, expires_at, created_at,
      (session_id = ${actor.session_id})::int as is_current
    from active_sessions where user_id = ${actor.user_id}
    order by is_current desc, last_used_at desc limit 1000`.execute(db)
  return rows
}
