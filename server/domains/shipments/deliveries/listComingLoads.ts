import { type RawBuilder, sql } from 'kysely'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type {
  ComingLoad,
  listComingLoads as definition,
} from '#core/domains/shipments/deliveries/deliveryCalls.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import type { ReceivedBy } from '#core/platform/defineCall.ts'
import type { Context } from '#server/platform/context.ts'
import { mayRead, visibleIfRead } from '#server/resources/rights/visible.ts'
import { isComing, waitsForRound } from './listDeliveries.ts'
import { isFirm, seesRound, stopsInReach } from './stopsInReach.ts'

/** Most loads of rounds, and most lines of orders. */
const MAX_LOADS = 2_000

type Query = ReceivedBy<typeof definition>['query']

/** Loads that rounds still deliver, those in route first, then by day; then the order lines that no round covers, oldest first. */
export async function listComingLoads(context: Context, query: Query): Promise<ComingLoad[]> {
  return [...(await readLoads(context, query)), ...(await readWaitingLines(context, query))]
}

async function readLoads({ db, actor }: Context, query: Query): Promise<ComingLoad[]> {
  const isSeen = seesRound(actor)
  const showsDay = sql<boolean>`(${isSeen} or ${isFirm})`
  const seesOrder = visibleIfRead(actor, transaction_documents, 'o')
  const isInRoute = sql<boolean>`s.status_id = ${SHIPMENT_STATUS.in_route}`
  // A function finds the tanks of a load, so it is called only for the loads of those rounds.
  const { rows } = await sql<ComingLoad>`
    select 'stop' as kind, load.tanks as device_ports_ids, case when ${isSeen} then s.shipment_id end as shipment_id,
      case when ${isSeen} then s.shipment_number end as shipment_number,
      case when ${seesOrder} then o.document_id end as document_id,
      case when ${seesOrder} then o.document_number end as document_number,
      case when ${showsDay} then coalesce(s.deliver_date, s.load_date) end as day,
      case when ${showsDay} then coalesce(t.expected_arrival, t.planned_arrival) end as arrival,
      coalesce(z.time_zone, business_time_zone()) as time_zone, ${isInRoute} as on_the_way, load.quantity_liters::float8 as liters
    from shipment_planners s
      -- Few rounds are to come: their stops are found by index, one round after the other.
      cross join lateral (select * from shipment_stops t where t.shipment_id = s.shipment_id offset 0) as t
      left join sites z on z.site_id = t.site_id
      cross join lateral (select d.quantity_liters, d.document_detail_id,
          load_ports(d.device_ports_id, d.document_detail_id, d.product_id) as tanks
        from shipment_planner_details d where d.stop_id = t.stop_id offset 0) as load
      left join transaction_document_details l on l.document_detail_id = load.document_detail_id
      left join transaction_documents o on o.document_id = l.document_id
    where ${isComing} and ${stopsInReach(actor)} and ${isFor(query, sql`load.tanks`)}
    order by ${isInRoute} desc, coalesce(s.deliver_date, s.load_date), t.planned_arrival, t.stop_id limit ${MAX_LOADS}`.execute(
    db,
  )
  return rows
}

async function readWaitingLines({ db, actor }: Context, query: Query): Promise<ComingLoad[]> {
  if (!mayRead(actor, transaction_documents)) return []
  const { left, isWaiting } = waitsForRound(actor)
  const { rows } = await sql<ComingLoad>`
    select 'order' as kind, l.tanks as device_ports_ids, null::bigint as shipment_id, null as shipment_number, o.document_id,
      o.document_number, o.wished_date as day, null::timestamptz as arrival,
      coalesce(z.time_zone, business_time_zone()) as time_zone, false as on_the_way, ${left}::float8 as liters
    from transaction_documents o left join sites z on z.site_id = o.site_id
      join lateral (select d.*, load_ports(null, d.document_detail_id, d.product_id) as tanks
        from transaction_document_details d where d.document_id = o.document_id offset 0) as l on true
      join units_of_measure u on u.id = l.unit_id and u.measure = 'volume'
    where ${isWaiting} and ${isFor(query, sql`l.tanks`)}
    order by coalesce(o.wished_date, o.document_date), o.document_id, l.sort_order limit ${MAX_LOADS}`.execute(
    db,
  )
  return rows
}

/** Restricts loads to those for the tanks of a device. */
function isFor({ device_id }: Query, tanks: RawBuilder<unknown>): RawBuilder<boolean> {
  if (device_id === undefined) return sql<boolean>`true`
  return sql<boolean>`${tanks} && array(select device_ports_id from device_ports where device_id = ${device_id})`
}
