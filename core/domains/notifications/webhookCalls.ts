import { z } from 'zod'
import { type Access, defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { messageFields } from '#core/platform/messageFields.ts'
import { may } from '#core/resources/may.ts'
import { webhooks } from './webhooks.ts'

const ofWebhook = () => z.object({ webhook_id: Id })
const update: Access = { ...may(webhooks, 'update'), byKey: false }

export const renewWebhookSecret = defineCall({
  method: 'POST',
  path: '/webhooks/:webhook_id/secret',
  access: { ...update, onlyInPerson: true },
  params: ofWebhook,
  response: () =>
    z.object({ secret: z.string().describe('The signing secret, returned only here.'), ...messageFields() }),
})

export const testWebhook = defineCall({
  method: 'POST',
  path: '/webhooks/:webhook_id/test',
  access: update,
  params: ofWebhook,
  response: () =>
    z.object({
      test: z.object({ status: z.int().nullable(), error: z.string().nullable() }),
      ...messageFields(),
    }),
})

export const replayWebhookDelivery = defineCall({
  method: 'POST',
  path: '/webhook_deliveries/:webhook_delivery_id/replay',
  access: update,
  params: () => z.object({ webhook_delivery_id: Id }),
  response: () => z.object(messageFields()),
})
