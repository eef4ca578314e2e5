import * as calls from '#core/domains/access/signIn/sessionCalls.ts'
import { handleAll } from '#server/platform/http/handle.ts'
import { unlock } from '../signIn/unlock.ts'
import { endOtherSessions, endOwnSession } from './endSessions.ts'
import { listOwnSessions } from './listOwnSessions.ts'

/** The calls about the caller's own sessions; those of all users are the standard calls of `active_sessions`. */
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
