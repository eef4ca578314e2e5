import { alerts } from '#core/domains/alerts/alerts.ts'
import * as calls from '#core/domains/alerts/calls.ts'
import { handleAll } from '#server/platform/http/handle.ts'
import { pageOfAll } from '#server/resources/lists/pageOfAll.ts'
import { requireVisible } from '#server/resources/rows.ts'
import { acknowledgeAlert, acknowledgeAlerts, snoozeAlert, snoozeAlerts } from './changeAlert.ts'
import { dryRunAlertRule } from './dryRunAlertRule.ts'
import { explainAlertRules } from './explainAlertRules.ts'
import { listAlertEvents } from './listAlerts.ts'
import { readAlertEvidence } from './readAlertEvidence.ts'

/** Calls on alerts other than reading them. */
export const alertCalls = handleAll('alerts', calls, {
  acknowledgeAlert: {
    summary: 'Acknowledge an alert',
    run: async (context, { params, body }) => ({
      alert: await acknowledgeAlert(context, params.alert_id, body.note),
      message: 'messages.alert_acknowledged',
      type: 'success',
    }),
  },
  snoozeAlert: {
    summary: 'Snooze an alert until a time',
    run: async (context, { params, body }) => ({
      alert: await snoozeAlert(context, params.alert_id, body),
      message: 'messages.alert_snoozed',
      type: 'success',
    }),
  },
  acknowledgeAlerts: {
    summary: 'Acknowledge many alerts, all or none',
    run: async (context, { body }) => ({
      done: await acknowledgeAlerts(context, body, body.note),
      message: 'messages.alerts_acknowledged',
      type: 'success',
    }),
  },
  snoozeAlerts: {
    summary: 'Snooze many alerts until a time, all or none',
    run: async (context, { body }) => ({
      done: await snoozeAlerts(context, body, body),
      message: 'messages.alerts_snoozed',
      type: 'success',
    }),
  },
  listAlertEvents: {
    summary: 'Events of an alert, oldest first',
    run: async (context, { params }) => {
      await requireVisible(context, alerts, params.alert_id)
      const alert_events = await listAlertEvents(context, params.alert_id)
      return { alert_events, page: pageOfAll(alert_events) }
    },
  },
  readAlertEvidence: {
    summary: 'The readings that raised an alert, and the expected values',
    run: async (context, { params }) => ({
      alert_evidence: await readAlertEvidence(context, params.alert_id),
    }),
  },
  explainAlertRules: {
    summary: 'Why each rule has opened its alert on a device, or what is missing',
    run: (context, { params }) => explainAlertRules(context, params.device_id),
  },
  dryRunAlertRule: {
    summary: 'How often a rule would have opened an alert in the last days; opens nothing',
    run: async (context, { body }) => ({ dry_run: await dryRunAlertRule(context, body) }),
  },
})
