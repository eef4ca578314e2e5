import { sql } from 'kysely'
import { alerts } from '#core/domains/alerts/alerts.ts'
import type { AuditAction } from '#core/resources/auditActions.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transactions.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { conflict, invalid } from '#server/platform/refusal.ts'
import { applyToEach, type BulkTarget, itemsOf } from '#server/resources/changes/bulk.ts'
import { audit } from '#server/resources/history/audit.ts'
import { lockRecord, readRecord } from '#server/resources/rows.ts'
import { alertFilters } from './listAlerts.ts'
import { closeAlerts, publishAlertChanges } from './openAndCloseAlerts.ts'

type Alert = RecordOf<typeof alerts>

interface Snooze {
  until: string
  reason: string | null
}

const MAX_SNOOZE_DAYS = 90

/** Acknowledges an alert with a note. A sudden loss never ends on its own, so acknowledging closes it. */
export async function acknowledgeAlert(context: Context, id: number, note: string | null): Promise<Alert> {
  const alert = await lockOpen(context, id)
  await context.db
    .updateTable('alerts')
    .set({
      status: 'acknowledged',
      acknowledged_at: context.now,
      acknowledged_by: context.actor.user_id,
      note,
      snoozed_until: null,
      updated_at: context.now,
    })
    .where('alert_id', '=', id)
    .execute()
  await recordEvent(context, alert, 'acknowledged', note)
  if (alert.level === 'sudden_loss') await closeAlerts(context, [id])
  return readRecord(context, alerts, id)
}

/**
 * Snoozes an alert until a time, with a reason; it wakes on its own if its cause remains.
 * @throws Refusal 422 if the end is not within the next 90 days
 */
export async function snoozeAlert(context: Context, id: number, { until, reason }: Snooze): Promise<Alert> {
  const end = snoozeEnd(context, until)
  const alert = await lockOpen(context, id)
  await context.db
    .updateTable('alerts')
    .set({ status: 'snoozed', snoozed_until: end, snooze_reason: reason, updated_at: context.now })
    .where('alert_id', '=', id)
    .execute()
  await recordEvent(context, alert, 'snoozed', reason)
  return readRecord(context, alerts, id)
}

/** Acknowledges many alerts, all or none. */
export async function acknowledgeAlerts(
  context: Context,
  target: BulkTarget,
  note: string | null,
): Promise<number> {
  return applyToAlerts(context, target, (id) => acknowledgeAlert(context, id, note))
}

/** Snoozes many alerts until a time, all or none. @throws Refusal 422 if the end is not within the next 90 days */
export async function snoozeAlerts(context: Context, target: BulkTarget, snooze: Snooze): Promise<number> {
  snoozeEnd(context, snooze.until)
  return applyToAlerts(context, target, (id) => snoozeAlert(context, id, snooze))
}

async function applyToAlerts(
  context: Context,
  target: BulkTarget,
  answer: (id: number) => Promise<Alert>,
): Promise<number> {
  const items = await itemsOf(context, alerts, alertFilters, target)
  await applyToEach(context, alerts, items, async ({ id }) => void (await answer(id)))
  return items.length
}

function snoozeEnd({ now }: Context, until: string): Date {
  const end = Date.parse(until)
  const latest = now.getTime() + MAX_SNOOZE_DAYS * 86_400_000
  if (Number.isNaN(end) || end <= now.getTime() || end > latest)
    throw invalid([{ field: 'until', rule: 'snooze_end', params: { days: MAX_SNOOZE_DAYS } }])
  return new Date(end)
}

/** Wakes alerts whose snooze has ended, and notifies their receivers again. */
export function wakeSnoozedAlerts(context: Context): Promise<void> {
  return inTransaction(context, wake)
}

async function wake(context: Context): Promise<void> {
  const { rows } = await sql<Pick<Alert, 'alert_id' | 'device_id' | 'company_id'>>`
    update alerts set status = 'open', snoozed_until = null, updated_at = ${context.now}
    where status = 'snoozed' and snoozed_until <= ${context.now}
    returning alert_id, device_id, company_id`.execute(context.db)
  for (const alert of rows) await recordEvent(context, alert, 'woken', null)
  await emit(
    context,
    'alert.woken',
    rows.map(({ alert_id }) => ({ alert_id })),
  )
}

async function lockOpen(context: Context, id: number): Promise<Alert> {
  const alert = await lockRecord(context, alerts, id)
  if (alert.status === 'closed') throw conflict('messages.alert_closed')
  return alert
}

async function recordEvent(
  context: Context,
  alert: Pick<Alert, 'alert_id' | 'device_id' | 'company_id'>,
  event: AuditAction,
  note: string | null,
): Promise<void> {
  await context.db
    .insertInto('alert_events')
    .values({ alert_id: alert.alert_id, at: context.now, event, user_id: context.actor.user_id, note })
    .execute()
  if (context.actor.user_id !== null) await audit(context, 'alerts', alert.alert_id, event)
  await publishAlertChanges(context, [alert])
}
