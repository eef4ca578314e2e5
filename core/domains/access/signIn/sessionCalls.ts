import { z } from 'zod'
import { type Access, defineCall, signedIn } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { messageFields } from '#core/platform/messageFields.ts'

const own: Access = { ...signedIn, onlyInPerson: true }
const Ended = () => z.object(messageFields())
const OwnSession = () =>
  z.object({
    session_id: z.int(),
    device: z.string().nullable(),
    address: z.string().nullable(),
    place: z.string().nullable(),
    way: z.string(),
    last_used_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    created_at: z.iso.datetime(),
    is_current: z.union([z.literal(0), z.literal(1)]),
  })

export const unlock = defineCall({
  method: 'POST',
  path: '/me/unlock',
  access: { ...signedIn, whileEnrolling: true, whileReadOnly: true },
  body: () => z.object({ password: z.string().max(255) }),
  response: () => z.object({}),
})

export const listOwnSessions = defineCall({
  method: 'GET',
  path: '/me/active_sessions',
  access: own,
  response: () => z.object({ active_sessions: z.array(OwnSession()) }),
})

export const endOtherSessions = defineCall({
  method: 'DELETE',
  path: '/me/active_sessions',
  access: own,
  response: Ended,
})

export const endOwnSession = defineCall({
  method: 'DELETE',
  path: '/me/active_sessions/:session_id',
  access: own,
  params: () => z.object({ session_id: Id }),
  response: Ended,
})
