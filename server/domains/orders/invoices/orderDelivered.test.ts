import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DOCUMENT_STATUS as IS } from '#core/domains/orders/documentStatus.ts'
import { COMPANY, moveToSeller } from '#server/app/testing/accounts.ts'
import { testTruck } from '#server/app/testing/deliveries.ts'
import { deviceWithTank } from '#server/app/testing/deviceWithTank.ts'
import { testProduct, waitingOrder } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

type Account = Parameters<TestServer['as']>[0]

let server: TestServer
let product_id: number
let gallon: number
let tank: Awaited<ReturnType<typeof tankOf>>
let days = 0
beforeAll(async () => {
  server = await startTestServer()
  await moveToSeller(server.db, ['csr'])
  product_id = (await testProduct(server)).product_id
  const { body } = await admin('GET', '/units_of_measure?options=1')
  gallon = body.units_of_measure.find((unit: { code: string | null }) => unit.code === 'gal').id
})
beforeEach(async () => {
  tank = await tankOf(COMPANY.customer)
})
afterAll(() => server.close())

const admin = (method: string, path: string, body?: unknown) =>
  server.as('administrator').call(method, path, body)
const order = (as: Account, shipment_id: number) =>
  server.as(as).call('POST', `/shipment_planner/${shipment_id}/order_delivered`)
const read = async (id: number) =>
  (await admin('GET', `/transaction_documents/${id}`)).body.transaction_document

async function tankOf(company: number) {
  const device = await deviceWithTank(server, { company, tank: { product_id: null } })
  await sql`update device_ports set product_id = ${product_id} where device_id = ${device.device_id}`.execute(
    server.db,
  )
  const { body } = await admin('GET', `/devices/${device.device_id}/ports`)
  return { ...device, device_ports_id: body.device_ports[0].device_ports_id as number }
}

/** A round that a forecast caused: its loads are for tanks, without orders. */
async function round(
  loads: {
    device_ports_id?: number
    company_id?: number
    delivered: string
    document_detail_id?: number
    product_id?: number
  }[],
) {
  days += 1
  const load_date = new Date(Date.UTC(2025, 0, days)).toISOString().slice(0, 10)
  const { person } = (
    await admin('POST', '/people', { first_name: 'Dee', last_name: 'Driver', company_id: COMPANY.customer })
  ).body
  const { body } = await admin('POST', '/shipment_planner', {
    ...{ company_id: COMPANY.customer, truck_id: await testTruck(server), delivered_by: person.people_id },
    load_date,
    details: loads.map(({ delivered: _, ...load }) => ({
      ...{ product_id, quantity: '100', unit_id: gallon, compartment: 1 },
      ...load,
    })),
  })
  if (!body.shipment_planner) throw new Error(JSON.stringify(body))
  const { shipment_id, details } = body.shipment_planner
  const finish = async () => {
    await admin('POST', `/shipment_planner/${shipment_id}/status`, { status: 'in route' })
    await admin('POST', `/shipment_planner/${shipment_id}/status`, { status: 'delivered' })
    const response = await admin('POST', `/shipment_planner/${shipment_id}/finalize`, {
      overrule_reason: 'The meter says so',
      details: details.map(({ shipment_detail_id }: { shipment_detail_id: number }, index: number) => ({
        ...{ shipment_detail_id, delivered: loads[index]!.delivered, unit_id: gallon },
      })),
    })
    if (response.status !== 200) throw new Error(response.raw)
  }
  return { shipment_id: shipment_id as number, finish }
}

test('a delivery caused by a forecast is ordered as delivered, at the last price, and billed once', async () => {
  await waitingOrder(server, {
    device_id: tank.device_id,
    details: [{ product_id, quantity: '10', unit_id: gallon, unit_price: '3.123456' }],
  })
  const { shipment_id, finish } = await round([
    { device_ports_id: tank.device_ports_id, delivered: '60' },
    { device_ports_id: tank.device_ports_id, delivered: '38.5' },
  ])
  expect((await order('csr', shipment_id)).status).toBe(409)
  await finish()
  const { status, body } = await order('csr', shipment_id)
  if (status !== 200) throw new Error(JSON.stringify(body))
  expect([status, body.transaction_documents]).toEqual([
    200,
    [{ document_id: expect.any(Number), document_number: expect.stringMatching(/^SO-/), is_priced: true }],
  ])
  const [{ document_id }] = body.transaction_documents
  expect(await read(document_id)).toMatchObject({
    ...{ document_type: 'sales_order', status_id: IS.received, company_id: COMPANY.customer },
    device_id: tank.device_id,
    details: [{ quantity: '98.500', quantity_delivered: '98.500', unit_price: '3.123456', unit_id: gallon }],
  })
  const invoice = await server
    .as('employee')
    .call('POST', `/transaction_documents/${document_id}/convert`, { document_type: 'invoice' })
  expect(invoice.body.transaction_document).toMatchObject({ total_amount: '307.660' })
  expect((await read(document_id)).status_id).toBe(IS.invoiced)
  expect((await order('csr', shipment_id)).status).toBe(409)
})

test('a delivery to a customer without a tank or an order is listed and billed once', async () => {
  const { shipment_id, finish } = await round([
    { company_id: COMPANY.customer, delivered: '60' },
    // It names no one who could be billed.
    { delivered: '5' },
  ])
  await finish()
  const { rows } = await sql<{ device_id: number }>`update devices set status = 'retired' where device_id = (
    select min(device_id) from devices where company_id = ${COMPANY.customer}) returning device_id`.execute(
    server.db,
  )
  const unbilled = async () =>
    (await admin('GET', '/billing/unbilled')).body.unbilled.filter(
      (item: { shipment_id: number }) => item.shipment_id === shipment_id,
    )
  expect(await unbilled()).toMatchObject([{ company_id: COMPANY.customer, lines: [{ quantity: '60.000' }] }])
  const [{ document_id }] = (await order('csr', shipment_id)).body.transaction_documents
  expect((await read(document_id)).device_id).not.toBe(rows[0]!.device_id)
  expect(await read(document_id)).toMatchObject({
    ...{ company_id: COMPANY.customer, status_id: IS.received },
    details: [{ quantity: '60.000', quantity_delivered: '60.000', unit_id: gallon }],
  })
  expect((await order('csr', shipment_id)).status).toBe(409)
  expect(await unbilled()).toMatchObject([{ document_id }])
})

test('a tank stays with its owner until a delivery without an order is billed', async () => {
  const { shipment_id, finish } = await round([{ device_ports_id: tank.device_ports_id, delivered: '60' }])
  await finish()
  const port = `/device_ports/${tank.device_ports_id}`
  const move = () => admin('PATCH', `/devices/${tank.device_id}/move`, { company_id: COMPANY.branch })
  expect((await admin('DELETE', port)).status).toBe(409)
  expect((await move()).body.message).toMatch(/delivered here without an order/)
  // The delivered product is billed although the tank now holds another product.
  const other = await testProduct(server)
  expect((await admin('PATCH', port, { product_id: other.product_id })).status).toBe(200)
  const { status, body } = await order('csr', shipment_id)
  expect([status, body.transaction_documents]).toEqual([200, [expect.anything()]])
  expect((await admin('DELETE', port)).status).toBe(200)
  expect((await move()).status).toBe(200)
})

test('if requested twice at once, it is ordered once; ordered or undelivered loads are left out', async () => {
  const ordered = await waitingOrder(server, {
    details: [{ product_id, quantity: '100', unit_id: gallon, unit_price: '3' }],
  })
  const { shipment_id, finish } = await round([
    { device_ports_id: tank.device_ports_id, delivered: '90' },
    { document_detail_id: ordered.details[0].document_detail_id, delivered: '100' },
    { device_ports_id: tank.device_ports_id, delivered: '0' },
  ])
  await finish()
  const responses = await Promise.all([order('administrator', shipment_id), order('csr', shipment_id)])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const made = responses.find(({ status }) => status === 200)!.body.transaction_documents
  expect((await read(made[0].document_id)).details).toMatchObject([{ quantity: '90.000' }])
})

test('an unrelated company does not find the round, and a user who only orders cannot create an order for it', async () => {
  const { shipment_id, finish } = await round([{ device_ports_id: tank.device_ports_id, delivered: '90' }])
  await finish()
  expect((await order('stranger', shipment_id)).status).toBeGreaterThanOrEqual(400)
  expect((await order('customer', shipment_id)).status).toBe(405)
  expect((await order('dispatcher', shipment_id)).status).toBe(405)
  expect((await order('csr', shipment_id)).status).toBe(200)
})

test('a delivery without a price is received, and billed once the office has priced it', async () => {
  const { product_id: unknown } = await testProduct(server)
  await sql`update device_ports set product_id = ${unknown} where device_id = ${tank.device_id}`.execute(
    server.db,
  )
  const { shipment_id, finish } = await round([
    { device_ports_id: tank.device_ports_id, product_id: unknown, delivered: '90' },
  ])
  await finish()
  const [{ document_id, is_priced }] = (await order('csr', shipment_id)).body.transaction_documents
  const created = await read(document_id)
  expect([is_priced, created.status_id, created.details[0].unpriced]).toEqual([false, IS.received, 1])
  const csr = (method: string, path: string, body: object) =>
    server.as('employee').call(method, `/transaction_documents/${document_id}${path}`, body)
  const bill = () => csr('POST', '/convert', { document_type: 'invoice' })
  expect((await bill()).body.errors).toMatchObject([{ field: 'details.0.unit_price', rule: 'unpriced' }])
  const { document_detail_id } = created.details[0]
  const more = await csr('PATCH', '', { details: [{ document_detail_id, quantity: '91', unit_price: '2' }] })
  expect(more.status).toBe(409)
  const priced = await csr('PATCH', '', { details: [{ document_detail_id, unit_price: '2' }] })
  expect(priced.body.transaction_document).toMatchObject({ total_amount: '180.000', status_id: IS.received })
  const again = await csr('PATCH', '', { details: [{ document_detail_id, unit_price: '3' }] })
  expect(again.status).toBe(409)
  expect((await bill()).body.transaction_document).toMatchObject({ total_amount: '180.000' })
})
