import { sql } from 'kysely'
import type { AlertKind } from '#core/domains/alerts/alertRule.ts'
import type { LevelSource } from '#core/domains/alerts/alerts.ts'
import type { Context } from '#server/platform/context.ts'
import { publishLive } from '#server/platform/database/notify.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { reportChanges } from '#server/resources/changes/reportChanges.ts'

export interface NewAlert {
  device_id: number
  company_id: number
  port_number: number | null
  level: AlertKind
  value: number | null
  /** Source of the level, for alerts about one. */
  level_source?: LevelSource
}

export interface OpenedAlert {
  alert_id: number
  device_id: number
  company_id: number
  level: string
}

/**
 * Opens alerts. One already open stays unchanged: the database allows one open alert per cause.
 * @returns the newly opened ones
 */
export async function openAlerts(context: Context, alerts: readonly NewAlert[]): Promise<OpenedAlert[]> {
  if (alerts.length === 0) return []
  const { rows } = await sql<OpenedAlert>`
    with opened as (
      insert into alerts (device_id, company_id, port_number, level, value, level_source, opened_at)
      select device_id, company_id, port_number, level, value::numeric(14, 3), level_source, ${context.now}
      from unnest(${alerts.map((a) => a.device_id)}::int8[], ${alerts.map((a) => a.company_id)}::int8[],
        ${alerts.map((a) => a.port_number)}::int4[], ${alerts.map((a) => a.level)}::text[],
        ${alerts.map((a) => a.value)}::float8[], ${alerts.map((a) => a.level_source ?? null)}::text[])
        as input (device_id, company_id, port_number, level, value, level_source)
      on conflict do nothing
      returning alert_id, device_id, company_id, level),
    events as (insert into alert_events (alert_id, at, event) select alert_id, ${context.now}, 'opened' from opened)
    select * from opened`.execute(context.db)
  await announce(context, 'opened', rows)
  return rows
}

/** Closes alerts whose cause has ended. */
export async function closeAlerts(context: Context, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<OpenedAlert>`
    with closed as (
      update alerts set status = 'closed', closed_at = ${context.now}, updated_at = ${context.now}
      where alert_id = any(${ids}) and status <> 'closed'
      returning alert_id, device_id, company_id, level),
    events as (insert into alert_events (alert_id, at, event) select alert_id, ${context.now}, 'closed' from closed)
    select * from closed`.execute(context.db)
  await announce(context, 'closed', rows)
}

/** Notifies open pages, users and webhooks, once the transaction commits. */
async function announce(
  context: Context,
  action: 'opened' | 'closed',
  rows: readonly OpenedAlert[],
): Promise<void> {
  await publishAlertChanges(context, rows)
  const payloads = rows.map(({ alert_id, device_id, level }) => ({ alert_id, device_id, level }))
  await emit(context, `alert.${action}`, payloads)
  const ids = rows.map(({ alert_id }) => alert_id)
  await reportChanges(context, 'alerts', action, ids)
}

/** Notifies open pages, once the transaction commits. */
export async function publishAlertChanges(
  { db }: Context,
  alerts: readonly Omit<OpenedAlert, 'level'>[],
): Promise<void> {
  await publishLive(
    db,
    'alerts',
    alerts.map(({ alert_id, device_id, company_id }) => [alert_id, device_id, company_id]),
  )
}
