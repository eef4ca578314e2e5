import { z } from 'zod'
import { type Access, defineCall, signedIn } from '#core/platform/defineCall.ts'
import { messageFields } from '#core/platform/messageFields.ts'

const own: Access = { ...signedIn, onlyInPerson: true }

export const readOwnCalendar = defineCall({
  method: 'GET',
  path: '/me/calendar',
  access: own,
  response: () =>
    z.object({
      calendar: z.object({ created_at: z.iso.datetime() }).nullable().describe('Null without an address.'),
    }),
})

export const makeOwnCalendar = defineCall({
  method: 'POST',
  path: '/me/calendar',
  access: own,
  body: () => z.object({ current_password: z.string().max(255).optional() }),
  response: () =>
    z.object({ address: z.string().describe('The address itself, returned only here.'), ...messageFields() }),
})

export const endOwnCalendar = defineCall({
  method: 'DELETE',
  path: '/me/calendar',
  access: own,
  response: () => z.object(messageFields()),
})
