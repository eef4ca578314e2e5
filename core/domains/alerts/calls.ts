import { z } from 'zod'
import { type Access, defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { may } from '#core/resources/may.ts'
import { PageAnswer } from '#core/resources/pageAnswer.ts'
import { answeredRecord } from '#core/resources/recordSchema.ts'
import { alerts } from './alerts.ts'

const ofAlert = () => z.object({ alert_id: Id })
const Alert = () => z.object({ alert: answeredRecord(alerts) })
const Text = () =>
  z
    .string()
    .trim()
    .max(1000)
    .nullish()
    .transform((value) => value || null)
/** Answering an alert is work on the device: it needs the right to change it. */
const mayAnswer: Access = { who: { module: 'devices', action: 'update', loginTypes: alerts.loginTypes } }

export const acknowledgeAlert = defineCall({
  method: 'POST',
  path: '/alerts/:alert_id/acknowledge',
  access: mayAnswer,
  params: ofAlert,
  body: () => z.object({ note: Text() }),
  answer: Alert,
})

export const snoozeAlert = defineCall({
  method: 'POST',
  path: '/alerts/:alert_id/snooze',
  access: mayAnswer,
  params: ofAlert,
  body: () => z.object({ until: z.iso.datetime({ offset: true }), reason: Text() }),
  answer: Alert,
})

export const listAlertEvents = defineCall({
  method: 'GET',
  path: '/alerts/:alert_id/events',
  access: may(alerts, 'read'),
  params: ofAlert,
  answer: () =>
    z.object({
      alert_events: z.array(
        z.object({
          at: z.iso.datetime(),
          event: z.enum(['opened', 'acknowledged', 'snoozed', 'woken', 'closed']),
          note: z.string().nullable(),
          by: z.string().nullable(),
        }),
      ),
      page: PageAnswer,
    }),
})
