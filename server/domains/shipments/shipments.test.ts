// Longer than others on purpose: the whole life of a shipment, from its draft to its signature, is read together.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { testDocument, testProduct } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

const DRAWING = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUg=='
let server: TestServer
let product_id: number
let truck_id: number
beforeAll(async () => {
  server = await startTestServer()
  product_id = (await testProduct(server, { specific_gravity: '0.850' })).product_id
  const truck = await server.as('administrator').call('POST', '/tanker_trucks', {
    truck_name: 'Bobtail',
    company_id: COMPANY.customer,
    num_of_compartments: 2,
    compartment1: 4000,
    compartment2: 3000,
    max_weight: 5000,
    payload: 6000,
    gvwr: 12_000,
  })
  truck_id = truck.body.tanker_truck.truck_id
})
afterAll(() => server.close())

const admin = (method: string, path: string, body?: unknown) =>
  server.as('administrator').call(method, `/shipment_planner${path}`, body)
const load = (more: object = {}) => ({ product_id, quantity_ordered: 1000, compartment: 1, ...more })
const plan = (details: object[], more: object = {}) =>
  admin('POST', '', { company_id: COMPANY.customer, truck_id, load_date: '2026-11-21', details, ...more })
const planned = async (details: object[] = [load()], more: object = {}) =>
  (await plan(details, more)).body.shipment_planner
const step = (id: number, status: string) => admin('POST', `/${id}/status`, { status })
const delivered = async (details?: object[]) => {
  const shipment = await planned(details)
  await step(shipment.shipment_id, 'in route')
  return (await step(shipment.shipment_id, 'delivered')).body.shipment_planner
}

test('the dashboard asks for the shipments in which something is still to be done', async () => {
  const [open, done] = [await planned(), await planned()]
  await step(done.shipment_id, 'cancelled')
  const { body } = await admin('GET', '?dashboard=1&page_size=1000')
  const ids = body.shipment_planners.map(({ shipment_id }: { shipment_id: number }) => shipment_id)
  expect(ids).toContain(open.shipment_id)
  expect(ids).not.toContain(done.shipment_id)
})

describe('a plan', () => {
  test('is a draft with its loads, and lies under the keys of the wire', async () => {
    expect(await planned()).toMatchObject({
      status_id: 1,
      shipment_number: expect.stringMatching(/^S-\d+$/),
      details: [{ compartment: 1, quantity_ordered: 1000, quantity_delivered: null }],
    })
    const { body } = await admin('GET', '?page_size=1')
    expect(body.shipment_planners).toHaveLength(1)
  })

  test.each([
    [[{ compartment: 1 }, { other: true }], 'details.1.compartment', 'two_products'],
    [[{ quantity_ordered: 4001 }], 'details.0.quantity_ordered', 'over_compartment'],
    [[{ compartment: 3 }], 'details.0.compartment', 'compartment_missing'],
    [
      [{ quantity_ordered: 4000 }, { compartment: 2, quantity_ordered: 2000 }],
      'details.1.quantity_ordered',
      'over_weight',
    ],
  ])('is refused when it loads %j', async (loads, field, rule) => {
    const other = await testProduct(server)
    const details = loads.map(({ other: isOther, ...more }: { other?: boolean }) =>
      load(isOther ? { ...more, product_id: other.product_id } : more),
    )
    expect(await plan(details)).toMatchObject({ status: 422, body: { errors: [{ field, rule }] } })
  })

  test('is held to what a watched tank can take, until the planner overrules it', async () => {
    const device = await deviceWithTank(server, { tank: { product_id } })
    await device.send({ records: [record(Date.now() - 60_000, 60)] })
    await server.settle()
    const { body } = await server.as('administrator').call('GET', `/devices/${device.device_id}/ports`)
    const { device_ports_id } = body.device_ports[0]
    const details = [load({ device_ports_id, quantity_ordered: 900 })]
    expect((await plan(details)).body.errors).toMatchObject([
      { field: 'details.0.quantity_ordered', rule: 'over_ullage', message: 'The tank can take 800 L only' },
    ])
    expect((await plan(details, { overrule_ullage: 1 })).status).toBe(200)
    expect((await plan([load({ device_ports_id, quantity_ordered: 800 })])).status).toBe(200)
  })

  test('changes its loads only as long as it is a draft', async () => {
    const { shipment_id, details } = await planned()
    const changed = await admin('PATCH', `/${shipment_id}`, {
      details: [{ shipment_detail_id: details[0].shipment_detail_id, quantity_ordered: 1200 }],
    })
    expect(changed.body.shipment_planner.details).toMatchObject([{ quantity_ordered: 1200, compartment: 1 }])
    await step(shipment_id, 'in_route')
    expect((await admin('PATCH', `/${shipment_id}`, { details: [] })).status).toBe(409)
    expect((await admin('DELETE', `/${shipment_id}`)).status).toBe(409)
  })
})

describe('its status', () => {
  test('goes by the table, and a refusal names what is allowed', async () => {
    const { shipment_id: id } = await planned()
    expect(await step(id, 'delivered')).toMatchObject({
      status: 409,
      body: { message: 'The status is draft and cannot become delivered; allowed: in route, cancelled.' },
    })
    for (const status of [
      'in route',
      'draft',
      'in_route',
      'delivered',
      'in route',
      'delivered',
      'finalized',
    ]) {
      expect((await step(id, status)).status, status).toBe(200)
    }
    expect((await step(id, 'cancelled')).status).toBe(409)
    expect((await step(id, 'lost')).status).toBe(422)
  })
})

describe('what it brings for orders', () => {
  const ordered = async () => {
    const order = await testDocument(server, {
      details: [{ product_id, quantity: '1000', unit_price: '1' }],
    })
    await server.as('administrator').call('POST', `/transaction_documents/${order.document_id}/status`, {
      status_id: DOCUMENT_STATUS.waiting_for_shipment,
    })
    return { id: order.document_id, line: order.details[0].document_detail_id }
  }
  const orderOf = async (id: number) =>
    (await server.as('administrator').call('GET', `/transaction_documents/${id}`)).body.transaction_document

  test('returns to their lines, and they are open, then received', async () => {
    const { id, line } = await ordered()
    const first = await delivered([load({ document_detail_id: line, quantity_ordered: 600 })])
    const done = await admin('POST', `/${first.shipment_id}/finalize`, {
      details: [{ shipment_detail_id: first.details[0].shipment_detail_id, quantity_delivered: '580.5' }],
    })
    expect(done.body.shipment_planner).toMatchObject({
      status_id: 4,
      details: [{ quantity_ordered: 600, quantity_delivered: '580.500' }],
    })
    expect(await orderOf(id)).toMatchObject({
      status_id: DOCUMENT_STATUS.open,
      locked: 1,
      details: [{ quantity_delivered: '580.500' }],
    })
    const second = await delivered([load({ document_detail_id: line, quantity_ordered: 420 })])
    await step(second.shipment_id, 'finalized')
    expect(await orderOf(id)).toMatchObject({
      status_id: DOCUMENT_STATUS.received,
      details: [{ quantity_delivered: '1000.500' }],
    })
  })

  test('is free again when the shipment is cancelled', async () => {
    const { id, line } = await ordered()
    const { shipment_id } = await planned([load({ document_detail_id: line })])
    expect((await orderOf(id)).locked).toBe(1)
    await step(shipment_id, 'cancelled')
    expect((await orderOf(id)).locked).toBe(0)
  })

  test('is only for lines of the same product that the planner sees', async () => {
    const { line } = await ordered()
    const other = await testProduct(server)
    const answer = await plan([load({ document_detail_id: line, product_id: other.product_id })])
    expect(answer.body.errors).toMatchObject([
      { field: 'details.0.document_detail_id', rule: 'other_product' },
    ])
  })
})

describe('what can be loaded', () => {
  const choices = async (query = '') => (await admin('GET', `/load_choices${query}`)).body.load_choices
  const waiting = async (more: object = {}) => {
    const order = await testDocument(server, {
      ship_location_label: 'North barn',
      ship_city: 'Kearney',
      ship_address1: '1 Mill Road',
      details: [{ product_id, quantity: '1000', unit_price: '1' }],
      ...more,
    })
    await server.as('administrator').call('POST', `/transaction_documents/${order.document_id}/status`, {
      status_id: DOCUMENT_STATUS.waiting_for_shipment,
    })
    return order
  }

  test('is the line of an order that waits, less what another shipment holds', async () => {
    const order = await waiting()
    const [line] = order.details
    const search = `?search=${order.document_number}`
    expect((await choices(search)).order_lines).toMatchObject([
      { document_detail_id: line.document_detail_id, quantity_left: 1000, place: 'North barn' },
    ])
    const { shipment_id } = await planned([
      load({ document_detail_id: line.document_detail_id, quantity_ordered: 400 }),
    ])
    expect((await choices(search)).order_lines).toMatchObject([{ quantity_left: 600 }])
    expect((await choices(`${search}&shipment_id=${shipment_id}`)).order_lines).toMatchObject([
      { quantity_left: 1000 },
    ])
    await step(shipment_id, 'cancelled')
    expect((await choices(search)).order_lines).toMatchObject([{ quantity_left: 1000 }])
  })

  test('is nothing of a stranger', async () => {
    const order = await waiting()
    const { body } = await server
      .as('stranger')
      .call('GET', `/shipment_planner/load_choices?search=${order.document_number}`)
    expect(body.load_choices).toEqual({ order_lines: [], tanks: [] })
  })

  test('is a watched tank with what it can still take, and it must hold the product', async () => {
    const device = await deviceWithTank(server, { tank: { product_id } })
    await device.send({ records: [record(Date.now() - 60_000, 60)] })
    await server.settle()
    const { device: read } = (await server.as('administrator').call('GET', `/devices/${device.device_id}`))
      .body
    const { tanks } = await choices(`?search=${read.public_id}`)
    expect(tanks).toMatchObject([{ ullage: 800, product_id, quantity_planned: 0 }])
    const { device_ports_id } = tanks[0]
    const shipment = await planned([load({ device_ports_id, quantity_ordered: 300 })])
    expect(shipment.details).toMatchObject([{ company_id: read.company_id }])
    expect((await choices(`?search=${read.public_id}`)).tanks).toMatchObject([{ quantity_planned: 300 }])
    const other = await testProduct(server)
    expect((await plan([load({ device_ports_id, product_id: other.product_id })])).body.errors).toMatchObject(
      [{ field: 'details.0.device_ports_id', rule: 'tank_product' }],
    )
  })

  test('takes customer and place over from the order, and keeps what the planner wrote', async () => {
    const order = await waiting()
    const { document_detail_id } = order.details[0]
    expect((await planned([load({ document_detail_id })])).details).toMatchObject([
      { company_id: order.company_id, ship_location_label: 'North barn', ship_city: 'Kearney' },
    ])
    const moved = await planned([load({ document_detail_id, ship_city: 'Lincoln' })])
    expect(moved.details).toMatchObject([{ ship_city: 'Lincoln', ship_location_label: null }])
  })
})

describe('the signature', () => {
  test.each(['M0 0L10 10', 'data:image/svg+xml,<svg/>', '', 'data:image/png;base64,AAAA'])(
    'must be a picture, not %j',
    async (signature) => {
      const { shipment_id: id } = await delivered()
      await step(id, 'finalized')
      expect(await admin('POST', `/${id}/sign`, { name: 'Kim Doe', signature })).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'signature', rule: 'drawing' }] },
      })
    },
  )

  const sign = (id: number) =>
    admin('POST', `/${id}/sign`, { name: 'Kim Doe', signature: DRAWING, latitude: 41, longitude: -98 })

  test('is taken once, of a finalized shipment, and then nothing changes', async () => {
    const { shipment_id: id } = await delivered()
    expect((await sign(id)).status).toBe(409)
    await step(id, 'finalized')
    expect((await sign(id)).body.shipment_planner).toMatchObject({
      signed_by: 'Kim Doe',
      signature: DRAWING,
      signed_place: { latitude: 41, longitude: -98 },
      signed_at: expect.any(String),
    })
    expect((await sign(id)).status).toBe(409)
    expect((await admin('PATCH', `/${id}`, { deliver_date: '2030-01-01' })).status).toBe(409)
  })
})

test('the delivery note says what was brought, and shows who signed for it', async () => {
  const { shipment_id: id } = await delivered([load({ company_id: COMPANY.customer, ship_city: 'York' })])
  const print = async (more = '') => admin('GET', `/print?shipment_id=${id}${more}`)
  expect((await print()).body.print.html).not.toContain('<img')
  await step(id, 'finalized')
  await admin('POST', `/${id}/sign`, { name: 'Kim <Doe>', signature: DRAWING, latitude: 41, longitude: -98 })
  const { title, html } = (await print()).body.print
  expect(title).toMatch(/^Delivery note S-\d+$/)
  const texts = [
    'Bobtail',
    'Prairie Fuels',
    'York',
    '1000 L',
    '1,000 L',
    'Received by',
    'Kim &#60;Doe&#62;',
    '41, -98',
  ]
  for (const text of [...texts, `<img src="${DRAWING}"`]) expect(html).toContain(text)
  // A drawing that is none does not keep the note from being printed.
  expect((await print('&format=pdf')).raw.startsWith('%PDF')).toBe(true)
  expect((await server.as('stranger').call('GET', `/shipment_planner/print?shipment_id=${id}`)).status).toBe(
    404,
  )
})

test('who may only read shipments changes nothing of them', async () => {
  const { shipment_id } = await planned()
  const producer = server.as('producer')
  expect((await producer.call('GET', `/shipment_planner/${shipment_id}`)).status).toBe(200)
  for (const call of ['status', 'finalize', 'sign']) {
    expect((await producer.call('POST', `/shipment_planner/${shipment_id}/${call}`, {})).status).toBe(405)
  }
  expect((await server.as('stranger').call('GET', `/shipment_planner/${shipment_id}`)).status).toBe(404)
})
