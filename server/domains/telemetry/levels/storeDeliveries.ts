import { type RawBuilder, sql } from 'kysely'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { type BroughtSince, measuredAt, measuredVolume } from '#server/domains/devices/measuredLevel.ts'
import type { Context } from '#server/platform/context.ts'

/** A delivery with the rise of its tank, in L, from the driver's arrival until the level was measured; null if not known. */
interface StoredDelivery extends BroughtSince {
  rise: number | null
}

interface Row {
  device_id: number
  port_number: number
  found: StoredDelivery[] | null
}

/** Statuses of a round that may have delivered. */
const MAY_HAVE_DELIVERED = [SHIPMENT_STATUS.in_route, SHIPMENT_STATUS.delivered, SHIPMENT_STATUS.finalized]

/** The age up to which a reading before the driver's arrival counts as the level at the arrival. */
const BEFORE_ARRIVAL = '2 days'

/** The share of a delivery that counts as all of it: meters and sensors differ by as much. */
const WHOLE = 0.9

/** The tank of a load `d`; of several that fit its order's line, the first. */
export const tankOfLoad = sql`(load_ports(d.device_ports_id, d.document_detail_id, d.product_id))[1]`

/**
 * Stores in the state of tanks the deliveries of all rounds since their level was measured. The part of a delivery that the sensor has
 * shown is already in the measured level: a fill that was detected, or a rise since the driver arrived.
 * @param isOfThese selects the tanks, as `p` with their state as `s`
 * @returns their devices; empty if there is no such tank
 */
export async function storeDeliveries(context: Context, isOfThese: RawBuilder<boolean>): Promise<number[]> {
  const { db } = context
  const rows = (await readDelivered(context, isOfThese)).map(({ found, ...row }) => ({
    ...row,
    deliveries: notShown(found),
  }))
  if (rows.length === 0) return []
  // Has an existing estimate recomputed at once.
  await sql`update port_states s set deliveries = n.deliveries::json, delivered_at = n.delivered_at,
      estimated_at = case when s.estimated_at is not null then to_timestamp(0) end
    from unnest(${rows.map(({ device_id }) => device_id)}::int8[], ${rows.map(({ port_number }) => port_number)}::int2[],
      ${rows.map(({ deliveries }) => deliveries && JSON.stringify(deliveries))}::text[],
      ${rows.map(({ deliveries }) => lastOf(deliveries))}::timestamptz[])
      as n (device_id, port_number, deliveries, delivered_at)
    where s.device_id = n.device_id and s.port_number = n.port_number
      and (n.deliveries is not null or s.deliveries is not null)`.execute(db)
  return [...new Set(rows.map(({ device_id }) => device_id))]
}

/** Deliveries less the part of each that the sensor has shown; a rise counts for the last of several deliveries first. */
function notShown(found: readonly StoredDelivery[] | null): BroughtSince[] | null {
  let counted = 0
  const left = (found ?? []).toReversed().flatMap(({ rise, litres, ...delivery }): BroughtSince[] => {
    const shown = Math.min(Math.max((rise ?? 0) - counted, 0), litres)
    counted += shown
    return shown >= litres * WHOLE ? [] : [{ ...delivery, litres: litres - shown }]
  })
  return left.length === 0 ? null : left.toReversed()
}

function lastOf(deliveries: readonly BroughtSince[] | null): Date | null {
  return deliveries && new Date(Math.max(...deliveries.map(({ at }) => at)))
}

/** For each of these tanks `p`, all deliveries since its level was measured. */
async function readDelivered({ db, now }: Context, isOfThese: RawBuilder<boolean>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select p.device_id, p.port_number, brought.deliveries as found
    from device_ports p join port_states s using (device_id, port_number)
      left join lateral (
        select json_agg(json_build_object('at', (extract(epoch from l.at) * 1000)::float8, 'litres', l.litres,
          'number', l.number, 'rise', ${measuredVolume} - (
            select r.volume from readings r where r.device_id = p.device_id and r.port_number = p.port_number
              and r.at <= l.arrived_at and r.at > l.arrived_at - ${BEFORE_ARRIVAL}::interval and r.quality = 0 and r.volume is not null
            order by r.at desc limit 1)) order by l.at) as deliveries
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
    where p.active = 1 and ${isOfThese}`.execute(db)
  return rows
}
