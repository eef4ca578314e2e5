import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DOCUMENT_STATUS as IS } from '#core/domains/orders/documentStatus.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { testDocument } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Account = Parameters<TestServer['as']>[0]

const FIGURES = 'tank_count,worst_level,worst_percent,worst_source,open_amount,overdue_amount'

async function figuresOf(account: Account, company_id: number) {
  const { status, body, raw } = await server
    .as(account)
    .call('GET', `/customers?page_size=100&fields=company,${FIGURES}`)
  expect(status, raw).toBe(200)
  return body.customers.find((customer: { company_id: number }) => customer.company_id === company_id)
}

/** An open invoice of the customer that is due in `days`. */
async function invoice(days: number, unit_price: string) {
  const { document_id } = await testDocument(server, { document_type: 'invoice' })
  await sql`update transaction_documents set status_id = ${IS.open}, due_date = business_today() + ${days}::int,
    document_date = business_today() - 9, balance = ${unit_price} where document_id = ${document_id}`.execute(
    server.db,
  )
}

test('a list of customers shows their number of tanks, the worst level, and what they owe', async () => {
  expect(await figuresOf('administrator', COMPANY.customer)).toMatchObject({
    ...{ tank_count: 0, worst_level: null, worst_percent: null },
    ...{ open_amount: '0.000', overdue_amount: '0.000' },
  })
  const [full, low] = [await deviceWithTank(server), await deviceWithTank(server)]
  await full.send({ records: [record(Date.now(), 60)] })
  await low.send({ records: [record(Date.now(), 12.46)] })
  // Lists and dashboards do not count it either.
  const unused = await deviceWithTank(server)
  await sql`update devices set status = 'suspended' where device_id = ${unused.device_id}`.execute(server.db)
  await invoice(5, '100.250')
  await invoice(-3, '40.5')
  expect(await figuresOf('administrator', COMPANY.customer)).toMatchObject({
    ...{ tank_count: 2, worst_level: 'urgent', worst_percent: '12', worst_source: 'measured' },
    ...{ open_amount: '140.750', overdue_amount: '40.500' },
  })
  expect(await figuresOf('administrator', COMPANY.distributor)).toBeUndefined()
})

test('an open loss takes precedence over a fine level', async () => {
  const { device_id, send } = await deviceWithTank(server, { company: COMPANY.stranger })
  await send({ records: [record(Date.now(), 70)] })
  expect(await figuresOf('administrator', COMPANY.stranger)).toMatchObject({ worst_level: 'fine' })
  await sql`insert into alerts (device_id, company_id, port_number, level, opened_at)
    values (${device_id}, ${COMPANY.stranger}, 1, 'sudden_loss', now())`.execute(server.db)
  expect(await figuresOf('administrator', COMPANY.stranger)).toMatchObject({
    worst_level: 'sudden_loss',
  })
})

test('a user who may not read invoices reads no amount, and no one reads figures of customers out of reach', async () => {
  const seen = await figuresOf('distributor', COMPANY.customer)
  expect(seen).toMatchObject({ tank_count: 2, open_amount: null, overdue_amount: null })
  expect(await figuresOf('distributor', COMPANY.stranger)).toBeUndefined()
})

test('the figures are read only when they are requested by name', async () => {
  const { body } = await server.as('administrator').call('GET', '/customers?page_size=1')
  expect(body.customers[0]).not.toHaveProperty('tank_count')
})

test('a file of customers has the figures by their names', async () => {
  const { raw } = await server
    .as('administrator')
    .call('GET', `/customers/export?columns=company,tank_count,open_amount`)
  expect(raw.split('\n')[0]).toContain('Name,Tanks,Balance')
})
