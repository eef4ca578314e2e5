import { lazy } from 'react'
import { mails } from '#core/domains/mail/mails.ts'
import { notifications } from '#core/domains/notifications/notifications.ts'
import { webhook_deliveries } from '#core/domains/notifications/webhook_deliveries.ts'
import { webhooks } from '#core/domains/notifications/webhooks.ts'
import type { Kinds } from '#web/resources/kind.ts'

const sendNotification = lazy(() =>
  import('./SendNotification.tsx').then((m) => ({ default: m.SendNotification })),
)
const webhookActions = lazy(() => import('./WebhookActions.tsx').then((m) => ({ default: m.WebhookActions })))
const replayDelivery = lazy(() => import('./ReplayDelivery.tsx').then((m) => ({ default: m.ReplayDelivery })))
const writeEmail = lazy(() => import('./WriteEmail.tsx').then((m) => ({ default: m.WriteEmail })))

export const kinds: Kinds = {
  [notifications.name]: {
    record: {
      Header: sendNotification,
      lockOf: ({ date_sent }) => (date_sent ? { why: 'notifications.was_sent' } : undefined),
    },
  },
  [webhooks.name]: {
    record: {
      Header: webhookActions,
      facts: ['disabled_reason', 'last_success_at', 'failing_since', 'last_error', 'user_id', 'company_id'],
    },
  },
  [webhook_deliveries.name]: { record: { Header: replayDelivery } },
  [mails.name]: { list: { Actions: writeEmail } },
}
