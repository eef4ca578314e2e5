import { sql } from 'kysely'
import {
  chargesRequestedAt,
  type DoorInvoice,
  type DoorLine,
  type DoorOrder,
  type DoorStop,
  doorInvoices,
  withoutCharges,
} from '#core/domains/orders/doorInvoice.ts'
import type { InvoicedOrder } from '#core/domains/orders/nextInvoice.ts'
import { documentTotals, lineTotal } from '#core/domains/orders/totals.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { findOrThrow } from '#core/platform/lists/findOrThrow.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { groupBy } from '#core/platform/lists/groupBy.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { decimalPlacesOf } from '#core/platform/numbers/money.ts'
import type { Context } from '#server/platform/context.ts'
import { type ProgressedLine, readInvoicedOrders } from '../invoices/readInvoicedOrders.ts'
import { DELIVERED_AT } from '../lines/deliveredAt.ts'
import { findPrices, type PricedProduct } from '../lines/findPrices.ts'

interface StopOrder {
  stop_id: number
  document_id: number
  /** The day of the stop: when it was done, else the day of the round or, if that is over, today. */
  day: string
}

/** A line of an order at a stop. */
interface StopLine extends Pick<DoorLine, 'document_detail_id' | 'loads'> {
  stop_id: number
  /** Set if its price rule depends on the day of delivery. */
  by_delivery: (PricedProduct & { precision: number | null }) | null
}

/**
 * Orders that are paid at the doorstep, by the stops of a round that deliver part of them: their terms give no day of credit. Prices
 * of other customers do not leave the office. Charges of an order are left out if a stop of another round collects them.
 */
export async function readDoorOrders(
  context: Context,
  shipment_id: number,
): Promise<Map<number, DoorOrder[]>> {
  const orders = await readOrdersOfRound(context, shipment_id, null)
  const ids = [...orders.values()].flatMap((some) => some.map(({ document_id }) => document_id))
  if (ids.length === 0) return orders
  const stops = await readDoorStops(context, ids, null)
  const charged = chargesRequestedAt(stops)
  const isElsewhere = ({ document_id }: DoorOrder) => {
    const at = charged.get(document_id)
    return at !== undefined && itemAt(stops, at).shipment_id !== shipment_id
  }
  return new Map(
    [...orders].map(([stop_id, some]) => [
      stop_id,
      some.map((order) => (isElsewhere(order) ? withoutCharges(order) : order)),
    ]),
  )
}

/**
 * The amount due for the deliveries at a stop, and the payments, as of the end of the stop: later invoices do not count. Undefined if the
 * customer does not pay on delivery.
 */
export async function readDoorInvoices(
  context: Context,
  stop_id: number,
): Promise<{ invoices: DoorInvoice[]; payments: DoorPayment[] } | null> {
  const { rows } = await sql<{ shipment_id: number; until: string | null }>`
    select shipment_id, coalesce(signed_at, done_at) as until from shipment_stops where stop_id = ${stop_id}`.execute(
    context.db,
  )
  const { shipment_id, until } = firstOf(rows)
  const own = (await readOrdersOfRound(context, shipment_id, until)).get(stop_id) ?? []
  if (own.length === 0) return null
  const stops = await readDoorStops(
    context,
    own.map(({ document_id }) => document_id),
    until,
  )
  const at = stops.findIndex((stop) => stop.stop_id === stop_id)
  const invoices = itemAt(doorInvoices(stops), at)
  return invoices.length === 0 ? null : { invoices, payments: itemAt(stops, at).paid }
}

interface DoorPayment {
  method: string
  amount: string
  check_number: string | null
}

interface StopRow extends DoorStop {
  stop_id: number
  shipment_id: number
  paid: DoorPayment[]
}

/** All stops, of any round, that deliver part of some orders, in the order in which they are driven. */
async function readDoorStops(
  context: Context,
  document_ids: readonly number[],
  until: string | null,
): Promise<StopRow[]> {
  const { rows } = await sql<Omit<StopRow, 'orders' | 'places'> & { precision: number | null }>`
    select t.stop_id, t.shipment_id, y.precision,
      coalesce((select json_agg(json_build_object('shipment_detail_id', k.shipment_detail_id, 'quantity', k.gross::text))
        from delivery_tickets k where k.stop_id = t.stop_id and k.voided_at is null and not exists (
          select from delivery_tickets n where n.correction_of = k.ticket_id and n.voided_at is null)), '[]') as delivered,
      coalesce((select json_agg(json_build_object('method', m.method, 'amount', m.amount::text, 'check_number', m.check_number)
          order by m.at, m.doorstep_payment_id)
        from doorstep_payments m where m.stop_id = t.stop_id and m.status in ('held', 'settled') and m.amount > 0), '[]') as paid
    from shipment_stops t join shipment_planners s using (shipment_id)
      left join companies c on c.company_id = coalesce(t.company_id, s.company_id)
      left join currencies y using (currency_id)
    where s.status_id <> ${SHIPMENT_STATUS.cancelled} and t.stop_id in (
      select d.stop_id from shipment_planner_details d join transaction_document_details l using (document_detail_id)
      where l.document_id = any(${[...document_ids]}))
    order by coalesce(s.deliver_date, s.load_date), s.shipment_id, t.sequence`.execute(context.db)
  const orders = new Map<number, DoorOrder[]>()
  for (const id of new Set(rows.map(({ shipment_id }) => shipment_id)))
    for (const [stop, some] of await readOrdersOfRound(context, id, until)) orders.set(stop, some)
  return rows.map(({ precision, ...stop }) => ({
    ...stop,
    orders: orders.get(stop.stop_id) ?? [],
    places: decimalPlacesOf(precision),
  }))
}

/** Orders of a round with the invoices that were created until a moment. */
async function readOrdersOfRound(
  context: Context,
  shipment_id: number,
  until: string | null,
): Promise<Map<number, DoorOrder[]>> {
  const { db } = context
  const { rows: orders } = await sql<StopOrder>`
    select t.stop_id, o.document_id, coalesce((max(${DELIVERED_AT}) at time zone b.zone)::date,
      max(greatest(coalesce(s.deliver_date, s.load_date), (now() at time zone b.zone)::date)))::text as day
    from shipment_stops t join shipment_planners s using (shipment_id) join shipment_planner_details d on d.stop_id = t.stop_id
      join transaction_document_details l using (document_detail_id) join transaction_documents o using (document_id)
      join payment_terms m using (payment_term_id)
      -- Not inlined: the settings are read once, not for each load.
      cross join (select business_time_zone() as zone offset 0) b
    where t.shipment_id = ${shipment_id} and o.company_id = t.company_id and m.term_days = 0
    group by t.stop_id, o.document_id, b.zone order by t.stop_id, o.document_id`.execute(db)
  if (orders.length === 0) return new Map()
  const ids = [...new Set(orders.map(({ document_id }) => document_id))]
  const priced = await priceByDelivery(context, await readStopLines(context, shipment_id, ids))
  const open = new Map<string, Awaited<ReturnType<typeof readInvoicedOrders>>>()
  for (const [day, some] of groupBy(orders, (order) => order.day)) {
    const own = [...new Set(some.map(({ document_id }) => document_id))]
    open.set(day, await readInvoicedOrders(context, own, { until, day }))
  }
  const byStop = new Map<number, DoorOrder[]>()
  for (const { stop_id, document_id, day } of orders) {
    const order = getOrThrow(getOrThrow(open, day), document_id)
    const ofStop = priced.filter((item) => item.stop_id === stop_id)
    byStop.set(stop_id, [...(byStop.get(stop_id) ?? []), pricedAtStop(order, ofStop)])
  }
  return byStop
}

/** An order with its lines as they are priced at a stop. */
function pricedAtStop(
  order: InvoicedOrder<ProgressedLine>,
  priced: Awaited<ReturnType<typeof priceByDelivery>>,
): DoorOrder {
  const lines = order.lines.map(({ quantity_delivered: _, ...line }): DoorLine => {
    const { loads, by_delivery, unit_price } = findOrThrow(
      priced,
      ({ document_detail_id }) => document_detail_id === line.document_detail_id,
    )
    if (!by_delivery) return { ...line, loads }
    const places = decimalPlacesOf(by_delivery.precision)
    return { ...line, loads, unit_price, line_total: lineTotal({ ...line, unit_price }, places) }
  })
  const totals = lines.map(({ line_total }) => line_total)
  return { ...order, subtotal: documentTotals(totals, {}).subtotal, lines }
}

/** The lines of orders at each stop of a round: their loads, and the inputs of prices that depend on the delivery. */
async function readStopLines({ db }: Context, shipment_id: number, ids: readonly number[]) {
  const { rows } = await sql<StopLine>`
    select t.stop_id, l.document_detail_id,
      coalesce((select json_agg(json_build_object('shipment_detail_id', d.shipment_detail_id,
          'factor', case when d.unit_id = l.unit_id then '1' else (v.factor / u.factor)::text end) order by d.shipment_detail_id)
        from shipment_planner_details d join units_of_measure v on v.id = d.unit_id
        where d.stop_id = t.stop_id and d.document_detail_id = l.document_detail_id), '[]') as loads,
      -- The day of the stop: when it was done, else the day of the round or, if that is over, today.
      case when l.price_source is distinct from 'by_hand' and l.price_found ->> 'price_by' = 'delivery'
        then json_build_object('company_id', o.company_id, 'product_id', l.product_id, 'unit_id', l.unit_id, 'quantity', l.quantity::text,
          'site_id', o.site_id, 'order_date', o.document_date, 'precision', y.precision, 'delivered',
          coalesce(to_json(t.done_at) #>> '{}', greatest(coalesce(s.deliver_date, s.load_date), business_today())::text)) end as by_delivery
    from transaction_document_details l join units_of_measure u on u.id = l.unit_id
      join transaction_documents o using (document_id) join companies c on c.company_id = o.company_id
      left join currencies y on y.currency_id = c.currency_id
      join shipment_stops t on t.shipment_id = ${shipment_id} join shipment_planners s using (shipment_id)
    where l.document_id = any(${ids}) order by l.document_id, l.sort_order, l.document_detail_id`.execute(db)
  return rows
}

/** Lines with the price of the day of their stop, if their price rule depends on it. */
async function priceByDelivery(
  context: Context,
  lines: readonly StopLine[],
): Promise<(StopLine & { unit_price: string })[]> {
  const found = await findPrices(
    context,
    lines.flatMap(({ by_delivery }) => by_delivery ?? []),
  )
  let next = 0
  return lines.map((line) => ({
    ...line,
    unit_price: (line.by_delivery && found[next++]?.unit_price) ?? '0.000000',
  }))
}
