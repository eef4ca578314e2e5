import { sql } from 'kysely'
import { alerts } from '#core/domains/alerts/alerts.ts'
import type { listAlertEvents as definition } from '#core/domains/alerts/calls.ts'
import { devices } from '#core/domains/devices/devices.ts'
import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import { titleKey } from '#core/resources/fields/titleKey.ts'
import { portSummaries } from '#server/domains/devices/portSummaries.ts'
import type { Context } from '#server/platform/context.ts'
import { listRecords, type Page } from '#server/resources/lists/list.ts'
import type { ListQuery } from '#server/resources/lists/listQuery.ts'
import { type QueryFilters, requireOneOf } from '#server/resources/lists/matchingRows.ts'
import { fullNameSql } from '#server/resources/names/fullNameSql.ts'
import { nameForReader } from '#server/resources/names/nameForReader.ts'
import type { ComputedFields } from '#server/resources/operations.ts'
import { visible } from '#server/resources/rights/visible.ts'
import { readRecord } from '#server/resources/rows.ts'

/**
 * `open` matches all alerts that are not closed, including acknowledged and snoozed ones; `unacknowledged` those
 * without an answer, `answered` the other open ones.
 */
export const alertFilters: QueryFilters = {
  status: (_, value) => {
    if (value === 'open') return sql<boolean>`alerts.status <> 'closed'`
    if (value === 'answered') return sql<boolean>`alerts.status in ('acknowledged', 'snoozed')`
    if (value !== 'unacknowledged') requireOneOf(alerts.fields.status.of, 'status', value)
    return sql<boolean>`alerts.status = ${value === 'unacknowledged' ? 'open' : value}`
  },
}

type Alert = RecordOf<typeof alerts>

interface AlertSurroundings {
  alert_id: number
  device_id: number
  device_label: string | null
  upload_interval: number
  product: string | null
  acknowledged_by_name: string | null
}

/** Alerts with their device, tank and answering user. */
export async function listAlerts(context: Context, query: ListQuery): Promise<Page<Alert>> {
  const { rows, page } = await listRecords(context, alerts, query, alertFilters)
  return { rows: await withSurroundings(context, rows, !query.fields), page }
}

/** An alert with its device, tank and answering user. @throws Refusal 404 */
export async function readAlert(context: Context, id: number): Promise<Alert> {
  return firstOf(await withSurroundings(context, [await readRecord(context, alerts, id)], true))
}

/** Names the devices that have moved to another company in files and on paper. */
export const formerDeviceNames: ComputedFields = {
  definition: { ...alerts, fields: { device_id: alerts.fields.device_id } },
  read: async (context, rows) => {
    const unnamed = rows.filter((row) => row[titleKey('device_id')] == null)
    const former = await readFormerNames(
      context,
      unnamed.map(({ alert_id }) => Number(alert_id)),
    )
    const names = new Map(former.map(({ alert_id, device_label }) => [alert_id, device_label]))
    return rows.map(({ alert_id }) => {
      const name = names.get(Number(alert_id))
      return name === undefined ? {} : { [titleKey('device_id')]: name }
    })
  },
}

/**
 * Adds the label of the device, even if it has moved to another company, the name of the user who answered, and the current state of the
 * tank.
 */
async function withSurroundings(
  context: Context,
  rows: readonly Alert[],
  withTanks: boolean,
): Promise<Alert[]> {
  const { actor, db } = context
  const ids = rows.map(({ alert_id }) => alert_id)
  const name = sql`coalesce(${fullNameSql('u')}, u.username)`
  const { rows: around } = await sql<AlertSurroundings>`
    select a.alert_id, d.device_id, device_label(d) as device_label, d.upload_interval, pr.product_name as product,
      ${nameForReader(actor, 'u', name)} as acknowledged_by_name
    from alerts a join devices d on d.device_id = a.device_id and ${visible(actor, devices, 'd')}
      left join device_ports p on p.device_id = a.device_id and p.port_number = a.port_number
      left join tank_products pr using (product_id)
      left join users u on u.user_id = a.acknowledged_by
    where a.alert_id = any(${ids})`.execute(db)
  // The former owner of a moved device keeps the alerts, but does not see the current content of its tanks.
  const seen = withTanks ? [...new Set(around.map(({ device_id }) => device_id))] : []
  const tanks = await portSummaries(db, actor, seen)
  const named = new Set(around.map(({ alert_id }) => alert_id))
  const former = await readFormerNames(
    context,
    ids.filter((id) => !named.has(id)),
  )
  const more = new Map([...around, ...former].map((row) => [row.alert_id, row]))
  return rows.map((alert) => ({
    ...alert,
    ...more.get(alert.alert_id),
    ...(withTanks && { tank: tankOf(alert, tanks.get(alert.device_id) ?? []) }),
  }))
}

/**
 * Names of the devices of alerts that have moved to another company, as of their move: nothing that the new owner wrote, and the
 * printed number of a device without a name.
 */
async function readFormerNames(
  { db }: Context,
  ids: readonly number[],
): Promise<Pick<AlertSurroundings, 'alert_id' | 'device_label'>[]> {
  if (ids.length === 0) return []
  const before = (field: string) =>
    sql`(select change ->> 'before' from jsonb_array_elements(e.changes) as change where change ->> 'field' = ${field})`
  const { rows } = await sql<Pick<AlertSurroundings, 'alert_id' | 'device_label'>>`
    select a.alert_id, coalesce(nullif(moved.label, ''), s.name, d.public_id) as device_label
    from alerts a join devices d using (device_id)
      left join lateral (
        select ${before('label')} as label, ${before('site_id')}::int8 as site_id from audit_entries e
        where e.resource = 'devices' and e.record_id = a.device_id and e.action = 'move' and e.at >= a.opened_at
          and ${before('company_id')}::int8 = a.company_id
        order by e.audit_id limit 1) moved on true
      left join sites s on s.site_id = moved.site_id and s.company_id = a.company_id
    where a.alert_id = any(${ids})`.execute(db)
  return [...rows]
}

/** The tank of an alert; for an alert about the whole device, its only tank. */
function tankOf({ port_number }: Alert, tanks: readonly PortSummary[]): PortSummary | null {
  if (port_number === null) return tanks.length === 1 ? firstOf(tanks) : null
  return tanks.find((tank) => tank.port_number === port_number) ?? null
}

type AlertEvent = ResponseOf<typeof definition>['alert_events'][number]

/** Events of an alert, oldest first. */
export async function listAlertEvents({ actor, db }: Context, alert_id: number): Promise<AlertEvent[]> {
  const { rows } = await sql<AlertEvent>`
    select e.at, e.event, e.note, ${nameForReader(actor, 'u')} as by from alert_events e left join users u using (user_id)
    where e.alert_id = ${alert_id} order by e.alert_event_id`.execute(db)
  return rows
}
