import { sql } from 'kysely'
import { insertDeliveredOrders } from '#server/app/testing/insertDeliveredOrders.ts'
import { startTestMailServer } from '#server/app/testing/startTestMailServer.ts'
import { TEST_KEY } from '#server/app/testing/startTestServer.ts'
import { openMailer } from '#server/domains/mail/sendWaitingMails.ts'
import { openEncryptor } from '#server/platform/encryptor.ts'
import { openLog } from '#server/platform/log.ts'
import { makeFleet } from './fleet.ts'
import type { Benchmark, Measurement } from './measurement.ts'
import { get, send } from './request.ts'

/** Invoices that are mailed with their papers. */
const MAILED = 400

/** Measures a billing run over a month of deliveries with prices and taxes, its way back, and the mails of a smaller one. */
export async function benchBilling({ server, quick }: Benchmark): Promise<Measurement[]> {
  const { db } = server
  const count = quick ? 200 : 10_000
  const url = `http://127.0.0.1:${server.port}/api`
  const make = async (path: string, body: object) =>
    Object.values(JSON.parse(String(await send('POST', `${url}/${path}`, body)))).find(
      (value) => typeof value === 'object',
    ) as Record<string, number>
  const { product_id, gallon } = await prepare(make, url)
  const devices = await customersWithTanks(db, quick ? 50 : 1000)
  const { price_rule_id } = await make('price_rules', {
    ...{ name: 'List', company_id: 1, product_id, unit_id: gallon, unit_price: '2.5' },
    ...{ price_by: 'delivery', from_date: '2020-01-01' },
  })
  const orders = { product_id: product_id!, devices, price_rule_id: price_rule_id! }
  const ids: number[] = []
  while (ids.length < count) {
    ids.push(...(await insertDeliveredOrders(db, Math.min(500, count - ids.length), orders)))
    await sql`analyze transaction_documents, transaction_document_details, shipment_planners, shipment_planner_details`.execute(
      db,
    )
  }
  const run = async (some: readonly number[], mails: boolean) =>
    (await make('billing/runs', { deliveries: some.map((document_id) => ({ document_id })), mails }))[
      'billing_run_id'
    ]!
  const trial = await timeOf(() => get(`${url}/billing/unbilled`))
  let run_id = 0
  const billing = await timeOf(async () => {
    run_id = await run(ids, false)
    await untilDone(url, run_id, ({ status }) => status === 'done')
  })
  const { rows } = await sql<{ invoices: number; taxed: number; gaps: number }>`
    select count(*)::int as invoices, count(*) filter (where tax_total > 0)::int as taxed,
      (max(right(document_number, 5)::int) - min(right(document_number, 5)::int) + 1 - count(*))::int as gaps
    from billing_run_items i join transaction_documents d on d.document_id = i.invoice_id where billing_run_id = ${run_id}`.execute(
    db,
  )
  const { invoices, taxed, gaps } = rows[0]!
  const undoing = await timeOf(async () => {
    await send('POST', `${url}/billing/runs/${run_id}/undo`)
    await untilDone(url, run_id, ({ status }) => status === 'undone')
  })
  const sizes = `${count.toLocaleString('en')} deliveries of ${devices.length} customers`
  return [
    {
      what: 'billing run',
      sizes,
      measured: `${billing.toFixed(1)} s for ${invoices} invoices, ${taxed} with taxes, ${gaps} gaps`,
      wanted: '≤ 60 s',
      reached: billing <= 60 && invoices === count && taxed === count && gaps === 0,
    },
    {
      what: 'trial of a billing run',
      sizes,
      measured: `${trial.toFixed(1)} s`,
      wanted: '≤ 5 s',
      reached: trial <= 5,
    },
    {
      what: 'a billing run undone',
      sizes,
      measured: `${undoing.toFixed(1)} s`,
      wanted: '≤ 60 s',
      reached: undoing <= 60,
    },
    ...(await benchMails(server, { ids: ids.slice(0, quick ? 20 : MAILED), run, url })),
  ]
}

/** The papers and mails of a run, and how fast the outbox is emptied. */
async function benchMails(
  { db }: Benchmark['server'],
  {
    ids,
    run,
    url,
  }: {
    ids: readonly number[]
    run: (ids: readonly number[], mails: boolean) => Promise<number>
    url: string
  },
): Promise<Measurement[]> {
  const post = await startTestMailServer()
  const mailer = openMailer(
    db,
    {
      smtpUrl: post.url,
      publicUrl: 'http://localhost',
      encryptor: openEncryptor({ SEAL_KEY: TEST_KEY, dataDir: '.' }),
    },
    openLog('error'),
  )
  const run_id = await run(ids, true)
  await untilDone(url, run_id, ({ status }) => status === 'done')
  const papers = await timeOf(() => untilDone(url, run_id, ({ is_mailing }) => !is_mailing))
  const sending = await timeOf(async () => {
    while ((await mailer.sendWaiting()) > 0);
  })
  mailer.close()
  await post.close()
  const sizes = `${ids.length} invoices`
  const rate = (seconds: number) => ids.length / seconds
  const figure = (what: string, seconds: number): Measurement => ({
    ...{ what, sizes, measured: `${rate(seconds).toFixed(1)}/s`, wanted: '≥ 20/s' },
    reached: rate(seconds) >= 20 && post.received.length === ids.length,
  })
  return [figure('invoices drawn as PDF and queued', papers), figure('mails with a PDF sent', sending)]
}

async function prepare(make: (path: string, body: object) => Promise<Record<string, number>>, url: string) {
  const { units_of_measure } = JSON.parse(String(await get(`${url}/units_of_measure?options=1`)))
  const gallon = units_of_measure.find(({ code }: { code: string }) => code === 'gal').id as number
  const { product_id } = await make('tank_products', {
    ...{ product_name: 'Billed propane', company_id: 1, color: '#1c5fb8' },
  })
  const tax = {
    company_id: 1,
    name: 'Sales tax',
    printed_name: 'Sales tax',
    basis: 'percent',
    applies_to: 'goods',
  }
  const { tax_code_id } = await make('tax_codes', tax)
  await make('tax_rates', { tax_code_id, rate: '5.5', from_date: '2020-01-01' })
  await make('tax_rules', { tax_code_id, country_iso_3: 'USA', state: 'NE' })
  return { product_id, gallon }
}

/** Customers with one device each, and an address for their invoices. */
async function customersWithTanks(db: Benchmark['server']['db'], count: number): Promise<number[]> {
  await makeFleet(db, count, 'BILL')
  const { rows } = await sql<{ device_id: number }>`
    with made as (insert into companies (organisation_type_id, company, parent_id, unit_of_measure, payment_term_id, billing_email)
      select 1, 'Billed ' || n, 1, 1, (select min(payment_term_id) from payment_terms), 'billing' || n || '@bench.example'
      from generate_series(1, ${count}::int) n returning company_id)
    update devices v set company_id = made.company_id
    from (select company_id, row_number() over (order by company_id) as n from made) made,
      (select device_id, row_number() over (order by device_id) as n from devices where public_id like 'BILL-%') d
    where d.n = made.n and v.device_id = d.device_id returning v.device_id`.execute(db)
  return rows.map(({ device_id }) => device_id)
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1000
}

async function untilDone(
  url: string,
  run_id: number,
  isDone: (run: { status: string; is_mailing: boolean }) => boolean,
): Promise<void> {
  for (;;) {
    const { billing_run } = JSON.parse(String(await get(`${url}/billing/runs/${run_id}/progress`)))
    if (isDone(billing_run)) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
