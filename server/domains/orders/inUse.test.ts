import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DOCUMENT_STATUS as IS } from '#core/domains/orders/documentStatus.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { testTruck } from '#server/app/testing/deliveries.ts'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { testDocument, testProduct, waitingOrder } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

/** A referenced record stays unchanged until the documents that refer to it are finished. */

let server: TestServer
let product_id: number
beforeAll(async () => {
  server = await startTestServer()
  product_id = (await testProduct(server, { specific_gravity: '0.850' })).product_id
})
afterAll(() => server.close())

const call = (method: string, path: string, body?: unknown) =>
  server.as('administrator').call(method, path, body)
const lines = (quantity: string) => [{ product_id, quantity, unit_price: '2' }]
const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)

/** An order of 100 L for a separate tank, on a draft round of a separate truck. */
async function planned() {
  const device = await deviceWithTank(server, { tank: { product_id } })
  await device.send({ records: [record(Date.now() - 60_000, 10)] })
  const { device_id } = device
  const order = await waitingOrder(server, { device_id, details: lines('100') })
  const read = await call('GET', `/transaction_documents/${order.document_id}`)
  const [{ document_detail_id }] = read.body.transaction_document.details
  const truck_id = await testTruck(server)
  const plan = await call('POST', '/dispatch/plan', { day, truck_id, loads: [{ document_detail_id }] })
  expect(plan.status, plan.raw).toBe(200)
  return {
    ...{ device_id, truck_id, document_id: Number(order.document_id), number: String(order.document_number) },
    shipment_id: Number(plan.body.shipment_id),
    port: `/devices/${device_id}/ports/1`,
  }
}
const cancelRound = (id: number) => call('POST', `/shipment_planner/${id}/status`, { status: 'cancelled' })

test('an order on a round cannot be archived by any call', async () => {
  const { document_id, shipment_id } = await planned()
  const path = `/transaction_documents/${document_id}`
  expect((await call('DELETE', path)).status).toBe(409)
  expect((await call('PATCH', path, { archived: 1 })).status).toBe(409)
  await cancelRound(shipment_id)
  expect((await call('PATCH', path, { archived: 1 })).status).toBe(200)
})

test('an archived invoice accepts no payment', async () => {
  const { document_id } = await testDocument(server, { document_type: 'invoice', details: lines('10') })
  const path = `/transaction_documents/${document_id}`
  await call('POST', `${path}/status`, { status_id: IS.open })
  await call('PATCH', path, { archived: 1 })
  expect((await call('POST', `${path}/payments`, { amount: '5', method: 'cash' })).status).toBe(409)
  const { company_id } = (await call('GET', path)).body.transaction_document
  const allocations = [{ document_id, amount: '5' }]
  const paid = await call('POST', `/companies/${company_id}/payments`, {
    ...{ amount: '5', method: 'cash', allocations },
  })
  expect(paid.status).toBe(409)
})

test('a company with documents keeps its currency, and a currency with amounts its precision', async () => {
  await testDocument(server, { document_type: 'invoice', details: lines('10') })
  const company = await call('PATCH', `/customers/${COMPANY.customer}`, { currency_id: 2 })
  expect(company.body.errors).toMatchObject([{ field: 'currency_id', rule: 'currency_in_use' }])
  const precision = await call('PATCH', '/currencies/3', { precision: 0 })
  expect(precision.body.errors).toMatchObject([{ field: 'precision', rule: 'precision_in_use' }])
  const code = await call('PATCH', '/currencies/3', { code: 'USX' })
  expect(code.body.errors).toMatchObject([{ field: 'code', rule: 'code_in_use' }])
  expect((await call('PATCH', '/currencies/3', { precision: 2, name: 'US dollar' })).status).toBe(200)
})

test('a company keeps its currency while its products have prices in it', async () => {
  const { customer } = (
    await call('POST', '/customers', { company: 'Seller', payment_term_id: 1, status: 1, currency_id: 3 })
  ).body
  const path = `/companies/${customer.company_id}`
  expect((await call('PATCH', path, { currency_id: 2 })).status).toBe(200)
  const own = await testProduct(server)
  await sql`update tank_products set company_id = ${customer.company_id}, list_price = 3, list_price_unit_id = 1
    where product_id = ${own.product_id}`.execute(server.db)
  expect((await call('PATCH', path, { currency_id: 3 })).body.errors).toMatchObject([
    { field: 'currency_id', rule: 'currency_in_use' },
  ])
})

test('a currency that changes while the first document is saved is refused', async () => {
  const { customer } = (
    await call('POST', '/customers', { company: 'At once', payment_term_id: 1, status: 1, currency_id: 3 })
  ).body
  const { document_id } = await testDocument(server, { details: lines('10') })
  const saving = await server.db.startTransaction().execute()
  await sql`update transaction_documents set company_id = ${customer.company_id} where document_id = ${document_id}`.execute(
    saving,
  )
  const changed = call('PATCH', `/companies/${customer.company_id}`, { currency_id: 2 })
  const waiting = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db)
    return rows.length
  }
  await expect.poll(waiting, { timeout: 15_000 }).toBeGreaterThan(0)
  await saving.commit().execute()
  expect((await changed).body.errors).toMatchObject([{ field: 'currency_id', rule: 'currency_in_use' }])
})

test('a device can move to another company only after its order and its round', async () => {
  const { device_id, document_id, shipment_id, number } = await planned()
  const move = () => call('PATCH', `/devices/${device_id}/move`, { company_id: COMPANY.branch })
  const refused = await move()
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining(number)])
  await cancelRound(shipment_id)
  expect((await move()).status).toBe(409)
  await call('POST', `/transaction_documents/${document_id}/status`, { status_id: IS.cancelled })
  expect((await move()).status).toBe(200)
})

test('a truck can change its company, and a port be deleted, only after their round', async () => {
  const { truck_id, port, shipment_id } = await planned()
  const move = () => call('PATCH', `/tanker_trucks/${truck_id}`, { company_id: COMPANY.branch })
  expect((await move()).status).toBe(409)
  expect((await call('DELETE', port)).status).toBe(409)
  const { body } = await call('GET', port.replace(/\/1$/, ''))
  const id = body.device_ports[0].device_ports_id
  expect((await call('PATCH', `/device_ports/${id}`, { active: 0 })).status).toBe(409)
  await cancelRound(shipment_id)
  expect((await move()).status).toBe(200)
  expect((await call('DELETE', port)).status).toBe(200)
})

test('a received, unbilled order cannot be deleted, alone or with others', async () => {
  const { document_id } = await waitingOrder(server, { details: lines('70') })
  const path = `/transaction_documents/${document_id}`
  await call('POST', `${path}/status`, { status_id: IS.received, reason: 'Fetched' })
  expect((await call('DELETE', path)).status).toBe(409)
  const many = await call('POST', '/transaction_documents/bulk_delete', {
    items: [{ id: document_id }],
  })
  expect(many.raw).toContain('not billed')
  expect((await call('GET', path)).body.transaction_document.archived).toBe(0)
})

test('an order for a device that has moved is not restored, and a quote for it makes no order', async () => {
  const { device_id } = await deviceWithTank(server, { tank: { product_id } })
  const order = await waitingOrder(server, { device_id, details: lines('10') })
  const path = `/transaction_documents/${order.document_id}`
  const quote = await testDocument(server, { document_type: 'quote', device_id, details: lines('10') })
  for (const status_id of [IS.quoted, IS.accepted])
    await call('POST', `/transaction_documents/${quote.document_id}/status`, { status_id })
  await call('DELETE', path)
  const moved = await call('PATCH', `/devices/${device_id}/move`, { company_id: COMPANY.stranger })
  expect(moved.status, moved.raw).toBe(200)
  const refused = [{ field: 'device_id', rule: 'other_company' }]
  expect((await call('PATCH', path, { archived: 0 })).body.errors).toMatchObject(refused)
  const converted = await call('POST', `/transaction_documents/${quote.document_id}/convert`, {
    document_type: 'sales_order',
  })
  expect(converted.body.errors, converted.raw).toMatchObject(refused)
})

test('a company with devices cannot be archived by any call', async () => {
  await deviceWithTank(server, { company: COMPANY.customer })
  const path = `/customers/${COMPANY.customer}`
  expect((await call('DELETE', path)).status).toBe(409)
  expect((await call('PATCH', path, { status: 0 })).status).toBe(409)
})

test('a person who drives or signs in cannot be archived', async () => {
  const created = await call('POST', '/people', {
    ...{ first_name: 'Dee', last_name: 'Driver', company_id: COMPANY.customer },
  })
  const { people_id } = created.body.person
  const { shipment_id } = await planned()
  await call('PATCH', `/shipment_planner/${shipment_id}`, { delivered_by: people_id })
  const path = `/people/${people_id}`
  expect((await call('DELETE', path)).status).toBe(409)
  expect((await call('PATCH', path, { status: 0 })).status).toBe(409)
  await cancelRound(shipment_id)
  const { person } = (await server.as('driver').call('GET', '/me')).body
  const signsIn = await call('DELETE', `/people/${person.people_id}`)
  expect([signsIn.status, signsIn.body.message]).toEqual([409, expect.stringContaining('signs in')])
  expect((await call('DELETE', path)).status).toBe(200)
})
