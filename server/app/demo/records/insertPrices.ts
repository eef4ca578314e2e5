import { sql } from 'kysely'
import money from '#facts/money.json' with { type: 'json' }
import type { Database } from '#server/platform/database/database.ts'

/** Days of posted prices before the demo begins. */
const PRICE_DAYS = 365

/** Writes the posted prices of a year at the terminals of two distributors, as they change in the evenings of working days. */
export async function insertPrices(db: Database, now: number): Promise<void> {
  const names = money.terminals.map(({ name }) => name)
  await sql`
    insert into posted_prices (company_id, terminal_id, product_id, valid_from, unit_price, unit_id)
    select p.company_id, t.terminal_id, p.product_id, d.day + interval '18 hours',
      round((p.list_price * (0.86 + 0.05 * sin(d.n / 29.0) + 0.012 * sin(d.n * 1.7 + p.product_id)))::numeric, 4), p.list_price_unit_id
    from tank_products p join terminals t using (company_id) cross join (
      select n, date_trunc('day', ${new Date(now)}::timestamptz) - make_interval(days => n) as day
      from generate_series(1, ${PRICE_DAYS}) as n) d
    where t.name = any(${names}) and p.product_name in ('Diesel #2', 'Gasoline 87', 'DEF', 'Propane')
      and p.list_price_unit_id is not null and extract(isodow from d.day) < 6`.execute(db)
}
