import { lazy } from 'react'
import { mails } from '#core/domains/mail/mails.ts'
import { notifications } from '#core/domains/notifications/notifications.ts'
import type { Kinds } from '#web/resources/kind.ts'

const sendNotification = lazy(() =>
  import('./SendNotification.tsx').then((m) => ({ default: m.SendNotification })),
)
const writeEmail = lazy(() => import('./WriteEmail.tsx').then((m) => ({ default: m.WriteEmail })))

export const kinds: Kinds = {
  [notifications.name]: {
    record: {
      Header: sendNotification,
      lockOf: ({ date_sent }) => (date_sent ? 'notifications.was_sent' : undefined),
    },
  },
  [mails.name]: { list: { Actions: writeEmail } },
}
