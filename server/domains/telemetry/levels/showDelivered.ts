import { sql } from 'kysely'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { lockDevices } from '#server/domains/devices/lockDevices.ts'
import { type BroughtSince, measuredAt } from '#server/domains/devices/measuredLevel.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { estimateLevels } from './estimateLevels.ts'

interface Row {
  device_id: number
  port_number: number
  deliveries: BroughtSince[] | null
}

/** Statuses of a round that may have delivered. */
const MAY_HAVE_DELIVERED = [SHIPMENT_STATUS.in_route, SHIPMENT_STATUS.delivered, SHIPMENT_STATUS.finalized]

/** The tank of a load `d`; of several that fit its order's line, the first. */
const tankOfLoad = sql`(load_ports(d.device_ports_id, d.document_detail_id, d.product_id))[1]`

/** Locks the devices of a round's tanks, before any of their other rows. */
export async function lockFilled(context: Context, shipment_id: number): Promise<void> {
  const { rows } = await sql<{ device_id: number }>`
    select p.device_id from shipment_planner_details d join device_ports p on p.device_ports_id = ${tankOfLoad}
    where d.shipment_id = ${shipment_id}`.execute(context.db)
  await lockDevices(
    context,
    rows.map(({ device_id }) => device_id),
  )
}

/**
 * Adds a round's deliveries to the levels of its tanks, until a reading later than the delivery. A fill that the
 * tank's sensor has detected is in the measured level already.
 */
export async function showDelivered(context: Context, shipment_id: number): Promise<void> {
  const { db } = context
  await lockFilled(context, shipment_id)
  const rows = await readDelivered(context, shipment_id)
  if (rows.length === 0) return
  const device_ids = [...new Set(rows.map(({ device_id }) => device_id))]
  // Has an existing estimate recomputed at once.
  await sql`update port_states s set deliveries = n.deliveries::json, delivered_at = n.delivered_at,
      estimated_at = case when s.estimated_at is not null then to_timestamp(0) end
    from unnest(${rows.map(({ device_id }) => device_id)}::int8[], ${rows.map(({ port_number }) => port_number)}::int2[],
      ${rows.map(({ deliveries }) => deliveries && JSON.stringify(deliveries))}::text[],
      ${rows.map(({ deliveries }) => lastOf(deliveries))}::timestamptz[])
      as n (device_id, port_number, deliveries, delivered_at)
    where s.device_id = n.device_id and s.port_number = n.port_number
      and (n.deliveries is not null or s.deliveries is not null)`.execute(db)
  const changed = await estimateLevels(context, device_ids)
  if (changed.length > 0) await emit(context, 'levels.estimated', [{ device_ids: changed }])
}

function lastOf(deliveries: readonly BroughtSince[] | null): Date | null {
  return deliveries && new Date(Math.max(...deliveries.map(({ at }) => at)))
}

/** For each tank of a round, all deliveries since its level was measured, including those of other rounds. */
async function readDelivered({ db, now }: Context, shipment_id: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select p.device_id, p.port_number, brought.deliveries
    from device_ports p join port_states s using (device_id, port_number)
      left join lateral (
        select json_agg(json_build_object('at', (extract(epoch from l.at) * 1000)::float8, 'litres', l.litres,
          'number', l.number) order by l.at) as deliveries
        from (
          select d.delivered_liters::float8 as litres, stop.arrived_at,
            coalesce(ticket.number::text, sh.shipment_number) as number,
            least(coalesce(ticket.at, stop.done_at, sh.delivered_at), ${now}::timestamptz) as at
          from shipment_planner_details d join shipment_planners sh using (shipment_id)
            left join shipment_stops stop on stop.stop_id = d.stop_id
            left join lateral (
              select max(t.number) filter (where not exists (
                  select from delivery_tickets k where k.correction_of = t.ticket_id and k.voided_at is null)) as number,
                max(t.at) filter (where t.correction_of is null) as at
              from delivery_tickets t where t.shipment_detail_id = d.shipment_detail_id and t.voided_at is null) ticket on true
          where d.shipment_detail_id = any(array(
              select shipment_detail_id from shipment_planner_details where device_ports_id = p.device_ports_id
              union all
              select b.shipment_detail_id from transaction_documents o
                join transaction_document_details line using (document_id)
                join shipment_planner_details b using (document_detail_id)
              where o.device_id = p.device_id and b.device_ports_id is null))
            and ${tankOfLoad} = p.device_ports_id and d.delivered_liters > 0
            and sh.status_id = any(${MAY_HAVE_DELIVERED})) as l
        where l.at > ${measuredAt} and not exists (
          select from tank_changes c where c.device_id = p.device_id and c.port_number = p.port_number and c.kind = 'fill'
            and c.ended_at > coalesce(l.arrived_at, l.at - interval '1 day') and c.volume >= l.litres / 2)) brought on true
    where p.active = 1 and p.device_ports_id in (
      select ${tankOfLoad} from shipment_planner_details d where d.shipment_id = ${shipment_id})`.execute(db)
  return rows
}
