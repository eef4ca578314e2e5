import { z } from 'zod'
import { defineCall, signedIn } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { messageFields } from '#core/platform/messageFields.ts'

export const takeBack = defineCall({
  method: 'POST',
  path: '/undo/:undo_id',
  access: signedIn,
  params: () => z.object({ undo_id: Id }),
  response: () => z.object(messageFields()),
})
