import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DOCUMENT_STATUS as IS } from '#core/domains/orders/documentStatus.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { documentBody, testDocument, testProduct } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
let product_id: number
beforeAll(async () => {
  server = await startTestServer()
  product_id = (await testProduct(server)).product_id
})
afterAll(() => server.close())

type Account = Parameters<TestServer['as']>[0]
const call = (method: string, path: string, body?: unknown, as: Account = 'administrator') =>
  server.as(as).call(method, path, body)
const standing = async (as?: Account) =>
  call('GET', `/companies/${COMPANY.customer}/credit_standing`, undefined, as)
const setCredit = (changes: object) => call('PATCH', `/customers/${COMPANY.customer}`, changes)

test('a customer on hold orders nothing; the office goes on with a reason that stays with the order', async () => {
  const bare = await setCredit({ credit_hold: 1 })
  expect(bare.body.errors).toMatchObject([{ field: 'credit_hold_reason', rule: 'required' }])
  expect((await setCredit({ credit_hold: 1, credit_hold_reason: 'Bounced check' })).status).toBe(200)
  const { device_id } = await documentBody(server)
  const own = await call(
    'POST',
    '/transaction_documents',
    { device_id, details: [{ product_id, quantity: '5' }] },
    'customer',
  )
  expect(own.status).toBe(409)
  expect(own.body.message).toContain('on hold')
  const order = await documentBody(server, { document_type: 'sales_order' })
  const refused = await call('POST', '/transaction_documents', order)
  expect(refused.body.errors).toMatchObject([{ field: 'credit_reason', rule: 'credit_hold' }])
  expect(refused.body.errors[0].message).toContain('Bounced check')
  const taken = await call('POST', '/transaction_documents', { ...order, credit_reason: 'Paid by phone' })
  expect(taken.body.transaction_document.credit_reason).toBe('Paid by phone')
  // Delivered goods are billed anyway.
  expect((await call('POST', '/transaction_documents', { ...order, document_type: 'invoice' })).status).toBe(
    200,
  )
  await setCredit({ credit_hold: 0 })
  expect((await call('POST', '/transaction_documents', order)).status).toBe(200)
})

test('an order from before the hold is released, and a quote becomes an order, only with a reason', async () => {
  const details = [{ product_id, quantity: '5', unit_price: '2' }]
  const order = await testDocument(server, { document_type: 'sales_order', details })
  const quote = await testDocument(server, { document_type: 'quote', details })
  const step = (id: number, status_id: number) =>
    call('POST', `/transaction_documents/${id}/status`, { status_id })
  for (const status of [IS.quoted, IS.accepted]) await step(quote.document_id, status)
  await setCredit({ credit_hold: 1, credit_hold_reason: 'Bounced check' })
  const held = { status: 422, body: { errors: [{ field: 'credit_reason', rule: 'credit_hold' }] } }
  for (const status of [IS.approved, IS.waiting_for_shipment])
    expect(await step(order.document_id, status)).toMatchObject(held)
  const credit_reason = 'Paid by phone'
  await call('PATCH', `/transaction_documents/${order.document_id}`, { credit_reason })
  expect((await step(order.document_id, IS.waiting_for_shipment)).status).toBe(200)
  const convert = (more: object = {}) =>
    call('POST', `/transaction_documents/${quote.document_id}/convert`, {
      document_type: 'sales_order',
      ...more,
    })
  expect(await convert()).toMatchObject(held)
  const created = await convert({ credit_reason })
  expect(created.body.transaction_document).toMatchObject({ document_type: 'sales_order', credit_reason })
  await setCredit({ credit_hold: 0 })
})

test('limit and hold are shown only to users who decide about orders', async () => {
  await setCredit({ credit_limit: '100', credit_hold: 0, credit_hold_reason: null })
  const details = [{ product_id, quantity: '1', unit_price: '120' }]
  const { document_id } = await testDocument(server, { document_type: 'invoice', details })
  await call('POST', `/transaction_documents/${document_id}/status`, { status_id: IS.open })
  expect((await standing()).body.credit_standing).toMatchObject({
    ...{ credit_limit: '100.000', credit_hold: 0, balance: '120.000', is_over: true },
  })
  await call('POST', `/companies/${COMPANY.customer}/payments`, {
    amount: '50',
    method: 'cash',
    allocations: [],
  })
  expect((await standing()).body.credit_standing).toMatchObject({ balance: '70.000', is_over: false })
  for (const as of ['customer', 'driver', 'technician', 'stranger'] as const)
    expect([404, 405], as).toContain((await standing(as)).status)
  const { raw } = await call('GET', `/companies/${COMPANY.customer}`, undefined, 'customer')
  expect(raw).not.toContain('credit_limit')
  await sql`update companies set credit_limit = null where company_id = ${COMPANY.customer}`.execute(
    server.db,
  )
  expect((await standing()).body.credit_standing).toMatchObject({ credit_limit: null, is_over: false })
})
