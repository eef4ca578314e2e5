import { sql } from 'kysely'
import type { Database } from '#server/platform/database.ts'
import type { Ids } from './facts.ts'
import { insertRows } from './insertRows.ts'

/** Days of posted prices before the demo begins. */
const PRICE_DAYS = 365

/**
 * Writes a distributor's posted prices of a year at a terminal, as they change in the evenings of working days, a price list and a customer's
 * agreement. Documents keep the prices that they were written with.
 */
export async function insertPrices(db: Database, ids: Ids, now: number): Promise<void> {
  const [company_id, customer_id] = [ids.get('heartland'), ids.get('summitfleet')]
  if (company_id === undefined || customer_id === undefined) return
  const [terminal_id] = await insertRows(db, 'terminals', [{ company_id, name: 'Omaha rack' }])
  if (terminal_id === undefined) return
  await sql`
    insert into posted_prices (company_id, terminal_id, product_id, valid_from, unit_price, unit_id)
    select ${company_id}, ${terminal_id}, p.product_id, d.day + interval '18 hours',
      round((p.list_price * (0.86 + 0.05 * sin(d.n / 29.0) + 0.012 * sin(d.n * 1.7 + p.product_id)))::numeric, 4), p.list_price_unit_id
    from tank_products p cross join (
      select n, date_trunc('day', ${new Date(now)}::timestamptz) - make_interval(days => n) as day
      from generate_series(1, ${PRICE_DAYS}) as n) d
    where p.company_id = ${company_id} and p.product_name in ('Diesel #2', 'Gasoline 87', 'DEF')
      and p.list_price_unit_id is not null and extract(isodow from d.day) < 6`.execute(db)
  const { rows } = await sql<{ product_id: number; product_name: string; unit_id: number }>`
    select product_id, product_name, list_price_unit_id as unit_id from tank_products
    where company_id = ${company_id} and list_price_unit_id is not null`.execute(db)
  const productNamed = (name: string) => rows.find(({ product_name }) => product_name === name)
  const [diesel, def] = [productNamed('Diesel #2'), productNamed('DEF')]
  const from_date = new Date(now - PRICE_DAYS * 86_400_000).toISOString().slice(0, 10)
  const rule = { company_id, terminal_id, from_date, max_posted_days: 7, from_quantity: '0' }
  if (def)
    await insertRows(db, 'price_rules', [
      { ...rule, ...without(def), name: 'DEF, delivered', margin: '0.42', price_by: 'order' },
    ])
  if (diesel)
    await insertRows(db, 'price_rules', [
      {
        ...rule,
        ...without(diesel),
        name: 'Summit Fleet diesel',
        margin: '0.185',
        price_by: 'delivery',
        customer_id,
      },
    ])
}

function without({ product_id, unit_id }: { product_id: number; unit_id: number }) {
  return { product_id, unit_id }
}
