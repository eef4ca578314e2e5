import { sql } from 'kysely'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type {
  ComingLoad,
  listComingLoads as definition,
} from '#core/domains/shipments/deliveries/deliveryCalls.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import type { ReceivedBy } from '#core/platform/defineCall.ts'
import type { Context } from '#server/platform/context.ts'
import { mayRead, visibleIfRead } from '#server/resources/rights/visible.ts'
import { loadsForTanks, PORTS_OF_LOAD } from '../readTanks.ts'
import { isComing, waitsForRound } from './listDeliveries.ts'
import { isFirm, seesRound, stopsInReach } from './stopsInReach.ts'

type Query = ReceivedBy<typeof definition>['query']

/**
 * Loads that rounds still deliver to tanks or for orders, those in route first, then by day; loads of the orders that a round on the road has
 * delivered; then the order lines for the tanks that no round covers, oldest first.
 */
export async function listComingLoads(context: Context, query: Query): Promise<ComingLoad[]> {
  return [...(await readLoads(context, query)), ...(await readWaitingLines(context, query))]
}

async function readLoads(
  { db, actor }: Context,
  { device_ports_ids: ports = [], document_ids: documents = [] }: Query,
): Promise<ComingLoad[]> {
  const isSeen = seesRound(actor)
  const showsDay = sql<boolean>`(${isSeen} or ${isFirm})`
  const seesOrder = visibleIfRead(actor, transaction_documents, 'o')
  const isInRoute = sql<boolean>`s.status_id = ${SHIPMENT_STATUS.in_route}`
  // The order itself is closed when the driver ends the round.
  const isDelivered = sql<boolean>`(${isInRoute} and t.status = 'done' and d.delivered_liters > 0)`
  const { rows } = await sql<ComingLoad>`
    select 'stop' as kind, tanks as device_ports_ids, case when ${isSeen} then s.shipment_id end as shipment_id,
      case when ${isSeen} then s.shipment_number end as shipment_number,
      case when ${seesOrder} then o.document_id end as document_id,
      case when ${seesOrder} then o.document_number end as document_number,
      case when ${showsDay} then coalesce(s.deliver_date, s.load_date) end as day,
      case when ${showsDay} then coalesce(t.expected_arrival, t.planned_arrival) end as arrival,
      coalesce(z.time_zone, business_time_zone()) as time_zone, ${isInRoute} and ${isComing} as on_the_way,
      ${isFirm} as is_firm,
      case when ${isDelivered} then t.done_at end as done_at, coalesce(d.delivered_liters, d.quantity_liters)::float8 as liters
    from shipment_planner_details d join shipment_stops t using (stop_id)
      join shipment_planners s on s.shipment_id = t.shipment_id left join sites z on z.site_id = t.site_id
      left join transaction_document_details l using (document_detail_id)
      left join transaction_documents o on o.document_id = l.document_id
      cross join lateral (select ${PORTS_OF_LOAD} as tanks offset 0) as load
    where d.shipment_detail_id = any(array(
        ${loadsForTanks(ports)}
        union all
        select b.shipment_detail_id from transaction_document_details join shipment_planner_details b using (document_detail_id)
        where document_id = any(${documents})))
      and ${stopsInReach(actor)} and ((${isComing} and tanks && ${ports}::int8[])
        or ((${isComing} or ${isDelivered}) and l.document_id = any(${documents})))
    order by ${isComing} desc, ${isInRoute} desc, coalesce(s.deliver_date, s.load_date), t.planned_arrival, t.stop_id`.execute(
    db,
  )
  return rows
}

async function readWaitingLines(
  { db, actor }: Context,
  { device_ports_ids: ports = [] }: Query,
): Promise<ComingLoad[]> {
  if (ports.length === 0 || !mayRead(actor, transaction_documents)) return []
  const { left, isWaiting } = waitsForRound(actor)
  const { rows } = await sql<ComingLoad>`
    select 'order' as kind, l.tanks as device_ports_ids, null::bigint as shipment_id, null as shipment_number, o.document_id,
      o.document_number, o.wished_date as day, null::timestamptz as arrival,
      coalesce(z.time_zone, business_time_zone()) as time_zone, false as on_the_way, false as is_firm,
      null::timestamptz as done_at, ${left}::float8 as liters
    from transaction_documents o join devices v on v.device_id = o.device_id
      left join sites z on z.site_id = coalesce(o.site_id, v.site_id)
      join lateral (select d.*, load_ports(null, d.document_detail_id, d.product_id) as tanks
        from transaction_document_details d where d.document_id = o.document_id offset 0) as l on true
      join units_of_measure u on u.id = l.unit_id and u.measure = 'volume'
    where o.device_id in (select device_id from device_ports where device_ports_id = any(${ports})) and ${isWaiting}
      and l.tanks && ${ports}::int8[]
    order by coalesce(o.wished_date, o.document_date), o.document_id, l.sort_order`.execute(db)
  return rows
}
