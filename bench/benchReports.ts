import { sql } from 'kysely'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import type { Database } from '#server/platform/database/database.ts'
import { cpuTimes } from './cpuTimes.ts'
import { makeFleet } from './fleet.ts'
import { type Benchmark, type Measurement, timed } from './measurement.ts'
import { get } from './request.ts'

const CUSTOMERS = 5000
/** Deliveries of a customer in a year. */
const DELIVERIES = 8
const STOPS_OF_ROUND = 10
const TRUCKS = 20
const PRODUCTS = 8

/** Measures the reports of a seller over a year, which they compare with the year before. */
export async function benchReports({ server, quick }: Benchmark): Promise<Measurement[]> {
  const customers = quick ? 50 : CUSTOMERS
  await fillTwoYears(server.db, customers)
  const url = `http://127.0.0.1:${server.port}/api`
  const year = await yearOf(server.db)
  const reports = {
    'margin by product': `reports/margin?${year}&by=product`,
    'margin by customer': `reports/margin?${year}&by=customer`,
    'reconciliation by product': `reports/reconciliation?${year}&by=product`,
    'reconciliation by truck': `reports/reconciliation?${year}&by=truck`,
    'run-outs': `reports/run_outs?${year}`,
    'tax return': `tax_return?${year}`,
    ageing: 'receivables',
  }
  const measured: Measurement[] = []
  for (const [name, path] of Object.entries(reports)) {
    await get(`${url}/${path}`)
    const before = await cpuTimes(server.pool)
    const milliseconds = await timed(5, () => get(`${url}/${path}`))
    const { database } = await cpuTimes(server.pool)
    measured.push({
      what: `report: ${name}`,
      sizes: `${customers.toLocaleString('en')} customers, ${DELIVERIES} deliveries each a year, two years`,
      measured: `${milliseconds.toFixed(0)} ms; CPU of the database ${((database - before.database) / 5000).toFixed(0)} ms`,
      wanted: '≤ 300 ms',
      reached: milliseconds <= 300,
    })
  }
  return measured
}

async function yearOf(db: Database): Promise<string> {
  const { rows } = await sql<{ query: string }>`
    select 'from=' || business_today() - 364 || '&to=' || business_today() as query`.execute(db)
  return rows[0]?.query ?? ''
}

/**
 * Fills the tables that the reports read with two years of deliveries, each invoiced with one tax; one in 20 invoices is open, and one in
 * 201 deliveries finds a dry tank. Every tank is read once a week. Triggers and foreign keys are off, so this writes the sums that triggers
 * would maintain.
 */
async function fillTwoYears(db: Database, customers: number): Promise<void> {
  await makeFleet(db, customers, 'REPORT')
  const deliveries = customers * DELIVERIES * 2
  await db.transaction().execute(async (transaction) => {
    const run = (statement: ReturnType<typeof sql>) => statement.execute(transaction)
    await run(sql`set local session_replication_role = replica`)
    await run(sql`set local statement_timeout = 0`)
    await run(sql`create temp table drawn on commit drop as
      select n, n / ${STOPS_OF_ROUND}::int as round, 1000000 + n as id, 900000 + n % ${customers}::int as company_id,
        800000 + (n / ${STOPS_OF_ROUND}::int + n % 3) % ${PRODUCTS}::int as product_id, 700000 + (n / ${STOPS_OF_ROUND}::int) % ${TRUCKS}::int as truck_id,
        business_today() - (n::bigint * 729 / ${deliveries}::int)::int as day, 380 + n % 400 as litres
      from generate_series(0, ${deliveries}::int - 1) n`)
    await run(sql`insert into companies (company_id, organisation_type_id, company, parent_id, payment_term_id, currency_id, unit_of_measure)
      select 900000 + n, 1, 'Reported ' || n, 1, 1, (select currency_id from companies where company_id = 1), 1
      from generate_series(0, ${customers}::int - 1) n`)
    await run(sql`insert into tank_products (product_id, product_name, company_id, color)
      select 800000 + n, 'Reported ' || n, 1, '#1c5fb8' from generate_series(0, ${PRODUCTS}::int - 1) n`)
    await run(sql`insert into tanker_trucks (truck_id, company_id, truck_name, max_weight, gvwr, payload)
      select 700000 + n, 1, 'Reported ' || n, 36000, 80000, 44000 from generate_series(0, ${TRUCKS}::int - 1) n`)
    await run(sql`create temp table tanks on commit drop as
      select device_id, row_number() over (order by device_id) - 1 as place from devices where public_id like 'REPORT-%'`)
    await run(
      sql`update devices v set company_id = 900000 + t.place from tanks t where t.device_id = v.device_id`,
    )
    await run(sql`update device_ports p set product_id = 800000 + p.device_id % ${PRODUCTS}::int
      from tanks t where t.device_id = p.device_id`)
    await run(sql`insert into shipment_planners (shipment_id, company_id, status_id, truck_id, load_date, deliver_date, delivered_at)
      select distinct on (round) 1000000 + round, 1, ${SHIPMENT_STATUS.finalized}, truck_id, day, day, day + interval '17 hours'
      from drawn order by round, n`)
    await run(sql`insert into lift_tickets (company_id, number, shipment_id, truck_id, product_id, gross, gross_liters, unit_id, compartment, place,
        lifted_at)
      select 1, 'R' || min(id), 1000000 + round, min(truck_id), product_id, sum(litres), sum(litres),
        (select min(id) from units_of_measure), 1, 1, min(day) from drawn group by round, product_id`)
    await run(sql`insert into round_figures (shipment_id, product_id, truck_id, parts, delivered, metered, gauged, difference)
      select 1000000 + round, product_id, null::int8, count(*), sum(litres), 0, 0, 0 from drawn group by 1, 2
      union all select 1000000 + round, product_id, truck_id, count(*), 0, sum(litres), sum(litres) - 3, 3 from drawn group by 1, 2, 3`)
    await run(sql`insert into transaction_documents (document_id, document_type, document_number, status_id, given_out, approved, company_id,
        device_id, seller_id, document_date, due_date, payment_term_id, currency_id, subtotal, total_amount, document_subtotal, document_total_amount,
        tax_total, balance, document_balance)
      select id, 'invoice', 'R-' || id, case when n % 20 = 0 then ${DOCUMENT_STATUS.sent}::int2 else ${DOCUMENT_STATUS.paid}::int2 end, 1, 1, company_id, 1, 1,
        day, day + 30, 1, (select currency_id from companies where company_id = 1), litres, litres, litres, litres, 1,
        b.balance, b.balance
      from drawn, lateral (select case when n % 20 = 0 then litres + 1 else 0 end as balance) b`)
    await run(sql`insert into document_taxes (document_id, tax_code_id, tax_name, basis, applies_to, rounding, rate, jurisdiction, taxable_amount, exempt_amount,
        taxable_liters, exempt_liters, tax)
      select id, 1 + n % 3, 'Tax ' || n % 3, 'percent', 'goods', 'document', 5, 'County ' || n % 40, litres, 0, litres, 0, 1 from drawn`)
    await run(sql`insert into journal_entries (kind, is_reversal, source_id, seller_id, company_id, currency_id, dated, posted_on)
      select 'invoice', false, id, 1, company_id, (select currency_id from companies where company_id = 1), day, day from drawn`)
    await run(sql`insert into sale_lines (entry_id, part, seller_id, currency_id, day, document_id, company_id, product_id, truck_id, bought_at,
        litres, amount, cost)
      select e.entry_id, 1, 1, e.currency_id, d.day, d.id, d.company_id, d.product_id, d.truck_id, d.day, d.litres, d.litres, d.litres * 0.8
      from drawn d join journal_entries e on e.kind = 'invoice' and e.source_id = d.id`)
    await run(sql`create temp table fills on commit drop as
      select t.device_id, d.day, d.litres, case when d.n % 201 = 0 then 0 else 3000 end as before_volume
      from drawn d join tanks t on t.place = d.n % ${customers}::int`)
    await run(sql`insert into tank_changes (device_id, port_number, kind, started_at, ended_at, before_volume, after_volume, volume)
      select device_id, 1, 'fill', day, day + interval '1 hour', before_volume, before_volume + litres, litres from fills`)
    await run(sql`insert into readings_daily (device_id, port_number, at, count, sum_volume, min_volume, max_volume, sum_percent, min_percent,
        max_percent, sum_height, first_at, first_volume, last_at, last_volume)
      select t.device_id, 1, w.at, 1, v, v, v, 1, 1, 1, 1, w.at + interval '6 hours', v, w.at + interval '6 hours', v
      from tanks t cross join generate_series(business_today() - 728, business_today(), '7 days') w (at)
        left join fills f on f.device_id = t.device_id and f.before_volume = 0 and f.day > w.at and f.day <= w.at + interval '7 days',
        lateral (select coalesce(f.before_volume, 3000) as v) l`)
  })
  await sql`vacuum analyze companies, sale_lines, round_figures, shipment_planners, lift_tickets, document_taxes, transaction_documents,
    tank_changes, readings_daily, devices, device_ports, journal_entries`.execute(db)
}
