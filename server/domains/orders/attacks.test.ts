import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { DOCUMENT_STATUS as IS } from '#core/domains/orders/documentStatus.ts'
import { type RunningServer, startServer } from '#server/app/server.ts'
import { COMPANY, tokenOf } from '#server/app/testing/accounts.ts'
import { deviceWithTank } from '#server/app/testing/deviceWithTank.ts'
import { insertDeliveredOrders } from '#server/app/testing/insertDeliveredOrders.ts'
import { testDocument, testProduct } from '#server/app/testing/orders.ts'
import { type DatabaseProxy, startProxy, throughProxy } from '#server/app/testing/startProxy.ts'
import { startTestServer, TEST_KEY, type TestServer } from '#server/app/testing/startTestServer.ts'
import { readConfig } from '#server/platform/config.ts'
import { openLog } from '#server/platform/log.ts'

let server: TestServer
let product_id: number
beforeAll(async () => {
  server = await startTestServer()
  product_id = (await testProduct(server)).product_id
})
afterAll(() => server.close())

const admin = (method: string, path: string, body?: object) =>
  server.as('administrator').call(method, path, body)

/** A sent invoice of a company. */
async function invoice(company_id: number, amount = '100'): Promise<number> {
  const { device_id } = await deviceWithTank(server, { company: company_id })
  const own = (await testProduct(server, {}, company_id)).product_id
  const { document_id } = await testDocument(server, {
    ...{ document_type: 'invoice', company_id, device_id },
    details: [{ product_id: own, quantity: '1', unit_price: amount }],
  })
  for (const status_id of [IS.open, IS.sent])
    await admin('POST', `/transaction_documents/${document_id}/status`, { status_id })
  return document_id
}

describe('when the database fails midway', () => {
  let proxy: DatabaseProxy
  /** Another server on the same database, to which it loses the connection. */
  let losing: RunningServer
  let outside: pg.Client
  beforeAll(async () => {
    proxy = await startProxy(server.connection)
    losing = await startServer({
      config: readConfig({
        ...{ PORT: '0', MQTT_PORT: '0', DATABASE_POOL: '6', SEAL_KEY: TEST_KEY },
        ...{ CALLS_OF_ACCOUNT: '0', CALLS_OF_ADDRESS: '0' },
      }),
      connection: throughProxy(proxy, server.connection, inject('connection')),
      ...{ log: openLog('silent'), buildVersion: 'test', withSchedule: false },
    })
    outside = new pg.Client(server.connection)
    await outside.connect()
  })
  afterAll(async () => {
    await outside.end()
    await losing.close()
    await proxy.close()
  })

  const post = async (path: string, payload: object, key: string) => {
    const { statusCode, body } = await losing.app.inject({
      ...{ method: 'POST', url: `/api${path}`, payload },
      headers: {
        ...{ 'x-api-key': 'ullage-web', authorization: `Bearer ${tokenOf('employee')}` },
        'idempotency-key': key,
      },
    })
    return { status: statusCode, body: JSON.parse(body) }
  }

  /** Holds rows that the work needs, and takes the database away while it waits for them. */
  async function cutWhile<T>(rows: string, work: () => Promise<T>): Promise<T> {
    await outside.query('begin')
    await outside.query(`select from ${rows} for no key update`)
    const working = work()
    const waiting = async () =>
      (
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          server.db,
        )
      ).rows.length
    await expect.poll(waiting, { timeout: 15_000 }).toBeGreaterThan(0)
    await proxy.goAway()
    // Also for the other server: its worker may continue the run.
    await outside.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    await outside.query('rollback')
    await expect.poll(async () => (await admin('GET', '/me')).status).toBe(200)
    return working
  }

  test.each(['payment', 'reversal'] as const)('a %s is executed once when it is resent', async (what) => {
    const id = await invoice(COMPANY.customer)
    const path = `/transaction_documents/${id}/payments`
    const pay = { amount: '40', method: 'check', reference: what }
    const paid = what === 'reversal' ? (await admin('POST', path, pay)).body.payment_id : undefined
    const send = () =>
      paid
        ? post(`${path}/${paid}/reverse`, { reason: 'Bounced' }, `cut-${id}`)
        : post(path, pay, `cut-${id}`)
    const cut = await cutWhile(`transaction_documents where document_id = ${id}`, send)
    expect(cut.status).toBe(503)
    const between = (await admin('GET', `/transaction_documents/${id}`)).body.transaction_document
    expect(between.balance).toBe(paid ? '60.000' : '100.000')
    await proxy.comeBack()
    await expect.poll(async () => (await send()).status, { timeout: 15_000 }).toBe(200)
    expect((await send()).status).toBe(200)
    const { body } = await admin('GET', path)
    expect(body.payments).toMatchObject([{ reverse_reason: paid ? 'Bounced' : null }])
    const after = (await admin('GET', `/transaction_documents/${id}`)).body.transaction_document
    expect(after.balance).toBe(paid ? '100.000' : '60.000')
  })

  test('a billing run continues, bills each delivery once and leaves no gap', async () => {
    const { device_id } = await deviceWithTank(server, { company: COMPANY.customer })
    const ids = await insertDeliveredOrders(server.db, 260, { product_id, devices: [device_id] })
    const deliveries = ids.map((document_id) => ({ document_id }))
    const started = await cutWhile(`transaction_documents where document_id = ${ids[230]}`, () =>
      post('/billing/runs', { deliveries }, 'cut-run'),
    )
    expect(started.status).toBe(200)
    await proxy.comeBack()
    const run = async () =>
      (await admin('GET', `/billing/runs/${started.body.billing_run.billing_run_id}/progress`)).body
        .billing_run
    await expect.poll(async () => (await run()).status, { timeout: 30_000 }).toBe('done')
    expect(await run()).toMatchObject({ invoices: 260, refused: 0, done: 260 })
    const { rows } = await sql<{ invoices: number; orders: number; gaps: number; entries: number }>`
      select count(*)::int as invoices, count(distinct source_document_id)::int as orders,
        (max(right(document_number, 5)::int) - min(right(document_number, 5)::int) + 1 - count(*))::int as gaps,
        (select count(*)::int from audit_entries a where a.resource = 'transaction_documents' and a.action = 'create'
          and a.record_id = any(array_agg(d.document_id))) as entries
      from transaction_documents d where source_document_id = any(${ids})`.execute(server.db)
    expect(rows[0]).toEqual({ invoices: 260, orders: 260, gaps: 0, entries: 260 })
  })
})

describe('a distributor with a back office', () => {
  const as = (method: string, path: string, body?: object) =>
    server.as('distributor').call(method, path, body)
  let own: number
  let foreign: number
  beforeAll(async () => {
    await sql`update accounts set added_permissions = '{transaction_documents.read,transaction_documents.create,transaction_documents.update,subscriptions.read,shipment_planners.read}'
      where login_type_id = 'distributor'`.execute(server.db)
    await admin('PATCH', '/settings', { distributors_back_office: 1 })
    await server.forgetRights()
    own = await invoice(COMPANY.customer)
    foreign = await invoice(COMPANY.stranger)
  })

  test('cannot bill another company, even if the body of a run names it', async () => {
    const { device_id } = await deviceWithTank(server, { company: COMPANY.stranger })
    const [order] = await insertDeliveredOrders(server.db, 1, { product_id, devices: [device_id] })
    const { body } = await admin('POST', '/subscriptions', {
      ...{ company_id: COMPANY.stranger, plan_name: 'Monitoring', amount: '9', term_length: 1 },
      period_start: '2026-01-01',
    })
    const { rows } = await sql<{ shipment_id: number }>`
      select shipment_id from shipment_planner_details d join transaction_document_details l using (document_detail_id)
      where l.document_id = ${order!}`.execute(server.db)
    const deliveries = [
      { document_id: order },
      { shipment_id: rows[0]!.shipment_id, device_id },
      { subscription_id: body.subscription.id },
    ]
    const started = await as('POST', '/billing/runs', { deliveries })
    expect(started.status, started.raw).toBe(200)
    await server.settle()
    const run = await as('GET', `/billing/runs/${started.body.billing_run.billing_run_id}/progress`)
    // Not even the name of the customer is shown.
    expect(run.body.billing_run).toMatchObject({ invoices: 0, refused: 3, failures: [] })
    expect(run.raw).not.toContain('Stranger')
  })

  test('cannot move money of another company', async () => {
    const money = (company_id: number, more: object = {}) =>
      as('POST', `/companies/${company_id}/payments`, { amount: '10', method: 'cash', ...more })
    const { payment_id } = (await money(COMPANY.customer, { allocations: [] })).body
    const strangers = (
      await admin('POST', `/companies/${COMPANY.stranger}/payments`, { amount: '10', method: 'cash' })
    ).body.payment_id
    const note = (
      await admin('POST', `/transaction_documents/${foreign}/credit`, { reason: 'x', amount: '5' })
    ).body.transaction_document.document_id
    const allocations = [{ document_id: foreign, amount: '1' }]
    const missing = [{ document_id: 999_999_999, amount: '1' }]
    const answerOf = ({ status, raw }: { status: number; raw: string }) =>
      `${status} ${raw.replace(/"request_id":"[^"]*"/, '')}`
    for (const [path, body, sameOfMissing] of [
      [`/companies/${COMPANY.customer}/payments`, { amount: '3', method: 'cash', allocations }, missing],
      [`/customer_payments/${payment_id}/allocate`, { allocations }, missing],
    ] as const) {
      const there = await as('POST', path, body)
      expect([404, 422], path).toContain(there.status)
      expect(answerOf(there)).toBe(answerOf(await as('POST', path, { ...body, allocations: sameOfMissing })))
    }
    for (const [path, body] of [
      [`/companies/${COMPANY.stranger}/payments`, { amount: '1', method: 'cash' }],
      [`/customer_payments/${strangers}/allocate`, {}],
      [`/customer_payments/${strangers}/give_back`, { reason: 'x' }],
      [`/customer_payments/${strangers}/reverse`, { reason: 'x', fee: '5' }],
      [`/transaction_documents/${note}/give_back`, { reason: 'x' }],
      [`/transaction_documents/${note}/allocate`, { allocations: [{ document_id: own, amount: '1' }] }],
      [`/transaction_documents/${foreign}/payments`, { amount: '1', method: 'cash' }],
      [`/transaction_documents/${foreign}/credit`, { reason: 'x' }],
      ['/statements/mail', { company_ids: [COMPANY.customer, COMPANY.stranger] }],
    ] as const)
      expect((await as('POST', path, body)).status, path).toBe(404)
    const account = (await admin('GET', `/companies/${COMPANY.stranger}/account`)).body.account
    expect(account.ageing).toMatchObject({ unapplied: '0.000', total: '85.000' })
    await server.settle()
    const { rows } = await sql`select from mails`.execute(server.db)
    expect(rows).toEqual([])
  })
})
