import { sql } from 'kysely'
import { insertDeliveredOrders } from '#server/app/testing/insertDeliveredOrders.ts'
import { startTestMailServer } from '#server/app/testing/startTestMailServer.ts'
import { TEST_KEY } from '#server/app/testing/startTestServer.ts'
import { openMailer } from '#server/domains/mail/sendWaitingMails.ts'
import { openEncryptor } from '#server/platform/encryptor.ts'
import { openLog } from '#server/platform/log.ts'
import { cpuTimes } from './cpuTimes.ts'
import { makeFleet } from './fleet.ts'
import type { Benchmark, Measurement } from './measurement.ts'
import { whileProfiling } from './profile.ts'
import { get, send } from './request.ts'

/** Invoices that are mailed with their papers. */
const MAILED = 400

/** Measures a billing run over a month of deliveries with prices and taxes, its way back, and the mails of a smaller one. */
export async function benchBilling({ server, quick, size, ...profiled }: Benchmark): Promise<Measurement[]> {
  const { db } = server
  const count = size ?? (quick ? 200 : 10_000)
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
  const trial = await costOf(server, () => get(`${url}/billing/unbilled`))
  let run_id = 0
  const billing = await costOf(server, () =>
    whileProfiling(profiled, 'billing', async () => {
      run_id = await run(ids, false)
      await untilDone(url, run_id, ({ status }) => status === 'done')
    }),
  )
  const { rows } = await sql<{ invoices: number; taxed: number; gaps: number }>`
    select count(*)::int as invoices, count(*) filter (where tax_total > 0)::int as taxed,
      (max(right(document_number, 5)::int) - min(right(document_number, 5)::int) + 1 - count(*))::int as gaps
    from billing_run_items i join transaction_documents d on d.document_id = i.invoice_id where billing_run_id = ${run_id}`.execute(
    db,
  )
  const { invoices, taxed, gaps } = rows[0]!
  const undoing = await costOf(server, async () => {
    await send('POST', `${url}/billing/runs/${run_id}/undo`)
    await untilDone(url, run_id, ({ status }) => status === 'undone')
  })
  const sizes = `${count.toLocaleString('en')} deliveries of ${devices.length} customers`
  return [
    {
      what: 'billing run',
      sizes,
      measured: `${billing.seconds.toFixed(1)} s for ${invoices} invoices, ${taxed} with taxes, ${gaps} gaps; ${billing.cpu}`,
      wanted: '≤ 60 s',
      reached: billing.seconds <= 60 && invoices === count && taxed === count && gaps === 0,
    },
    {
      what: 'trial of a billing run',
      sizes,
      measured: `${trial.seconds.toFixed(1)} s; ${trial.cpu}`,
      wanted: '≤ 5 s',
      reached: trial.seconds <= 5,
    },
    {
      what: 'a billing run undone',
      sizes,
      measured: `${undoing.seconds.toFixed(1)} s; ${undoing.cpu}`,
      wanted: '≤ 60 s',
      reached: undoing.seconds <= 60,
    },
    ...(await whileProfiling(profiled, 'mails', () =>
      benchMails(server, { ids: ids.slice(0, quick ? 20 : MAILED), run, url }),
    )),
  ]
}

/** The papers and mails of a run, and how fast the outbox is emptied. */
async function benchMails(
  server: Benchmark['server'],
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
    server.db,
    {
      smtpUrl: post.url,
      publicUrl: 'http://localhost',
      encryptor: openEncryptor({ SEAL_KEY: TEST_KEY, dataDir: '.' }),
    },
    openLog('error'),
  )
  const run_id = await run(ids, true)
  await untilDone(url, run_id, ({ status }) => status === 'done')
  const papers = await costOf(server, () => untilDone(url, run_id, ({ is_mailing }) => !is_mailing))
  const sending = await costOf(server, async () => {
    while ((await mailer.sendWaiting()) > 0);
  })
  mailer.close()
  await post.close()
  const sizes = `${ids.length} invoices`
  const figure = (what: string, { seconds, cpu }: typeof papers): Measurement => {
    const rate = ids.length / seconds
    return {
      ...{ what, sizes, measured: `${rate.toFixed(1)}/s; ${cpu}`, wanted: '≥ 20/s' },
      reached: rate >= 20 && post.received.length === ids.length,
    }
  }
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

/** Duration, and CPU time of server and database, in seconds. */
async function costOf({ pool }: Benchmark['server'], work: () => Promise<unknown>) {
  const before = await cpuTimes(pool)
  const startedAt = performance.now()
  await work()
  const seconds = (performance.now() - startedAt) / 1000
  const after = await cpuTimes(pool)
  const cpuOf = (name: 'server' | 'database') => ((after[name] - before[name]) / 1e6).toFixed(1)
  return { seconds, cpu: `CPU: server ${cpuOf('server')} s, database ${cpuOf('database')} s` }
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
