import { sql } from 'kysely'
import { alerts } from '#core/domains/alerts/alerts.ts'
import type { listAlertEvents as definition } from '#core/domains/alerts/calls.ts'
import { devices } from '#core/domains/devices/devices.ts'
import type { AnswerOf } from '#core/platform/defineCall.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { listRecords, type Page, type QueryFilters } from '#server/resources/list.ts'
import type { ListQuery } from '#server/resources/listQuery.ts'
import { nameForReader } from '#server/resources/nameForReader.ts'
import { visible } from '#server/resources/visible.ts'

/**
 * `open` asks for all that is not closed: acknowledged and snoozed alerts are still there. `unacknowledged` asks for those
 * that nobody has answered.
 */
export const alertFilters: QueryFilters = {
  status: (_, value) =>
    value === 'open'
      ? sql<boolean>`alerts.status <> 'closed'`
      : sql<boolean>`alerts.status = ${value === 'unacknowledged' ? 'open' : value}`,
}

/** Alerts with the label of their device and what is in the tank that they are about. */
export async function listAlerts(context: Context, query: ListQuery): Promise<Page<RecordOf<typeof alerts>>> {
  const { rows, page } = await listRecords(context, alerts, query, alertFilters)
  const ids = rows.map(({ alert_id }) => alert_id)
  const { rows: around } = await sql<{ alert_id: number }>`
    select a.alert_id, d.label as device_label, pr.product_name as product
    from alerts a join devices d on d.device_id = a.device_id and ${visible(context.actor, devices, 'd')}
      left join device_ports p on p.device_id = a.device_id and p.port_number = a.port_number
      left join tank_products pr using (product_id)
    where a.alert_id = any(${ids})`.execute(context.db)
  const more = new Map(around.map((row) => [row.alert_id, row]))
  return { rows: rows.map((alert) => ({ ...alert, ...more.get(alert.alert_id) })), page }
}

type AlertEvent = AnswerOf<typeof definition>['alert_events'][number]

/** An alert's life, oldest first. */
export async function listAlertEvents({ actor, db }: Context, alert_id: number): Promise<AlertEvent[]> {
  const { rows } = await sql<AlertEvent>`
    select e.at, e.event, e.note, ${nameForReader(actor, 'u')} as by from alert_events e left join users u using (user_id)
    where e.alert_id = ${alert_id} order by e.alert_event_id`.execute(db)
  return rows
}
