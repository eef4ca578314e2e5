import * as calls from '#core/domains/notifications/webhookCalls.ts'
import { handleAll } from '#server/platform/http/handle.ts'
import { renewSecret, replay, sendTest } from './saveWebhook.ts'

/** The calls of webhooks other than the standard ones. */
export const webhookCalls = handleAll('webhooks', calls, {
  renewWebhookSecret: {
    summary: 'Give a webhook a new signing secret; it is shown only once',
    answersSecret: true,
    run: async (context, { params }) => ({
      secret: await renewSecret(context, params.webhook_id),
      message: 'messages.webhook_secret',
      type: 'success',
    }),
  },
  testWebhook: {
    summary: 'Send a test message to a webhook now',
    transaction: false,
    run: async (context, { params }) => {
      const test = await sendTest(context, params.webhook_id)
      const isFine = test.error === null
      return {
        test,
        message: isFine ? 'messages.webhook_tested' : 'messages.webhook_test_failed',
        type: isFine ? 'success' : 'error',
      }
    },
  },
  replayWebhookDelivery: {
    summary: 'Send a delivery of a webhook again',
    run: async (context, { params }) => {
      await replay(context, params.webhook_delivery_id)
      return { message: 'messages.webhook_replayed', type: 'success' }
    },
  },
})
