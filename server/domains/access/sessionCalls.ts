import { z } from 'zod'
import { Id } from '#core/platform/id.ts'
import type { Call } from '#server/platform/http.ts'
import { endOtherSessions, endOwnSession } from './endSessions.ts'
import { listOwnSessions } from './listOwnSessions.ts'
import { unlock } from './unlock.ts'

const tag = 'access'
const Ended = z.object({ message: z.string(), type: z.string() })

/** The calls about one's own sessions; those of everybody are the standard calls of `active_sessions`. */
export const sessionCalls: Call[] = [
  {
    method: 'POST',
    path: '/me/unlock',
    whileReadOnly: true,
    tag,
    summary: 'Check your password before a locked screen; the session goes on',
    access: 'session',
    whileEnrolling: true,
    transaction: false,
    body: z.object({ password: z.string().max(255) }),
    answer: z.object({}),
    run: async (context, { body, request }) => {
      await unlock(context, body.password, request.ip)
      return {}
    },
  },
  {
    method: 'GET',
    path: '/me/active_sessions',
    tag,
    summary: 'Your own open sessions',
    access: 'session',
    onlyInPerson: true,
    answer: z.object({ active_sessions: z.array(z.looseObject({})) }),
    run: async (context) => ({ active_sessions: await listOwnSessions(context) }),
  },
  {
    method: 'DELETE',
    path: '/me/active_sessions',
    tag,
    summary: 'End all your other sessions',
    access: 'session',
    onlyInPerson: true,
    answer: Ended,
    run: async (context) => {
      await endOtherSessions(context, context.actor.user_id ?? 0)
      return { message: 'messages.sessions_ended', type: 'success' }
    },
  },
  {
    method: 'DELETE',
    path: '/me/active_sessions/:session_id',
    tag,
    summary: 'End one of your sessions',
    access: 'session',
    onlyInPerson: true,
    params: z.object({ session_id: Id }),
    answer: Ended,
    run: async (context, { params }) => {
      await endOwnSession(context, params.session_id)
      return { message: 'messages.session_ended', type: 'success' }
    },
  },
]
