import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DOCUMENT_STATUS as IS } from '#core/domains/orders/documentStatus.ts'
import type { LoginType } from '#core/platform/loginTypes.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deliverOrderLine, testTruck } from '#server/app/testing/deliveries.ts'
import { deviceWithTank } from '#server/app/testing/deviceWithTank.ts'
import { testDocument, testProduct, waitingOrder } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { systemActor } from '#server/platform/context.ts'
import { postJournal } from '../journal/postJournal.ts'

type Row = Record<string, any>
const GALLON = '3.785411784'
const seller_id = COMPANY.distributor
const PERIOD = 'from=2026-03-01&to=2026-03-31'

let server: TestServer
let gallon: number
let diesel: number
let water: number
let terminal_id: number
beforeAll(async () => {
  server = await startTestServer()
  const { rows } = await sql<{ id: number }>`select id from units_of_measure where code = 'gal'`.execute(
    server.db,
  )
  gallon = rows[0]!.id
  diesel = (await testProduct(server, { product_name: 'Diesel' })).product_id
  water = (await testProduct(server, { product_name: 'Water' })).product_id
  terminal_id = (await call('POST', '/terminals', { name: 'Rack', company_id: seller_id })).body.terminal
    .terminal_id
  await call('PATCH', '/settings', { distributors_back_office: 1 })
  await sql`update accounts set added_permissions = ${['transaction_documents.read']} where user_id =
    (select user_id from users where username = 'distributor@test.example')`.execute(server.db)
  for (const purpose of ['receivables', 'income', 'discounts', 'freight', 'charges', 'tax']) {
    const account = { account_code: purpose, account_name: purpose, account_type: 'asset', is_active: 1 }
    const { account_id } = (await call('POST', '/chart_of_accounts', account)).body.chart_of_account
    await call('POST', '/account_rules', { company_id: 1, purpose, account_id })
  }
})
afterAll(() => server.close())

async function call(method: string, path: string, body?: unknown, as: LoginType = 'administrator') {
  const response = await server.as(as).call(method, path, body)
  if (response.status !== 200) throw new Error(`${response.status} ${response.raw}`)
  return response
}
const step = (id: number, status_id: number) =>
  call('POST', `/transaction_documents/${id}/status`, { status_id })
async function sent(details: object[], more: object = {}): Promise<number> {
  const { document_id } = await testDocument(server, {
    ...{ document_type: 'invoice', document_date: '2026-03-10', details },
    ...more,
  })
  await step(document_id, IS.open)
  await step(document_id, IS.sent)
  return document_id
}
const line = (product_id: number, quantity: string, unit_price = '3') => ({
  ...{ product_id, quantity, unit_price, unit_id: gallon },
})
const credit = async (id: number, more: object = {}): Promise<number> =>
  (await call('POST', `/transaction_documents/${id}/credit`, { reason: 'Wrong', ...more })).body
    .transaction_document.document_id
const post = (unit_price: string, valid_from: string, product_id = diesel) =>
  call('POST', '/prices/posted', {
    ...{ company_id: seller_id, valid_from },
    prices: [{ terminal_id, product_id, unit_id: gallon, unit_price }],
  })
async function report(query = '', as: LoginType = 'administrator', name = 'margin'): Promise<Row> {
  await postJournal({ actor: systemActor, db: server.db, now: new Date(), encryptor: undefined as never })
  const days = query.includes('from=') ? '' : `${PERIOD}&`
  const path = `/reports/${name}?${days}seller_id=${seller_id}${query && `&${query}`}`
  return (await call('GET', path, undefined, as)).body.report
}
const rowOf = ({ rows }: Row, title: string | null) => rows.find((row: Row) => row['title'] === title)
const sumOf = (rows: readonly Row[], name: string) =>
  Decimal.sum(0, ...rows.map(({ figures }) => figures[name] ?? 0)).toFixed()

describe('margin', () => {
  test('a cost is known if a price was posted, and sales without a known cost are counted', async () => {
    await sent([line(diesel, '100'), line(water, '40', '2')])
    const before = await report()
    expect(rowOf(before, 'Diesel').figures).toMatchObject({ billed: '300.000', cost: null, unknown: '100.0' })
    await post('2.5', '2026-03-10T00:00:00Z')
    const after = await report()
    expect(rowOf(after, 'Diesel').figures).toEqual({
      ...{ volume: '100.0', billed: '300.000', cost: '250.000', margin: '50.000' },
      ...{ per_unit: '0.5000', share: '16.7', unknown: '0.0' },
    })
    expect(after['totals'][0].now).toMatchObject({ billed: '380.000', margin: '50.000', unknown: '40.0' })
    // A price after the sale changes nothing; correcting the price in force does.
    await post('9', '2026-03-20T00:00:00Z')
    const { rows } = await sql<{ id: number }>`
      select posted_price_id as id from posted_prices where unit_price = 2.5`.execute(server.db)
    await call('PATCH', `/posted_prices/${rows[0]!.id}`, { unit_price: '2.6' })
    expect(rowOf(await report(), 'Diesel').figures.cost).toBe('260.000')
    await call('DELETE', `/posted_prices/${rows[0]!.id}`)
    expect(rowOf(await report(), 'Diesel').figures.cost).toBeNull()
  })

  test('totals match the journal, and invoices less credit notes', async () => {
    await post('2.5', '2026-03-09T00:00:00Z')
    const id = await sent([line(diesel, '33.3', '2.999999'), line(water, '7')], {
      ...{ discount_type: 'P', discount: '3.333', freight: '12.5', handling_charge: '1.11' },
    })
    const first = (await call('GET', `/transaction_documents/${id}`)).body.transaction_document.details[0]
    const notes = [
      await credit(id, { details: [{ document_detail_id: first.document_detail_id, quantity: '10' }] }),
      await credit(id, { amount: '5' }),
      await credit(await sent([line(water, '1')])),
    ]
    await sql`update transaction_documents set document_date = '2026-03-11' where document_id = any(${notes})`.execute(
      server.db,
    )
    await sql`update journal_entries set dated = '2026-03-11' where kind = 'credit_note' and source_id = any(${notes})`.execute(
      server.db,
    )
    const margin = await report()
    const { rows: journal } = await sql<{ revenue: string }>`
      select -sum(l.amount) as revenue from journal_entries e join journal_lines l using (entry_id)
      where e.seller_id = ${seller_id} and e.posted_on between '2026-03-01' and '2026-03-31'
        and l.purpose in ('income', 'discounts', 'freight', 'charges')`.execute(server.db)
    const { rows: documents } = await sql<{ billed: string }>`
      select sum(total_amount) as billed from transaction_documents
      where document_type in ('invoice', 'credit_note') and given_out = 1 and status_id not in (38, 39)
        and document_date between '2026-03-01' and '2026-03-31' and seller_id = ${seller_id}`.execute(
      server.db,
    )
    const billed = margin['totals'][0].now.billed
    expect(billed).toBe(journal[0]!.revenue)
    expect(billed).toBe(documents[0]!.billed)
    expect(margin['waiting']).toBe(0)
    for (const by of ['product', 'customer', 'area', 'truck', 'driver', 'document']) {
      const { rows } = await report(`by=${by}`)
      for (const name of ['billed', 'volume', 'margin'])
        expect([by, name, Number(sumOf(rows, name))]).toEqual([
          by,
          name,
          Number(margin['totals'][0].now[name]),
        ])
    }
  })

  test('a row leads to the documents that it counts', async () => {
    const all = await report()
    for (const by of ['product', 'customer']) {
      for (const { key, figures } of (await report(`by=${by}`))['rows']) {
        const { rows, filters } = await report(
          `by=document&${by === 'product' ? 'product_id' : 'company_id'}=${key}`,
        )
        expect(sumOf(rows, 'billed')).toBe(new Decimal(figures.billed).toFixed())
        expect(filters).toHaveLength(1)
      }
    }
    expect(all['rows'].length).toBeGreaterThan(2)
  })

  test('a line is divided among the trucks that delivered it, to the thousandth', async () => {
    const order = await waitingOrder(server, { details: [line(diesel, '100', '3.333333')] })
    const [ordered] = order['details']
    for (const quantity of ['33', '67'])
      await deliverOrderLine(server, {
        ...{ truck_id: await testTruck(server), product_id: diesel, quantity, factor: GALLON },
        document_detail_id: ordered.document_detail_id,
      })
    const { body } = await call('POST', `/transaction_documents/${order['document_id']}/convert`, {
      document_type: 'invoice',
    })
    const { document_id } = body.transaction_document
    await sql`update transaction_documents set document_date = '2026-05-04' where document_id = ${document_id}`.execute(
      server.db,
    )
    await step(document_id, IS.open)
    await step(document_id, IS.sent)
    const trucks = await report('by=truck&from=2026-05-01&to=2026-05-31')
    expect(trucks['rows'].map(({ figures }: Row) => figures['volume'])).toEqual(['67.0', '33.0'])
    const drivers = await report('by=driver&from=2026-05-01&to=2026-05-31')
    expect(sumOf(drivers['rows'], 'billed')).toBe('333.33')
    // The price on the day of delivery, in 2025, is unknown.
    expect(drivers['totals'][0].now).toMatchObject({ cost: null, unknown: '100.0' })
  })

  test('amounts of two currencies are never added', async () => {
    await sent([line(diesel, '10')], { document_date: '2026-06-03' })
    await sql`update companies set currency_id = 4 where company_id = ${COMPANY.customer}`.execute(server.db)
    await sent([line(diesel, '10')], { document_date: '2026-06-03' })
    await sql`update companies set currency_id = 3 where company_id = ${COMPANY.customer}`.execute(server.db)
    const { totals, rows } = await report('from=2026-06-01&to=2026-06-30')
    expect(totals.map(({ currency_id, now }: Row) => [currency_id, now['billed']])).toEqual([
      [3, '30.000'],
      [4, '30.000'],
    ])
    expect(rows).toHaveLength(2)
  })
})

describe('reconciliation', () => {
  test('compares lifted, delivered, gauged and billed quantities', async () => {
    const truck_id = await testTruck(server)
    const { device_id } = await deviceWithTank(server, { tank: { product_id: diesel } })
    const litres = (gallons: number) => sql`${gallons} * ${GALLON}::numeric`
    const { rows } = await sql<{ shipment_id: number }>`
      with rounds as (
        insert into shipment_planners (company_id, status_id, truck_id, load_date, delivered_at)
        select ${COMPANY.customer}, 4, ${truck_id}, '2026-07-09', at from unnest(array['2026-07-10T15:00Z', '2026-07-20T15:00Z',
          '2026-06-20T15:00Z']::timestamptz[]) at returning shipment_id, delivered_at),
      loads as (
        insert into shipment_planner_details (shipment_id, sort_order, product_id, quantity_ordered, delivered, delivered_unit_id, unit_id)
        select shipment_id, 0, ${diesel}, 100, 100, ${gallon}, ${gallon} from rounds)
      select shipment_id from rounds order by delivered_at desc`.execute(server.db)
    const [last, first] = rows.map(({ shipment_id }) => shipment_id)
    // A corrected lift counts once.
    await sql`insert into lift_tickets (lift_ticket_id, company_id, number, shipment_id, truck_id, compartment, place, product_id, unit_id, gross, gross_liters, lifted_at, correction_of)
      overriding system value
      select n, ${COMPANY.customer}, 'B' || n, ${first!}, ${truck_id}, 1, 1, ${diesel}, ${gallon}, 100 + n, ${litres(1)} * (100 + n), '2026-07-10T08:00Z',
        case n when 3 then 2 end from generate_series(2, 3) n`.execute(server.db)
    await sql`insert into delivery_checks (company_id, shipment_id, device_ports_id, device_id, port_number, product_id, truck_id, delivered_at,
        state, ticket_liters, rise_liters, difference_liters, margin_liters)
      select ${COMPANY.customer}, ${last!}, p.device_ports_id, p.device_id, p.port_number, ${diesel}, ${truck_id}, '2026-07-20T15:00Z', 'agrees',
        ${litres(100)}, ${litres(98)}, ${litres(-2)}, 30 from device_ports p where p.device_id = ${device_id}`.execute(
      server.db,
    )
    await sent([line(diesel, '150')], { document_date: '2026-07-21', freight: '10' })
    const july = await report('from=2026-07-01&to=2026-07-31', 'administrator', 'reconciliation')
    expect(rowOf(july, 'Diesel').figures).toEqual({
      ...{ delivered: '200.0', lifted: '103.0', kept: '3.0', gauged: '98.0', gauge_difference: '-2.0' },
      ...{ billed_volume: '150.0', unbilled: '50.0', amount: '450.000' },
    })
    const [volumes, money] = july['totals']
    expect(volumes.before).toMatchObject({ delivered: '100.0', lifted: '0.0', kept: null })
    const margin = await report('from=2026-07-01&to=2026-07-31')
    expect(money.now.amount).toBe(margin['totals'][0].now.billed)
    const trucks = await report('by=truck&from=2026-07-01&to=2026-07-31', 'administrator', 'reconciliation')
    expect(rowOf(trucks, 'Bobtail').figures).toMatchObject({ delivered: '200.0', billed_volume: '0.0' })
    const unlike = async () => {
      const { rows: different } = await sql`
        with facts as (select shipment_id, product_id, truck_id, sum(parts)::int as parts, sum(delivered) as delivered, sum(metered) as metered,
          sum(gauged) as gauged, sum(difference) as difference from round_facts group by 1, 2, 3),
        figures as (select * from round_figures where parts <> 0)
        (select * from facts except select * from figures) union all (select * from figures except select * from facts)`.execute(
        server.db,
      )
      return different
    }
    expect(await unlike()).toEqual([])
    // Corrected, moved, unknown or removed entries count in their current state.
    await sql`update shipment_planner_details set delivered = 90, product_id = ${water} where shipment_id = ${last!}`.execute(
      server.db,
    )
    await sql`update delivery_checks set difference_liters = null where shipment_id = ${last!}`.execute(
      server.db,
    )
    await sql`delete from shipment_planner_details where shipment_id = ${rows[2]!.shipment_id}`.execute(
      server.db,
    )
    expect(await unlike()).toEqual([])
    const corrected = await report('from=2026-07-01&to=2026-07-31', 'administrator', 'reconciliation')
    expect(corrected['totals'][0].now).toMatchObject({
      delivered: '190.0',
      gauged: '0.0',
      gauge_difference: null,
    })
    expect(corrected['totals'][0].before).toMatchObject({ delivered: '0.0' })
  })
})

describe('run-outs', () => {
  // Readings are stored in partitions of the last years only.
  const START = Date.now() - 40 * 86_400_000
  const day = (later: number) => new Date(START + later * 86_400_000).toISOString().slice(0, 10)
  const shown = (as?: LoginType) => report(`from=${day(0)}&to=${day(20)}`, as, 'run_outs')

  test('state from when until when a tank was dry, and why, if known', async () => {
    const tank = async (low: number) => {
      const { device_id } = await deviceWithTank(server, {
        tank: { product_id: diesel, unusable_bottom: '5' },
      })
      // Above its bottom (100 L) on the first two days, low on the next two; 500 L came on the fifth.
      await sql`insert into readings_daily (device_id, port_number, at, count, sum_volume, min_volume, max_volume, sum_percent, min_percent,
          max_percent, sum_height, first_at, first_volume, last_at, last_volume)
        select ${device_id}, 1, d, 1, v, v, v, 1, 1, 1, 1, d + interval '6 hours', v, d + interval '18 hours', v
        from generate_series(${day(0)}::timestamptz, ${day(3)}::timestamptz, '1 day') d, lateral (
          select case when d < ${day(2)}::timestamptz then 900 else ${low}::int end as v) v`.execute(
        server.db,
      )
      await sql`insert into tank_changes (device_id, port_number, kind, started_at, ended_at, volume, before_volume, after_volume)
        values (${device_id}, 1, 'fill', ${`${day(4)}T09:00Z`}::timestamptz, ${`${day(4)}T10:00Z`}::timestamptz, 500, ${low}, 500 + ${low}::int)`.execute(
        server.db,
      )
      return device_id
    }
    const dry = await tank(20)
    await tank(300)
    const { rows, totals } = await shown()
    expect(
      rows.map(({ key, figures }: Row) => [
        key,
        figures['since'],
        figures['until'],
        figures['days'],
        figures['reason'],
      ]),
    ).toEqual([[String(dry), day(2), day(4), '2', 'unknown']])
    expect(totals[0]).toEqual({
      currency_id: null,
      now: { run_outs: '1', tanks: '1', days: '2' },
      before: { run_outs: '0', tanks: '0', days: '0' },
    })
    const reason = async () => (await shown())['rows'][0].figures.reason
    await sql`insert into forecast_records (device_id, port_number, day, made_at, model, volume, empty_volume, empty_low, empty_middle, empty_high)
      values (${dry}, 1, ${day(-1)}, ${`${day(-1)}T12:00Z`}::timestamptz, 'days', 900, 50, 2, 3, 4)`.execute(
      server.db,
    )
    expect(await reason()).toBe('not_planned')
    await sql`update forecast_records set empty_low = 9 where device_id = ${dry}`.execute(server.db)
    expect(await reason()).toBe('unexpected')
    await sql`insert into sites (site_id, name, company_id, contract) values (77, 'Farm', ${COMPANY.customer}, 'will_call')`.execute(
      server.db,
    )
    await sql`update devices set site_id = 77 where device_id = ${dry}`.execute(server.db)
    expect(await reason()).toBe('not_ordered')
    const { document_id } = await testDocument(server, { device_id: dry, details: [line(diesel, '100')] })
    await sql`update transaction_documents set created_at = ${day(1)}::timestamptz where document_id = ${document_id}`.execute(
      server.db,
    )
    expect(await reason()).toBe('late')
    // Before its first reading, it is unknown whether it ran dry.
    expect((await report(`from=${day(-20)}&to=${day(-1)}`, 'administrator', 'run_outs'))['rows']).toEqual([])
  })

  test('are not visible to another company', async () => {
    const { rows } = await shown('distributor')
    expect(rows).toHaveLength(1)
    await sql`update devices set company_id = ${COMPANY.stranger}, site_id = null where device_id = ${Number(rows[0].key)}`.execute(
      server.db,
    )
    expect((await shown('distributor'))['rows']).toEqual([])
  })
})

describe('a report', () => {
  test('compares with the period before', async () => {
    const { before, totals } = await report('from=2026-04-01&to=2026-04-30')
    expect(before).toEqual({ from: '2026-03-01', to: '2026-03-31' })
    expect(Number(totals[0].now.billed)).toBe(0)
    expect(totals[0].before).toEqual((await report())['totals'][0].now)
  })

  test('is also a file with the same rows, and a printed report', async () => {
    const { rows } = await report()
    const csv = await server
      .as('administrator')
      .call('GET', `/reports/margin/export?${PERIOD}&seller_id=${seller_id}`)
    const lines = csv.raw.trim().split('\n')
    expect(lines[0]).toBe(
      'Product,Currency,Volume (gal),Billed,Cost,Margin,Margin / gal,"Margin, % of sales",Cost not known (gal)',
    )
    expect(lines).toHaveLength(rows.length + 1)
    expect(lines[1]).toContain(`USD,${rows[0].figures.volume},${rows[0].figures.billed}`)
    const xlsx = await server.as('administrator').call('GET', `/reports/margin/export?${PERIOD}&format=xlsx`)
    expect(xlsx.status).toBe(200)
    const { print } = (await call('GET', `/reports/margin/print?${PERIOD}&seller_id=${seller_id}`)).body
    expect(print.html).toContain('Diesel')
    expect(print.html).toContain('Mar 1, 2026 – Mar 31, 2026')
  })

  test('shows distributors their own sales only', async () => {
    expect((await report('', 'distributor'))['sellers']).toEqual([{ seller_id, title: 'North Distribution' }])
    const own = `/reports/margin?${PERIOD}&seller_id=${COMPANY.own}`
    expect((await server.as('distributor').call('GET', own)).status).toBe(404)
    const { product_id } = await testProduct(server, { product_name: 'Secret blend' }, COMPANY.stranger)
    expect((await report(`product_id=${product_id}`, 'distributor'))['filters']).toEqual([
      { name: 'product_id', title: null },
    ])
    expect((await report(`product_id=${diesel}`, 'distributor'))['filters'][0].title).toBe('Diesel')
  })

  test('opens with the seller that has the most recent invoices, whatever its name', async () => {
    const title = (name: string) =>
      sql`update companies set company = ${name} where company_id = ${COMPANY.own}`.execute(server.db)
    const {
      rows: [before],
    } = await sql<Row>`select company from companies where company_id = ${COMPANY.own}`.execute(server.db)
    await title('A first name')
    await sql`insert into journal_entries (kind, source_id, is_reversal, seller_id, company_id, currency_id, dated, posted_on)
      select 'invoice', -n, false, case when n = 1 then ${COMPANY.own}::int8 else ${seller_id} end, ${COMPANY.customer}, 3,
        business_today(), business_today() from generate_series(1, 3) n`.execute(server.db)
    const { report: shown } = (await server.as('administrator').call('GET', '/reports/margin')).body
    expect(shown.sellers[0].title).toBe('A first name')
    expect(shown.seller_id).toBe(seller_id)
    await sql`delete from journal_entries where source_id < 0`.execute(server.db)
    await title(before?.['company'])
  })

  test.each(['margin', 'reconciliation', 'run_outs'])(
    'counts no day between the two periods: %s',
    async (name) => {
      const later = await report('from=2027-01-01&to=2027-03-12', 'administrator', name)
      expect(later['before']).toEqual({ from: '2026-01-01', to: '2026-03-12' })
      const earlier = await report('from=2026-01-01&to=2026-03-12', 'administrator', name)
      const totalsOf = ({ totals }: Row, side: string) =>
        totals.map((total: Row) => [total['currency_id'], total[side]])
      expect(totalsOf(later, 'before')).toEqual(totalsOf(earlier, 'now'))
    },
  )

  test('refuses a period that ends before it begins, and an unknown group', async () => {
    const issues = async (query: string) => {
      const { status, body } = await server.as('administrator').call('GET', `/reports/margin?${query}`)
      return [status, body.errors?.map(({ field }: Row) => field)]
    }
    expect(await issues('from=2026-03-31&to=2026-03-01')).toEqual([422, ['to']])
    expect(await issues('by=tank')).toEqual([422, ['by']])
    expect((await issues('from=2026-02-31'))[0]).toBe(400)
  })
})
