import { type RawBuilder, sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import { PLANNABLE_STATUSES } from '#core/domains/orders/documentStatus.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type {
  Delivery,
  DeliveryTicket,
  listDeliveries as definition,
} from '#core/domains/shipments/deliveries/deliveryCalls.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import type { ReceivedBy, ResponseOf } from '#core/platform/defineCall.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { titleSql } from '#server/resources/names/titleSql.ts'
import { mayRead, visible, visibleIfRead } from '#server/resources/rights/visible.ts'
import { leftOf } from '../listLoadChoices.ts'
import { isFirm, seesRound, stopsInReach } from './stopsInReach.ts'

type Query = ReceivedBy<typeof definition>['query']
type Deliveries = ResponseOf<typeof definition>

const COMING = [SHIPMENT_STATUS.draft, SHIPMENT_STATUS.in_route]
const DELIVERED = [SHIPMENT_STATUS.delivered, SHIPMENT_STATUS.finalized]

/** Stops `t` of rounds `s` that are still to be delivered. */
export const isComing = sql<boolean>`(s.status_id = any(${COMING}) and t.status in ('planned', 'arrived'))`

/**
 * Orders `o` with a line `l` in a unit `u` that rounds do not cover in full yet and that the actor may see.
 * @returns the condition, and the litres of the line that no round covers
 */
export function waitsForRound(actor: Actor) {
  const left = leftOf({})
  const isWaiting = sql<boolean>`(o.document_type = 'sales_order' and o.archived = 0 and o.status_id = any(${PLANNABLE_STATUSES})
    and ${left} >= 1 and ${visible(actor, transaction_documents, 'o')})`
  return { left, isWaiting }
}

/** Upcoming and past deliveries to a site, a device or the actor's companies. */
export async function listDeliveries(context: Context, query: Query): Promise<Deliveries> {
  const isDone = sql<boolean>`(s.status_id = any(${DELIVERED}) or (s.status_id = ${SHIPMENT_STATUS.in_route}
    and t.status in ('done', 'not_delivered')))`
  const coming = await readStopsThat(
    context,
    query,
    isComing,
    sql`coalesce(s.deliver_date, s.load_date), t.planned_arrival, t.stop_id`,
  )
  const done = await readStopsThat(context, query, isDone, sql`at desc nulls last, t.stop_id desc`)
  const waiting = await readWaitingOrders(context, query)
  return { coming: [...coming, ...waiting], done }
}

/** The signature for a whole round counts for a stop `t` only if the round has no other receiver. */
const isOnlyReceiverOfRound = sql<boolean>`not exists (select from shipment_stops other
  where other.shipment_id = t.shipment_id and other.company_id is distinct from t.company_id)`

type StopRow = Omit<Delivery, 'key' | 'kind' | 'loads' | 'tickets'> & { stop_id: number }

/** The stops `t` of rounds `s` that the actor may see, at the place of the query, by a condition. */
export async function readStopsThat(
  context: Context,
  query: Query,
  condition: RawBuilder<boolean>,
  order: RawBuilder<unknown>,
): Promise<Delivery[]> {
  const { db, actor } = context
  const isSeen = seesRound(actor)
  const showsDay = sql<boolean>`(${isSeen} or ${isFirm})`
  const { rows } = await sql<StopRow>`
    select t.stop_id, null::bigint as document_id, null::text as document_number,
      case when ${isSeen} then s.shipment_id end as shipment_id,
      case when ${isSeen} then s.shipment_number end as shipment_number, t.company_id, c.company as company_title,
      t.site_id, t.place, coalesce(z.time_zone, business_time_zone()) as time_zone,
      case when ${showsDay} then coalesce(s.deliver_date, s.load_date) end as day, ${isFirm} as is_firm,
      case when ${showsDay} then coalesce(t.expected_arrival, t.planned_arrival) end as arrival,
      s.status_id = ${SHIPMENT_STATUS.in_route} as on_the_way,
      case when t.status in ('planned', 'arrived') and s.status_id = any(${DELIVERED}) then 'done' else t.status end as status,
      coalesce(t.done_at, s.delivered_at) as at, coalesce(t.signed_by, case when ${isSeen} or ${isOnlyReceiverOfRound} then s.signed_by end) as signed_by, t.reason
    from shipment_stops t join shipment_planners s using (shipment_id)
      left join companies c on c.company_id = t.company_id left join sites z on z.site_id = t.site_id
    where ${isAt(context, query)} and ${condition} and ${stopsInReach(actor)}
    order by ${order} limit ${query.limit}`.execute(db)
  const ids = rows.map(({ stop_id }) => stop_id)
  const loads = await readLoads(context, ids)
  const tickets = await readTickets(context, ids)
  return rows.map(({ stop_id, ...stop }) => ({
    key: `stop:${stop_id}`,
    kind: 'stop',
    ...stop,
    loads: of(loads, stop_id),
    tickets: of(tickets, stop_id),
  }))
}

/** Restricts stops to the place queried; without one, to the actor's own companies. */
function isAt({ actor }: Context, { site_id, device_id, company_id }: Query): RawBuilder<boolean> {
  if (site_id !== undefined) return sql<boolean>`t.site_id = ${site_id}`
  if (device_id !== undefined)
    return sql<boolean>`t.stop_id = any(array(
      select d.stop_id from device_ports b join shipment_planner_details d using (device_ports_id) where b.device_id = ${device_id}
      union all
      select d.stop_id from transaction_documents o join transaction_document_details l using (document_id)
        join shipment_planner_details d using (document_detail_id) where o.device_id = ${device_id}))`
  return sql<boolean>`t.company_id = any(${company_id === undefined ? ownCompanies(actor) : [company_id]})`
}

const ownCompanies = ({ companies, company_id }: Context['actor']): readonly number[] =>
  companies === 'all' ? [company_id ?? 0] : companies

type OfStop<T> = T & { stop_id: number }
type Load = Delivery['loads'][number]

function of<T>(rows: readonly OfStop<T>[], stop_id: number): Omit<OfStop<T>, 'stop_id'>[] {
  return rows.filter((row) => row.stop_id === stop_id).map(({ stop_id: _, ...row }) => row)
}

async function readLoads({ db, actor }: Context, stops: readonly number[]): Promise<OfStop<Load>[]> {
  const seesOrder = visibleIfRead(actor, transaction_documents, 'o')
  const { rows } = await sql<OfStop<Load>>`
    select t.stop_id, d.product_id, ${titleSql(actor, tank_products, 'p')} as product_title, p.color,
      coalesce(d.delivered_liters, d.quantity_liters)::float8 as liters,
      load_ports(d.device_ports_id, d.document_detail_id, d.product_id) as device_ports_ids,
      case when ${seesOrder} then o.document_id end as document_id,
      case when ${seesOrder} then o.document_number end as document_number
    from shipment_stops t join shipment_planner_details d on d.stop_id = t.stop_id join tank_products p using (product_id)
      left join transaction_document_details l using (document_detail_id)
      left join transaction_documents o using (document_id)
    where t.stop_id = any(${stops}) order by d.sort_order, d.shipment_detail_id`.execute(db)
  return rows
}

async function readTickets(
  { db, actor }: Context,
  stops: readonly number[],
): Promise<OfStop<DeliveryTicket>[]> {
  const { rows } = await sql<OfStop<DeliveryTicket>>`
    select k.stop_id, k.ticket_id, k.number, k.at, ${titleSql(actor, tank_products, 'p')} as product_title,
      k.gross_liters::float8 as liters, k.net_liters::float8 as net_liters, k.meter_start::float8 as meter_start,
      k.meter_end::float8 as meter_end, u.unit_abbrev as unit_title, k.level_before::float8 as level_before,
      k.level_after::float8 as level_after
    from delivery_tickets k join tank_products p using (product_id) join units_of_measure u on u.id = k.unit_id
    where k.stop_id = any(${stops}) and k.voided_at is null
      and not exists (select from delivery_tickets n where n.correction_of = k.ticket_id and n.voided_at is null)
    order by k.at, k.ticket_id`.execute(db)
  return rows
}

interface WaitingLine extends Load {
  document_id: number
  document_number: string
  company_id: number
  company_title: string
  site_id: number | null
  place: string
  time_zone: string
  day: string | null
}

/** Orders that rounds do not cover in full yet, each with the rest of its lines. */
async function readWaitingOrders(context: Context, query: Query): Promise<Delivery[]> {
  const { db, actor } = context
  if (!mayRead(actor, transaction_documents)) return []
  const { left, isWaiting } = waitsForRound(actor)
  const { rows } = await sql<WaitingLine>`
    select o.document_id, o.document_number, o.company_id, c.company as company_title, o.site_id,
      coalesce(case when ${visible(actor, devices, 'v')} then coalesce(device_label(v), v.public_id) end,
        o.ship_location_label, '') as place,
      coalesce(z.time_zone, business_time_zone()) as time_zone,
      o.wished_date as day, l.product_id,
      ${titleSql(actor, tank_products, 'p')} as product_title, p.color, ${left}::float8 as liters,
      load_ports(null, l.document_detail_id, l.product_id) as device_ports_ids
    from transaction_documents o join transaction_document_details l using (document_id)
      join tank_products p on p.product_id = l.product_id join companies c on c.company_id = o.company_id
      join devices v on v.device_id = o.device_id left join sites z on z.site_id = coalesce(o.site_id, v.site_id)
      join units_of_measure u on u.id = l.unit_id and u.measure = 'volume'
    where ${isWaiting} and ${orderedFor(context, query)}
    order by coalesce(o.wished_date, o.document_date), o.document_id, l.sort_order limit ${query.limit}`.execute(
    db,
  )
  return ordersOf(rows)
}

/** The orders of lines, in the order of their first lines. */
function ordersOf(lines: readonly WaitingLine[]): Delivery[] {
  const orders = new Map<number, Delivery>()
  for (const { company_id, company_title, site_id, place, time_zone, day, ...load } of lines) {
    const { document_id, document_number } = load
    const order = orders.get(document_id) ?? {
      ...{ key: `order:${document_id}`, kind: 'order', status: 'waiting', on_the_way: false, is_firm: false },
      ...{ day, place, time_zone, document_id, document_number, company_id, company_title, site_id },
      ...{ shipment_id: null, shipment_number: null, arrival: null, at: null, signed_by: null, reason: null },
      ...{ loads: [], tickets: [] },
    }
    orders.set(document_id, { ...order, loads: [...order.loads, load] })
  }
  return [...orders.values()]
}

function orderedFor({ actor }: Context, { site_id, device_id, company_id }: Query): RawBuilder<boolean> {
  if (site_id !== undefined)
    return sql<boolean>`(o.site_id = ${site_id}
      or (o.site_id is null and o.device_id in (select device_id from devices where site_id = ${site_id})))`
  if (device_id !== undefined) return sql<boolean>`o.device_id = ${device_id}`
  return sql<boolean>`o.company_id = any(${company_id === undefined ? ownCompanies(actor) : [company_id]})`
}
