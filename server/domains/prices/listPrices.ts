import { sql } from 'kysely'
import { companies } from '#core/domains/companies/companies.ts'
import { ORGANISATION_TYPE } from '#core/domains/companies/companyFields.ts'
import type {
  listCustomerPrices as ofCustomer,
  listPostedToday as today,
} from '#core/domains/prices/calls.ts'
import { posted_prices } from '#core/domains/prices/posted_prices.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { OWN_COMPANY } from '#core/platform/ownCompany.ts'
import { findPrices } from '#server/domains/orders/lines/findPrices.ts'
import type { Context } from '#server/platform/context.ts'
import { visible } from '#server/resources/rights/visible.ts'
import { requireVisible } from '#server/resources/rows.ts'

/**
 * Today's posted prices of a seller, with yesterday's.
 * @throws Refusal 404 for a company out of reach
 */
export async function listPostedToday(
  context: Context,
  requested: number | undefined,
): Promise<ResponseOf<typeof today>> {
  const { db, actor, now } = context
  const company_id = requested ?? (await lastSeller(context)) ?? actor.company_id ?? OWN_COMPANY
  await requireVisible(context, companies, company_id)
  const { rows: sellers } = await sql<ResponseOf<typeof today>['sellers'][number]>`
    select c.company_id, c.company as company_title from companies c
    where (c.organisation_type_id = ${ORGANISATION_TYPE.distributor} or c.company_id = ${actor.company_id}) and c.status = 1
      and ${visible(actor, companies, 'c')} order by c.company, c.company_id`.execute(db)
  const { rows: posted } = await sql<ResponseOf<typeof today>['posted'][number]>`
    with moment as (select (${now}::timestamptz at time zone business_time_zone())::date::timestamp
      at time zone business_time_zone() as midnight),
    known as (select distinct terminal_id, product_id from posted_prices k
      where k.company_id = ${company_id} and ${visible(actor, posted_prices, 'k')})
    select k.terminal_id, t.name as terminal_title, k.product_id, p.product_name as product_title, n.unit_id,
      u.unit_abbrev as unit_title, n.unit_price, n.valid_from,
      (select round(q.unit_price * case when q.unit_id = n.unit_id then 1 else u.factor / v.factor end, 6) from posted_prices q
        join units_of_measure v on v.id = q.unit_id
        where q.company_id = ${company_id} and q.terminal_id = k.terminal_id and q.product_id = k.product_id
          and q.valid_from < m.midnight and (q.unit_id = n.unit_id or v.measure = 'volume' and u.measure = 'volume')
        order by q.valid_from desc limit 1) as yesterday,
      (select round(p.list_price * case when w.id = n.unit_id then 1 else u.factor / w.factor end, 6) from units_of_measure w
        where w.id = p.list_price_unit_id and (w.id = n.unit_id or w.measure = 'volume' and u.measure = 'volume')) as list_price
    from known k cross join moment m join terminals t using (terminal_id) join tank_products p using (product_id)
      cross join lateral (select q.unit_id, q.unit_price, q.valid_from from posted_prices q
        where q.company_id = ${company_id} and q.terminal_id = k.terminal_id and q.product_id = k.product_id
          and q.valid_from <= ${now} order by q.valid_from desc limit 1) n
      join units_of_measure u on u.id = n.unit_id
    order by p.product_name, t.name, k.terminal_id, k.product_id`.execute(db)
  return { company_id, currency_id: await currencyOf(context, company_id), sellers, posted }
}

/** The seller with the newest posted price that the actor sees. */
async function lastSeller({ db, actor }: Context): Promise<number | undefined> {
  const { rows } = await sql<{ company_id: number }>`select k.company_id from posted_prices k
    where ${visible(actor, posted_prices, 'k')} order by k.valid_from desc, k.posted_price_id desc limit 1`.execute(
    db,
  )
  return rows[0]?.company_id
}

/** The products in the tanks and in the agreements of a customer. */
async function readProductsOf({ db }: Context, company_id: number, seller_id: number) {
  const { rows } = await sql<{ product_id: number; product_title: string }>`
    select p.product_id, p.product_name as product_title from tank_products p
    where p.status = 1 and (p.product_id in (select t.product_id from device_ports t join devices d using (device_id)
        where d.company_id = ${company_id} and t.active = 1)
      or p.product_id in (select r.product_id from price_rules r
        where r.company_id = ${seller_id} and r.customer_id = ${company_id}))
    order by p.product_name, p.product_id`.execute(db)
  return rows
}

/**
 * The prices that a customer pays today, of the products in its tanks and in its agreements.
 * @throws Refusal 404 for a company or a seller out of reach
 */
export async function listCustomerPrices(
  context: Context,
  company_id: number,
): Promise<ResponseOf<typeof ofCustomer>> {
  await requireVisible(context, companies, company_id)
  const { db } = context
  const { rows: sold } = await sql<{ seller_id: number; price_class: string | null }>`
    select s.seller_id, (select string_agg(k.price_class, ', ' order by k.price_class) from price_classes k
      where k.company_id = s.seller_id and k.customer_id = ${company_id}) as price_class
    from (select seller_of(${company_id}) as seller_id) s`.execute(db)
  const { seller_id, price_class } = firstOf(sold)
  await requireVisible(context, companies, seller_id)
  const products = await readProductsOf(context, company_id, seller_id)
  const found = await findPrices(
    context,
    products.map(({ product_id }) => ({ company_id, product_id, unit_id: null })),
  )
  const { rows: names } = await sql<{ price_rule_id: number; name: string }>`
    select price_rule_id, name from price_rules
    where price_rule_id = any(${found.flatMap(({ price_rule_id }) => price_rule_id ?? [])})`.execute(db)
  const { rows: units } = await sql<{ id: number; unit_abbrev: string }>`
    select id, unit_abbrev from units_of_measure where id = any(${found.map(({ unit_id }) => unit_id)})`.execute(
    db,
  )
  return {
    ...{ currency_id: await currencyOf(context, company_id), price_class },
    prices: products.flatMap((product, index) => {
      const price = found[index]
      if (!price) return []
      const { unit_id, unit_price, source, problem, price_rule_id } = price
      return [
        {
          ...{ ...product, unit_id, unit_price, source, problem },
          unit_title: units.find(({ id }) => Number(id) === Number(unit_id))?.unit_abbrev ?? '',
          rule_name: names.find((name) => Number(name.price_rule_id) === price_rule_id)?.name ?? null,
        },
      ]
    }),
  }
}

async function currencyOf({ db }: Context, company_id: number): Promise<number> {
  const { currency_id } = await db
    .selectFrom('companies')
    .select('currency_id')
    .where('company_id', '=', company_id)
    .executeTakeFirstOrThrow()
  return Number(currency_id)
}
