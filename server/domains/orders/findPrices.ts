import { sql } from 'kysely'
import { companies } from '#core/domains/companies/companies.ts'
import type { readPrice as readPriceCall } from '#core/domains/orders/calls.ts'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import type { AnswerOf, ReceivedBy } from '#core/platform/defineCall.ts'
import type { Context } from '#server/platform/context.ts'
import { requireVisible } from '#server/resources/rows.ts'

/** A product to be priced for a customer, in a unit (null: the customer's unit of volume). */
interface PricedProduct {
  company_id: number
  product_id: number
  unit_id: number | null
}

export type FoundPrice = AnswerOf<typeof readPriceCall>['price']

/** Statuses whose prices do not count as agreed: not released yet, or dropped. */
const NOT_AGREED = [
  DOCUMENT_STATUS.new,
  DOCUMENT_STATUS.draft,
  DOCUMENT_STATUS.void,
  DOCUMENT_STATUS.cancelled,
]

/**
 * The price of each product for its customer, in the customer's currency and for one of the requested unit: the last one of the customer on
 * an order or an invoice, else the seller's list price, else none. A price per volume is converted to other units of volume, to 6 decimals.
 * A list price counts only if its owner has the customer's currency.
 * The caller has checked that the actor may see customers and products.
 */
export async function findPrices({ db }: Context, products: readonly PricedProduct[]): Promise<FoundPrice[]> {
  if (products.length === 0) return []
  const { rows } = await sql<FoundPrice>`
    select a.product_id, u.id as unit_id, coalesce(last.unit_price, list.unit_price) as unit_price,
      case when last.unit_price is not null then 'last_price' when list.unit_price is not null then 'list_price' end as source,
      last.document_date
    from unnest(${products.map((one) => one.product_id)}::int8[], ${products.map((one) => one.unit_id)}::int8[],
        ${products.map((one) => one.company_id)}::int8[]) with ordinality as a(product_id, unit_id, company_id, at)
      join companies c on c.company_id = a.company_id
      join units_of_measure u on case when a.unit_id is null
        then u.code = case c.unit_of_measure when 2 then 'l' else 'gal' end else u.id = a.unit_id end
      left join lateral (
        select ${priceIn(sql`l.unit_price`)} as unit_price, o.document_date
        from transaction_document_details l join transaction_documents o using (document_id)
          join units_of_measure v on v.id = l.unit_id
        where o.company_id = c.company_id and l.product_id = a.product_id and ${isSameMeasure}
          and ${priceIn(sql`l.unit_price`)} > 0 and o.document_type in ('sales_order', 'invoice') and o.archived = 0
          and o.given_out = 1 and o.status_id <> all(${NOT_AGREED})
        order by o.document_date desc, o.document_id desc, l.sort_order limit 1) last on true
      left join lateral (
        select ${priceIn(sql`p.list_price`)} as unit_price
        from tank_products p join companies s using (company_id) join units_of_measure v on v.id = p.list_price_unit_id
        where p.product_id = a.product_id and ${isSameMeasure} and ${priceIn(sql`p.list_price`)} > 0
          and s.currency_id = c.currency_id) list on true
    order by a.at`.execute(db)
  return rows
}

const isSameMeasure = sql<boolean>`(v.id = u.id or (v.measure = 'volume' and u.measure = 'volume'))`

/** Converts a price per unit v to unit u. */
function priceIn(price: ReturnType<typeof sql>) {
  return sql`(case when v.id = u.id then ${price} else round(${price} * u.factor / v.factor, 6) end)::numeric(16, 6)`
}

/**
 * The price of a product for a customer and its source, for a form.
 * @throws Refusal 404 for a company or a product out of reach
 */
export async function readPrice(
  context: Context,
  { company_id, product_id, unit_id }: ReceivedBy<typeof readPriceCall>['query'],
): Promise<FoundPrice> {
  await requireVisible(context, companies, company_id)
  await requireVisible(context, tank_products, product_id)
  const [found] = await findPrices(context, [{ company_id, product_id, unit_id: unit_id ?? null }])
  return (
    found ?? { product_id, unit_id: unit_id ?? null, unit_price: null, source: null, document_date: null }
  )
}
