import { type RawBuilder, sql } from 'kysely'
import { type BILLING_RHYTHMS, billedFrom } from '#core/domains/companies/billingWishes.ts'
import { devices } from '#core/domains/devices/devices.ts'
import type { listUnbilled as definition } from '#core/domains/orders/billingCalls.ts'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { isUnpriced } from '#core/domains/orders/figuresLeave.ts'
import { quantityToInvoice } from '#core/domains/orders/fulfilment.ts'
import { MAX_BILLED, nextInvoice } from '#core/domains/orders/nextInvoice.ts'
import { taxedTotals } from '#core/domains/orders/taxedTotals.ts'
import { lineTotal } from '#core/domains/orders/totals.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { withSide } from '#core/domains/people/addressSnapshot.ts'
import { chargesOf } from '#core/domains/prices/chargeFees.ts'
import { delivery_checks } from '#core/domains/shipments/delivery_checks.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { keysOf } from '#core/platform/keysOf.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { groupBy } from '#core/platform/lists/groupBy.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { decimalPlacesOf } from '#core/platform/numbers/money.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import type { Context } from '#server/platform/context.ts'
import { titleSql } from '#server/resources/names/titleSql.ts'
import { mayRead, visible, visibleIfRead } from '#server/resources/rights/visible.ts'
import { accountsSeenBy } from '../accounts/accountsSeenBy.ts'
import { decidesFor } from '../decidesFor.ts'
import { type Brought, DEVICE_OF_LOAD, isAddressed, readBrought } from '../invoices/orderDelivered.ts'
import { readInvoicedOrders } from '../invoices/readInvoicedOrders.ts'
import { DELIVERED_AT } from '../lines/deliveredAt.ts'
import { findPrices } from '../lines/findPrices.ts'
import { readLineTaxes } from '../lines/taxLines.ts'
import { findFees } from '../lines/withFees.ts'
import { listUnbilledSubscriptions } from './billSubscription.ts'

type Unbilled = ResponseOf<typeof definition>['unbilled'][number]
type Volumes = Pick<Unbilled, 'ticket_liters' | 'rise_liters' | 'room_liters'>
type Listed = Omit<Unbilled, keyof Volumes>
type Rhythm = (typeof BILLING_RHYTHMS)[number]

interface OrderRow extends Omit<Place, 'document_id' | 'document_number'> {
  document_id: number
  precision: number | null
}

/** A delivery with the billing preferences of its customer. */
interface Place
  extends Omit<
    Unbilled,
    | 'lines'
    | 'odd'
    | 'total'
    | 'adjustments'
    | 'billed_from'
    | 'is_due'
    | keyof Volumes
    | keyof typeof NO_PERIOD
  > {
  credit_hold: number
  billing_rhythm: Rhythm
  /** The day of the last delivery; null if received by hand. */
  delivered_on: string | null
  today: string
}

/**
 * All unbilled deliveries, the latest first: of orders, and of shipments without an order. Totals match the invoices that billing
 * creates.
 */
export async function listUnbilled(context: Context): Promise<ResponseOf<typeof definition>> {
  const all = [
    ...(await readOrders(context)),
    ...(await readWithoutOrder(context)),
    ...(await listUnbilledSubscriptions(context)),
  ]
  const unbilled = all
    .filter(({ company_id }) => decidesFor(context.actor, company_id))
    .sort((a, b) => (b.delivered_at ?? '').localeCompare(a.delivered_at ?? ''))
  const shown = unbilled.slice(0, MAX_BILLED)
  const { mail_invoices } = await readSettings(context.db)
  return {
    unbilled: await withVolumes(context, shown),
    left_out: unbilled.length - shown.length,
    mails: mail_invoices === 1,
  }
}

/** Billing preferences of the customer `c`, with the day of a delivery and today. */
const billingPreferences = ({ actor }: Context, delivered_at: RawBuilder<unknown>) =>
  sql`case when ${accountsSeenBy(actor, 'c.company_id')} then c.credit_hold else 0 end as credit_hold,
    case when ${accountsSeenBy(actor, 'c.company_id')} and c.credit_hold = 1 then c.credit_hold_reason end as credit_hold_reason,
    c.billing_rhythm, (${delivered_at} at time zone business_time_zone())::date as delivered_on, business_today() as today`

/** Whether the seller taxes the product of a line anywhere: if so, no rule covers the place of a line without taxes. */
const isTaxable = (seller_id: RawBuilder<unknown>, product_id: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from tax_codes x join tax_rules r using (tax_code_id) where x.company_id = ${seller_id}
    and x.is_active = 1 and (r.product_id is null or r.product_id = ${product_id}))`

/** What the tank `p` of a check `k` could take: its capacity less the level before, by readings or by the ticket, if either is known. */
const ROOM = sql`(nullif(p.def_liters, 0) - coalesce(k.before_liters - coalesce(k.used_liters, 0), (
  select min(x.level_before) * p.def_liters / 100 from delivery_tickets x join shipment_planner_details l using (stop_id)
  where l.shipment_id = k.shipment_id and l.device_ports_id = k.device_ports_id and x.voided_at is null), 0))`

/** Whether no person has decided about a check `k` yet. */
const IS_UNDECIDED = sql<boolean>`k.state in ('waiting', 'unseen', 'agrees')`

/** The check of the loads `d` that has to be reviewed before they are billed, if the actor may see it. */
function checkToReview({ actor }: Context) {
  return sql`(select min(k.delivery_check_id) from delivery_checks k join device_ports p using (device_ports_id)
    where k.shipment_id = d.shipment_id and k.device_ports_id = d.device_ports_id
      and (k.state = 'open' or (${IS_UNDECIDED} and k.ticket_liters > ${ROOM})) and ${visibleIfRead(actor, delivery_checks, 'k')})`
}

/** Adds their checks to deliveries: the volumes, and what is odd about them. */
async function withVolumes({ db }: Context, all: readonly Listed[]): Promise<Unbilled[]> {
  const ids = all.flatMap(({ delivery_check_id }) => delivery_check_id ?? [])
  const { rows } = await sql<Volumes & { delivery_check_id: number; is_open: boolean; is_over: boolean }>`
    select k.delivery_check_id, k.ticket_liters, k.rise_liters, round(greatest(${ROOM}, 0), 1)::text as room_liters,
      k.state = 'open' as is_open, k.ticket_liters > ${ROOM} as is_over
    from delivery_checks k join device_ports p using (device_ports_id) where k.delivery_check_id = any(${ids})`.execute(
    db,
  )
  const checks = new Map(rows.map(({ delivery_check_id, ...check }) => [delivery_check_id, check]))
  return all.map((item) => {
    const check = checks.get(item.delivery_check_id ?? 0)
    if (!check) return { ...item, ticket_liters: null, rise_liters: null, room_liters: null }
    const { is_open, is_over, ...volumes } = check
    const odd = [
      ...(is_open ? (['difference'] as const) : []),
      ...(is_over ? (['over_capacity'] as const) : []),
    ]
    return { ...item, ...volumes, odd: [...item.odd, ...odd] }
  })
}

async function readOrders(context: Context): Promise<Listed[]> {
  const { db, actor } = context
  const isSeen = visibleIfRead(actor, shipment_planners, 's')
  const { rows } = await sql<OrderRow>`
    select o.document_id, o.device_id, o.company_id, c.company as company_title, c.currency_id,
      y.precision, coalesce(z.name, ${titleSql(actor, devices, 'v')}) as place, b.shipment_id, b.shipment_number, b.delivered_at,
      b.delivery_check_id, ${billingPreferences(context, sql`b.delivered_at`)}
    from transaction_documents o join companies c using (company_id) left join currencies y on y.currency_id = c.currency_id
      join devices v using (device_id) left join sites z on z.site_id = o.site_id
      left join lateral (
        select max(s.shipment_id) filter (where ${isSeen}) as shipment_id,
          (array_agg(s.shipment_number::text order by s.shipment_id desc) filter (where ${isSeen}))[1] as shipment_number,
          max(${DELIVERED_AT}) as delivered_at, min(${checkToReview(context)}) as delivery_check_id
        from transaction_document_details l join shipment_planner_details d using (document_detail_id)
          join shipment_planners s using (shipment_id)
        where l.document_id = o.document_id and s.status_id = ${SHIPMENT_STATUS.finalized}) b on true
    where o.document_type = 'sales_order' and o.archived = 0
      and o.status_id in (${sql.lit(DOCUMENT_STATUS.received)}, ${sql.lit(DOCUMENT_STATUS.open)})
      and ${visible(actor, transaction_documents, 'o')}`.execute(db)
  const ids = rows.map(({ document_id }) => document_id)
  const { rows: taxable } = await sql<{ document_detail_id: number }>`
    select l.document_detail_id from transaction_document_details l join transaction_documents o using (document_id)
    where l.document_id = any(${ids}) and ${isTaxable(sql`o.seller_id`, sql`l.product_id`)}`.execute(db)
  const areTaxable = new Set(taxable.map(({ document_detail_id }) => document_detail_id))
  const orders = await readInvoicedOrders(context, ids)
  return rows.flatMap(({ precision, ...place }) => {
    const order = getOrThrow(orders, place.document_id)
    const invoice = nextInvoice(order, quantityToInvoice, decimalPlacesOf(precision))
    if (!invoice) return []
    const billed = invoice.lines.map(({ line, quantity }) => ({
      ...{ ...line, quantity, is_taxable: areTaxable.has(line.document_detail_id) },
    }))
    const { charges, taxes, discount, total } = invoice
    const isDiscounted = Number(discount) > 0 || invoice.lines.some(({ line }) => hasDiscount(line))
    const adjustments = adjustmentsOf({
      taxes: taxes.some(({ tax }) => Number(tax) !== 0),
      fees: charges.length > 0,
      discounts: isDiscounted,
    })
    return [answered({ ...place, document_number: order.document_number }, billed, { total, adjustments })]
  })
}

type Adjustment = Unbilled['adjustments'][number]

/** The parts that a total holds in addition to its lines. */
function adjustmentsOf(has: Readonly<Record<Adjustment, boolean>>): Adjustment[] {
  return keysOf(has).filter((name) => has[name])
}

const hasDiscount = (line: { line_discount_amount: string; line_discount_percentage: string }) =>
  Number(line.line_discount_amount) > 0 || Number(line.line_discount_percentage) > 0

/** A delivery is not a subscription. */
const NO_PERIOD = { subscription_id: null, period_start: null, period_end: null }

interface AnsweredLine extends Omit<Unbilled['lines'][number], 'unit_price' | 'is_untaxed'> {
  unit_price: string | null
  taxes?: readonly unknown[]
  is_taxable: boolean
}

function answered(
  place: Place,
  lines: readonly AnsweredLine[],
  { total, adjustments }: { total: string; adjustments: Adjustment[] },
): Listed {
  const { credit_hold, billing_rhythm, delivered_on, today, ...rest } = place
  const isPriced = !lines.some(isUnpriced)
  const billed_from = delivered_on === null ? null : billedFrom(delivered_on, billing_rhythm)
  const isUntaxed = ({ is_taxable, taxes }: AnsweredLine) => is_taxable && !taxes?.length
  return {
    ...rest,
    ...NO_PERIOD,
    lines: lines.map((line) => ({
      ...{ product_title: line.product_title, quantity: line.quantity, unit_title: line.unit_title },
      unit_price: isUnpriced(line) ? null : line.unit_price,
      is_untaxed: isUntaxed(line),
    })),
    total: isPriced ? total : null,
    adjustments,
    odd: [
      ...(isPriced ? [] : (['unpriced'] as const)),
      ...(lines.some(isUntaxed) ? (['untaxed'] as const) : []),
      ...(credit_hold === 1 ? (['credit_hold'] as const) : []),
    ],
    billed_from,
    is_due: billed_from === null || billed_from <= today,
  }
}

interface BroughtPlace extends Omit<Place, 'document_id' | 'document_number'> {
  precision: number | null
}

/** Product and unit of each delivery, in order, and whether its product is taxable. */
async function readTitles({ db, actor }: Context, delivered: Awaited<ReturnType<typeof readBrought>>) {
  const { rows } = await sql<{ product_title: string; unit_title: string; is_taxable: boolean }>`
    select ${titleSql(actor, tank_products, 'p')} as product_title, u.unit_abbrev as unit_title,
      ${isTaxable(sql`seller_of(a.company_id)`, sql`a.product_id`)} as is_taxable
    from unnest(${delivered.map(({ product_id }) => product_id)}::int8[], ${delivered.map(({ unit_id }) => unit_id)}::int8[],
        ${delivered.map(({ company_id }) => company_id)}::int8[]) with ordinality as a(product_id, unit_id, company_id, at)
      join tank_products p using (product_id) join units_of_measure u on u.id = a.unit_id order by a.at`.execute(
    db,
  )
  return rows
}

/** Deliveries without an order, by shipment and device, at the price that their order will have; for users who read shipments. */
async function readWithoutOrder(context: Context): Promise<Listed[]> {
  if (!mayRead(context.actor, shipment_planners)) return []
  const deliveredLoads = await readBrought(context, sql`true`)
  if (deliveredLoads.length === 0) return []
  const places = await readPlaces(context, deliveredLoads)
  const prices = await findPrices(context, deliveredLoads)
  const names = await readTitles(context, deliveredLoads)
  const lines = deliveredLoads.map((item, index) => ({
    ...item,
    ...itemAt(names, index),
    unit_price: prices[index]?.unit_price ?? null,
  }))
  const placeKey = (one: Pick<Unbilled, 'shipment_id' | 'device_id'>) => `${one.shipment_id} ${one.device_id}`
  const linesOf = groupBy(lines, placeKey)
  const taxes = await readLineTaxes(
    context,
    places.map((place) => {
      const own = getOrThrow(linesOf, placeKey(place))
      const { site_id, address } = firstOf(own)
      return {
        document: {
          ...{ ...place, site_id, document_type: 'invoice' as const },
          ...(isAddressed(address) && withSide('ship', address)),
        },
        lines: own.map(({ product_id, unit_id, order_date }) => ({
          ...{ product_id, unit_id, ordered_id: null, date: order_date },
        })),
      }
    }),
  )
  const fees = await findFees(
    context,
    places.map(({ precision, ...place }) => {
      const own = getOrThrow(linesOf, placeKey(place))
      const { delivered, order_date } = firstOf(own)
      return {
        ...{ company_id: place.company_id, lines: own, day: delivered ?? order_date },
        places: decimalPlacesOf(precision),
      }
    }),
  )
  return places.map(({ precision, ...found }, index) => {
    const own = getOrThrow(linesOf, placeKey(found))
    const place = { ...found, place: firstOf(own).site_name ?? found.place }
    const scale = decimalPlacesOf(precision)
    const charges = chargesOf(itemAt(fees, index))
    const { totals } = taxedTotals(
      own.map((line, at) => ({
        ...{ amount: lineTotal(line, scale), quantity: line.quantity },
        ...itemAt(itemAt(taxes, index), at),
      })),
      charges,
      { company: scale, document: scale },
    )
    const counted = own.map((line, at) => ({ ...line, taxes: itemAt(itemAt(taxes, index), at).taxes }))
    const adjustments = adjustmentsOf({
      taxes: Number(totals.tax_total) !== 0,
      fees: itemAt(fees, index).length > 0,
      discounts: false,
    })
    const shown = { ...place, document_id: null, document_number: null }
    return answered(shown, counted, { total: totals.grand_total, adjustments })
  })
}

async function readPlaces(context: Context, delivered: readonly Brought[]): Promise<BroughtPlace[]> {
  const { db, actor } = context
  const { rows } = await sql<BroughtPlace>`
    select s.shipment_id, s.shipment_number::text as shipment_number, v.device_id, ${titleSql(actor, devices, 'v')} as place, v.company_id,
      c.company as company_title, c.currency_id, y.precision,
      max(${DELIVERED_AT}) as delivered_at, min(${checkToReview(context)}) as delivery_check_id,
      ${billingPreferences(context, sql`max(${DELIVERED_AT})`)}
    from shipment_planner_details d join shipment_planners s using (shipment_id) join devices v on v.device_id = ${DEVICE_OF_LOAD}
      join companies c on c.company_id = v.company_id
      left join currencies y on y.currency_id = c.currency_id
    where d.shipment_detail_id = any(${delivered.flatMap(({ loads }) => loads)})
    group by s.shipment_id, v.device_id, c.company_id, y.currency_id`.execute(db)
  return rows
}
