import { sql } from 'kysely'
import { companies } from '#core/domains/companies/companies.ts'
import { sites } from '#core/domains/companies/sites.ts'
import type { readPrice as readPriceCall } from '#core/domains/orders/calls.ts'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { mayDecideOrders } from '#core/domains/orders/ordering.ts'
import {
  type CandidateRule,
  type DecidedPrice,
  decidePrice,
  type PricedUnit,
  type PriceMoment,
} from '#core/domains/prices/decidePrice.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import type { ReceivedBy, ResponseOf } from '#core/platform/defineCall.ts'
import type { Context } from '#server/platform/context.ts'
import { requireVisible } from '#server/resources/rows.ts'

/** A product to be priced for a customer. */
export interface PricedProduct {
  company_id: number
  product_id: number
  /** Null: the customer's unit of volume. */
  unit_id: number | null
  /** Quantity for tiers; default 0. */
  quantity?: string | null
  site_id?: number | null
  /** Default: today. */
  order_date?: string | null
  /** A day or an instant; null: not known yet. */
  delivered?: string | null
}

export interface FoundPrice extends DecidedPrice {
  product_id: number
  unit_id: number
  /** Date of the document with the last price, if that is the source. */
  document_date: string | null
  /** Seller whose rules were searched. */
  seller_id: number
}

/** Statuses whose prices do not count as agreed: not released yet, or abandoned. */
const NOT_AGREED = [
  DOCUMENT_STATUS.new,
  DOCUMENT_STATUS.draft,
  DOCUMENT_STATUS.void,
  DOCUMENT_STATUS.cancelled,
]

interface Row extends Pick<PricedUnit, 'litres'> {
  place: number
  product_id: number
  unit_id: number
  seller_id: number
  quantity: string
  ordered: PriceMoment
  delivered: PriceMoment | null
  rules: CandidateRule[]
  last_price: string | null
  document_date: string | null
  list_price: string | null
}

/**
 * The price of each product for its customer, in the customer's currency and for one of the requested unit, by `decidePrice`: the rules of
 * the customer's seller, else the last price of the customer on an order or an invoice, else the seller's list price, else none. A price per
 * volume is converted to other units of volume, to 6 decimals. One statement, however many products.
 * The caller has checked that the actor may see customers, sites and products.
 */
export async function findPrices(
  { db, now }: Pick<Context, 'db' | 'now'>,
  products: readonly PricedProduct[],
): Promise<FoundPrice[]> {
  if (products.length === 0) return []
  const requested = products.map((product, place) => ({
    ...product,
    place,
    quantity: product.quantity || '0',
  }))
  const { rows } = await sql<Row>`
    with recursive wanted as (
      select a.*, c.currency_id, seller_of(c.company_id) as seller_id, u.id as in_unit, u.measure, u.factor, p.product_group,
        ${momentOf(sql`coalesce(a.order_date, (${now}::timestamptz at time zone business_time_zone())::date)`, now)} as ordered,
        case when ${isDay(sql`a.delivered`)} then ${momentOf(sql`a.delivered::date`, now)}
          when a.delivered is not null then jsonb_build_object('at', a.delivered::timestamptz, 'date', ${dayOf(sql`a.delivered`)}) end as at_delivery
      from jsonb_to_recordset(${JSON.stringify(requested)}::jsonb) as a (place int, product_id int8, unit_id int8, company_id int8,
          quantity text, site_id int8, order_date date, delivered text)
        join companies c on c.company_id = a.company_id join tank_products p on p.product_id = a.product_id
        join units_of_measure u on case when a.unit_id is null
          then u.code = case c.unit_of_measure when 2 then 'l' else 'gal' end else u.id = a.unit_id end
    ), above as (
      select distinct company_id, company_id as above_id, 0 as distance from wanted
      union all
      select a.company_id, c.parent_id, a.distance + 1 from above a join companies c on c.company_id = a.above_id
      where c.parent_id is not null and a.distance < 100
    )
    select a.place, a.product_id, a.in_unit as unit_id, a.seller_id, a.quantity, a.ordered, a.at_delivery as delivered,
      case a.measure when 'volume' then a.factor::text end as litres, coalesce(ruled.rules, '[]'::jsonb) as rules,
      last.unit_price::text as last_price, last.document_date, list.unit_price::text as list_price
    from wanted a
      left join lateral (
        select jsonb_agg(jsonb_build_object('price_rule_id', r.price_rule_id, 'distance', coalesce(o.distance, 0),
          'level', case when r.customer_id is not null then 'agreement' when r.site_id is not null then 'place'
            when r.price_class is not null then 'class' else 'price_list' end,
          'narrowness', case when r.product_id is not null then 2 when r.product_group is not null then 1 else 0 end,
          'from_quantity', r.from_quantity::text, 'from_date', r.from_date, 'to_date', r.to_date, 'price_by', r.price_by,
          'unit_price', r.unit_price::text, 'terminal_id', r.terminal_id, 'margin', coalesce(r.margin, 0)::text,
          'max_posted_days', r.max_posted_days, 'unit_id', r.unit_id,
          'litres', case v.measure when 'volume' then v.factor::text end,
          'is_foreign', s.currency_id is distinct from a.currency_id, 'posted', coalesce(posted.prices, '[]'::jsonb))) as rules
        from price_rules r join units_of_measure v on v.id = r.unit_id join companies s on s.company_id = r.company_id
          left join above o on o.company_id = a.company_id and o.above_id = r.customer_id
          left join lateral (
            select jsonb_agg(jsonb_build_object('valid_from', q.valid_from, 'unit_price', q.unit_price::text, 'unit_id', q.unit_id,
              'litres', case w.measure when 'volume' then w.factor::text end)) as prices
            from unnest(array[a.ordered, a.at_delivery]) as m
              cross join lateral (select * from posted_prices where company_id = r.company_id and terminal_id = r.terminal_id
                and product_id = a.product_id and valid_from <= (m ->> 'at')::timestamptz order by valid_from desc limit 1) q
              join units_of_measure w on w.id = q.unit_id) posted on true
        where r.company_id = a.seller_id and (r.product_id = a.product_id
            or r.product_id is null and (r.product_group is null or r.product_group = a.product_group))
          and (r.customer_id is null or o.above_id is not null) and (r.site_id is null or r.site_id = a.site_id)
          and (r.price_class is null or exists (select from price_classes k where k.company_id = r.company_id
            and k.customer_id = a.company_id and lower(k.price_class) = lower(r.price_class)))) ruled on true
      -- The latest documents first, until one has the product: the whole history of a customer may be long.
      left join lateral (
        select l.unit_price, o.document_date
        from (select document_id, document_date, site_id from transaction_documents
            where company_id = a.company_id and document_type in ('sales_order', 'invoice') and archived = 0 and given_out = 1
              and status_id <> all(${NOT_AGREED})
            order by document_date desc, document_id desc) o
          cross join lateral (
            select ${priceIn(sql`l.unit_price`)} as unit_price
            from transaction_document_details l join units_of_measure v on v.id = l.unit_id
            where l.document_id = o.document_id and l.product_id = a.product_id and ${isSameMeasure}
              and ${priceIn(sql`l.unit_price`)} > 0
              -- A rule for one site says nothing about another.
              and (l.price_source is null or l.price_source not in ('agreement', 'place') or o.site_id is not distinct from a.site_id)
            order by l.sort_order limit 1) l
        order by o.document_date desc, o.document_id desc limit 1) last on true
      left join lateral (
        select ${priceIn(sql`p.list_price`)} as unit_price
        from tank_products p join companies s using (company_id) join units_of_measure v on v.id = p.list_price_unit_id
        where p.product_id = a.product_id and ${isSameMeasure} and ${priceIn(sql`p.list_price`)} > 0
          and s.currency_id = a.currency_id) list on true
    order by a.place`.execute(db)
  return rows.map(decided)
}

const isSameMeasure = sql<boolean>`(v.id = a.in_unit or (v.measure = 'volume' and a.measure = 'volume'))`

/** Converts a price per unit v to the requested unit. */
function priceIn(price: ReturnType<typeof sql>) {
  return sql`(case when v.id = a.in_unit then ${price} else round(${price} * a.factor / v.factor, 6) end)::numeric(16, 6)`
}

/** Whether a text is a day, not an instant. */
function isDay(text: ReturnType<typeof sql>) {
  return sql`${text} ~ '^\\d{4}-\\d\\d-\\d\\d$'`
}

/** The day of a text that is a day or an instant, in the business's time zone. */
export function dayOf(text: ReturnType<typeof sql>) {
  return sql`case when ${isDay(text)} then ${text}::date else (${text}::timestamptz at time zone business_time_zone())::date end`
}

/** The moment of a day: now if it is today, else its end, in the business's time zone. */
export function momentOf(day: ReturnType<typeof sql>, now: Date) {
  return sql`jsonb_build_object('date', ${day}, 'at', case
    when ${day} = (${now}::timestamptz at time zone business_time_zone())::date then ${now}::timestamptz
    else (${day} + 1)::timestamp at time zone business_time_zone() - interval '1 microsecond' end)`
}

function decided(row: Row): FoundPrice {
  const { product_id, unit_id, litres, seller_id, quantity, ordered, delivered, rules } = row
  const price = decidePrice({
    ...{ unit: { unit_id, litres }, quantity, order: ordered, delivery: delivered, rules },
    last_price:
      row.last_price === null || row.document_date === null
        ? null
        : { unit_price: row.last_price, date: row.document_date },
    list_price: row.list_price,
  })
  const document_date = price.source === 'last_price' ? row.document_date : null
  return { ...price, product_id, unit_id, seller_id, document_date }
}

/**
 * The price of a product for a customer, for a form; with its source for users who decide about orders.
 * @throws Refusal 404 for a company, a site or a product out of reach
 */
export async function readPrice(
  context: Context,
  query: ReceivedBy<typeof readPriceCall>['query'],
): Promise<ResponseOf<typeof readPriceCall>['price']> {
  const found = await findVisiblePrice(context, query)
  const { product_id, unit_id } = query
  if (!found) return { product_id, unit_id: unit_id ?? null, ...NONE, is_ruled: false }
  const { unit_price, source, problem, document_date } = found
  const reasons = mayDecideOrders(context.actor) ? { source, problem, document_date } : NO_REASONS
  return {
    ...{ product_id, unit_id: found.unit_id, unit_price, ...reasons },
    is_ruled: found.price_rule_id !== null,
  }
}

const NO_REASONS = { source: null, problem: null, document_date: null } as const
const NONE = { unit_price: null, ...NO_REASONS } as const

/** @throws Refusal 404 for a company, a site or a product out of reach */
export async function findVisiblePrice(
  context: Context,
  query: ReceivedBy<typeof readPriceCall>['query'],
): Promise<FoundPrice | undefined> {
  const { company_id, product_id, site_id, quantity } = query
  await requireVisible(context, companies, company_id)
  await requireVisible(context, tank_products, product_id)
  if (site_id !== undefined) await requireVisible(context, sites, site_id)
  const [found] = await findPrices(context, [
    {
      ...{ company_id, product_id, unit_id: query.unit_id ?? null, site_id: site_id ?? null },
      ...{ quantity: quantity ?? null, order_date: query.document_date ?? null },
      delivered: query.delivery_date ?? null,
    },
  ])
  return found
}
