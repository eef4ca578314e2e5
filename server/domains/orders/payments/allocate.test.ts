import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DOCUMENT_STATUS as IS } from '#core/domains/orders/documentStatus.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { testDocument, testProduct } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
let product_id: number
beforeAll(async () => {
  server = await startTestServer()
  product_id = (await testProduct(server)).product_id
})
afterAll(() => server.close())

type Row = Record<string, any>
const admin = (method: string, path: string, body?: unknown) =>
  server.as('administrator').call(method, `/transaction_documents${path}`, body)
const read = async (id: number): Promise<Row> => (await admin('GET', `/${id}`)).body.transaction_document
const step = (id: number, status_id: number) => admin('POST', `/${id}/status`, { status_id })
const pay = (id: number, amount: string, more: object = {}) =>
  admin('POST', `/${id}/payments`, { method: 'check', amount, ...more })
/** An open invoice of 250. */
async function invoice(more: object = {}): Promise<number> {
  const details = [{ product_id, quantity: '100', unit_price: '2.5' }]
  const { document_id } = await testDocument(server, { document_type: 'invoice', details, ...more })
  await step(document_id, IS.open)
  return document_id
}
const allocationsOf = async (id: number) =>
  (
    await sql<Row>`select * from allocations where document_id = ${id} order by allocation_id`.execute(
      server.db,
    )
  ).rows

test('two payments of one invoice at once pay it once', async () => {
  const id = await invoice()
  const { balance } = await read(id)
  const responses = await Promise.all(Array.from({ length: 4 }, () => pay(id, balance)))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  expect(await read(id)).toMatchObject({ balance: '0.000', status_id: IS.paid })
  expect(await allocationsOf(id)).toHaveLength(1)
})

test('a payment is recorded again with the same amount, day and reference only if confirmed, also at once', async () => {
  const id = await invoice()
  const both = await Promise.all([
    pay(id, '100', { reference: 'No. 7' }),
    pay(id, '100', { reference: 'no. 7' }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
  expect(await read(id)).toMatchObject({ balance: '150.000' })
  const again = await pay(id, '100', { reference: 'No. 7' })
  expect(again.body.errors).toMatchObject([{ field: 'is_another', rule: 'same_payment' }])
  expect((await pay(id, '10', { reference: 'No. 7' })).status).toBe(200)
  expect((await pay(await invoice(), '100', { reference: 'No. 7' })).status).toBe(200)
  const other = await pay(id, '100', { reference: 'No. 7', is_another: true })
  expect(other.body.transaction_document).toMatchObject({ balance: '40.000' })
  await admin('POST', `/${id}/payments/${other.body.payment_id}/reverse`, { reason: 'Bounced' })
  await admin(
    'POST',
    `/${id}/payments/${both.find(({ status }) => status === 200)!.body.payment_id}/reverse`,
    {
      reason: 'Bounced',
    },
  )
  expect((await pay(id, '100', { reference: 'No. 7' })).status).toBe(200)
})

test('a payment belongs to the customer, and is allocated in both currencies', async () => {
  const id = await invoice({ exchange_rate: '0.8', currency_id: 1 })
  await sql`insert into exchange_rates (from_currency_id, to_currency_id, rate, rate_date, is_active)
    values (3, 1, 1.0, '2026-01-01', 0)`.execute(server.db)
  const { document_balance } = await read(id)
  expect((await pay(id, '40')).status).toBe(200)
  const [first] = await allocationsOf(id)
  // 40 in the document's currency count as 50 in the company's at 0.8, and are worth 40 at the rate of the day.
  expect(first).toMatchObject({
    ...{ amount: '40.000', company_amount: '50.000', document_amount: '40.000' },
    exchange_difference: '-10.000',
  })
  const { rows } =
    await sql`select company_id, company_amount from payments where payment_id = ${first!['payment_id']}`.execute(
      server.db,
    )
  expect(rows).toEqual([{ company_id: COMPANY.customer, company_amount: '40.000' }])
  await pay(id, String(Number(document_balance) - 40))
  expect(await read(id)).toMatchObject({ balance: '0.000', document_balance: '0.000', status_id: IS.paid })
})

test('a write-off clears the balance, and a reversed payment of it is written off, too', async () => {
  const id = await invoice()
  const { payment_id } = (await pay(id, '100')).body
  expect((await step(id, IS.write_off)).body.transaction_document).toMatchObject({ balance: '0.000' })
  await admin('POST', `/${id}/payments/${payment_id}/reverse`, { reason: 'Bounced' })
  expect(await read(id)).toMatchObject({ balance: '0.000', status_id: IS.write_off })
  expect(
    (await allocationsOf(id)).map((allocation) => [
      allocation['payment_id'] !== null,
      allocation['amount'],
      allocation['reverse_reason'],
    ]),
  ).toEqual([
    [true, '100.000', 'Bounced'],
    [false, '150.000', null],
    [false, '100.000', null],
  ])
})

test('the previous release may record and reverse payments at the same time', async () => {
  const id = await invoice()
  const { rows } = await sql<{ payment_id: number }>`
    insert into payments (document_id, amount, currency_id, company_amount, method, payment_date, status_before)
    values (${id}, 100, 3, 100, 'cash', business_today(), ${IS.open}) returning payment_id`.execute(server.db)
  expect(await allocationsOf(id)).toMatchObject([{ payment_id: rows[0]!.payment_id, amount: '100.000' }])
  await sql`update payments set reversed_at = now(), reverse_reason = 'Wrong' where payment_id = ${rows[0]!.payment_id}`.execute(
    server.db,
  )
  expect(await allocationsOf(id)).toMatchObject([{ reverse_reason: 'Wrong', reversed_at: expect.anything() }])
})
