import { z } from 'zod'
import { alerts } from '#core/domains/alerts/alerts.ts'
import { Id } from '#core/platform/id.ts'
import type { Access, Call } from '#server/platform/http.ts'
import { PageAnswer, pageOfAll } from '#server/resources/pageOfAll.ts'
import { requireVisible } from '#server/resources/rows.ts'
import { acknowledgeAlert, snoozeAlert } from './changeAlert.ts'
import { listAlertEvents } from './listAlerts.ts'

const tag = 'alerts'
const OfAlert = z.object({ alert_id: Id })
const AlertAnswer = z.object({ alert: z.looseObject({}) })
const text = z
  .string()
  .trim()
  .max(1000)
  .nullish()
  .transform((value) => value || null)
/** Answering an alert is work on the device: it needs the right to change it. */
const mayAnswer: Access = { module: 'devices', action: 'update', loginTypes: alerts.loginTypes }

export const alertCalls: Call[] = [
  {
    method: 'POST',
    path: '/alerts/:alert_id/acknowledge',
    tag,
    summary: 'Say that somebody has seen an alert',
    access: mayAnswer,
    params: OfAlert,
    body: z.object({ note: text }),
    answer: AlertAnswer,
    run: async (context, { params, body }) => ({
      alert: await acknowledgeAlert(context, params.alert_id, body.note),
      message: 'messages.alert_acknowledged',
      type: 'success',
    }),
  },
  {
    method: 'POST',
    path: '/alerts/:alert_id/snooze',
    tag,
    summary: 'Keep an alert quiet until a moment',
    access: mayAnswer,
    params: OfAlert,
    body: z.object({ until: z.iso.datetime({ offset: true }), reason: text }),
    answer: AlertAnswer,
    run: async (context, { params, body }) => ({
      alert: await snoozeAlert(context, params.alert_id, body),
      message: 'messages.alert_snoozed',
      type: 'success',
    }),
  },
  {
    method: 'GET',
    path: '/alerts/:alert_id/events',
    tag,
    summary: "An alert's life, oldest first",
    access: { module: 'devices', action: 'read', loginTypes: alerts.loginTypes },
    params: OfAlert,
    answer: z.object({ alert_events: z.array(z.looseObject({})), page: PageAnswer }),
    run: async (context, { params }) => {
      await requireVisible(context, alerts, params.alert_id)
      const alert_events = await listAlertEvents(context, params.alert_id)
      return { alert_events, page: pageOfAll(alert_events) }
    },
  },
]
