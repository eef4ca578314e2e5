import { sql } from 'kysely'
import type { listOwnSessions as definition } from '#core/domains/access/signIn/sessionCalls.ts'
import * as calls from '#core/domains/access/signIn/sessionCalls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import type { Context } from '#server/platform/context.ts'
import { handleAll } from '#server/platform/http/handle.ts'
import { unlock } from '../signIn/unlock.ts'
import { endOtherSessions, endOwnSession } from './endSessions.ts'

/** The calls about the caller's own sessions; for the sessions of all users, see the standard calls of `active_sessions`. */
export const sessionCalls = handleAll('access', calls, {
  unlock: {
    summary: 'Check your password before a locked screen; the session goes on',
    transaction: false,
    run: async (context, { body, request }) => {
      await unlock(context, body.password, request.ip)
      return {}
    },
  },
  listOwnSessions: {
    summary: 'Your own open sessions',
    run: async (context) => ({ active_sessions: await listOwnSessions(context) }),
  },
  endOtherSessions: {
    summary: 'End all your other sessions',
    run: async (context) => {
      await endOtherSessions(context, context.actor.user_id ?? 0)
      return { message: 'messages.sessions_ended', type: 'success' }
    },
  },
  endOwnSession: {
    summary: 'End one of your sessions',
    run: async (context, { params }) => {
      await endOwnSession(context, params.session_id)
      return { message: 'messages.session_ended', type: 'success' }
    },
  },
})

type OwnSession = ResponseOf<typeof definition>['active_sessions'][number]

/** The caller's open sessions, the current one first, then by their last use. */
async function listOwnSessions({ actor, db }: Context): Promise<OwnSession[]> {
  const { rows } = await sql<OwnSession>`
    select session_id, device, address, place, way, last_used_at, expires_at, created_at,
      (session_id = ${actor.session_id})::int as is_current
    from active_sessions where user_id = ${actor.user_id}
    order by is_current desc, last_used_at desc limit 1000`.execute(db)
  return rows
}
