// Deliberately long: it follows a shipment from its draft to its signature.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { testDocument, testProduct } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

const DRAWING = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUg=='
let server: TestServer
let product_id: number
beforeAll(async () => {
  server = await startTestServer()
  product_id = (await testProduct(server, { specific_gravity: '0.850' })).product_id
})
afterAll(() => server.close())

const admin = (method: string, path: string, body?: unknown) =>
  server.as('administrator').call(method, `/shipment_planner${path}`, body)
const load = (more: object = {}) => ({ product_id, quantity_ordered: 1000, compartment: 1, ...more })
/** A truck and a driver without another round. */
const crew = async () => {
  const created = async (path: string, body: object) =>
    (await server.as('administrator').call('POST', path, { company_id: COMPANY.customer, ...body })).body
  const { tanker_truck } = await created('/tanker_trucks', {
    truck_name: 'Bobtail',
    num_of_compartments: 2,
    compartment1: 4000,
    compartment2: 3000,
    max_weight: 5000,
    payload: 6000,
    gvwr: 12_000,
  })
  const { person } = await created('/people', { first_name: 'Dee', last_name: 'Driver' })
  return { truck_id: tanker_truck.truck_id as number, delivered_by: person.people_id as number }
}
const plan = async (details: object[], more: object = {}) =>
  admin('POST', '', {
    company_id: COMPANY.customer,
    ...(await crew()),
    load_date: '2026-11-21',
    details,
    ...more,
  })
const planned = async (details: object[] = [load()], more: object = {}) =>
  (await plan(details, more)).body.shipment_planner
const unitOf = async (code: string): Promise<number> => {
  const { body } = await server.as('administrator').call('GET', '/units_of_measure?options=1')
  return body.units_of_measure.find((unit: { code: string | null }) => unit.code === code).id
}
const step = (id: number, status: string) => admin('POST', `/${id}/status`, { status })
const delivered = async (details?: object[]) => {
  const shipment = await planned(details)
  await step(shipment.shipment_id, 'in route')
  return (await step(shipment.shipment_id, 'delivered')).body.shipment_planner
}

test("the dashboard's query finds the shipments with work left", async () => {
  const [open, done] = [await planned(), await planned()]
  await step(done.shipment_id, 'cancelled')
  const { body } = await admin('GET', '?dashboard=1&page_size=1000')
  const ids = body.shipment_planners.map(({ shipment_id }: { shipment_id: number }) => shipment_id)
  expect(ids).toContain(open.shipment_id)
  expect(ids).not.toContain(done.shipment_id)
})

describe('a plan', () => {
  test('is a draft with its loads, under the keys of the API', async () => {
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

  test('is limited to the room of a watched tank, until the planner overrules it', async () => {
    const device = await deviceWithTank(server, { tank: { product_id } })
    await device.send({ records: [record(Date.now() - 60_000, 60)] })
    await server.settle()
    const { body } = await server.as('administrator').call('GET', `/devices/${device.device_id}/ports`)
    const { device_ports_id } = body.device_ports[0]
    const details = [load({ device_ports_id, quantity_ordered: 701 })]
    expect((await plan(details)).body.errors).toMatchObject([
      {
        field: 'details.0.quantity_ordered',
        rule: 'over_ullage',
        message: 'The tank has room for only 184.9\u00a0gal',
      },
    ])
    const overruled = { overrule_ullage: 1, overrule_reason: 'The gauge reads high' }
    expect((await plan(details, { overrule_ullage: 1 })).body.errors).toMatchObject([
      { field: 'overrule_reason', rule: 'required' },
    ])
    const passed = await plan(details, overruled)
    expect(passed.body.shipment_planner.overrules).toMatchObject([
      { stage: 'plan', rule: 'over_ullage', reason: 'The gauge reads high', by: expect.any(String) },
    ])
    await step(passed.body.shipment_planner.shipment_id, 'cancelled')
    expect((await plan([load({ device_ports_id, quantity_ordered: 700 })])).status).toBe(200)
  })

  test('accepts only saved addresses of its own company, refusing others at their load', async () => {
    const saved = async (company: number) => {
      const address = { address_type: 'shipping', address1: '12 Mill Road', city: 'Kearney', state: 'NE' }
      const path = `/companies/${company}/addresses`
      const { body } = await server
        .as('administrator')
        .call('POST', path, { location_label: 'Yard', zip_code: '68845', ...address })
      return body.entity_address.entity_addresses_id as number
    }
    const own = await saved(COMPANY.customer)
    const other = await saved(COMPANY.stranger)
    const to = (shipping_address_id: number) => load({ company_id: COMPANY.customer, shipping_address_id })
    const refused = await plan(
      [to(own), to(other), to(999_999)].map((item) => ({ ...item, quantity_ordered: 100 })),
    )
    expect(refused).toMatchObject({
      status: 422,
      body: {
        errors: [
          { field: 'details.1.shipping_address_id', rule: 'not_found' },
          { field: 'details.2.shipping_address_id', rule: 'not_found' },
        ],
      },
    })
    const created = await planned([to(own)])
    expect(created.details).toMatchObject([{ shipping_address_id: own }])
    // A stored address stays, though its record is gone by now.
    await sql`delete from entity_addresses where entity_addresses_id = ${own}`.execute(server.db)
    const { shipment_detail_id } = created.details[0]
    const details = [{ shipment_detail_id, quantity_ordered: 900 }]
    expect((await admin('PATCH', `/${created.shipment_id}`, { details })).status).toBe(200)
  })

  test('can change its loads only while it is a draft', async () => {
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
  test('follows the table of statuses, and a refusal names the allowed ones', async () => {
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

describe('its deliveries for orders', () => {
  const ordered = async () => {
    const { body } = await server.as('administrator').call('GET', '/units_of_measure?options=1')
    const litre = body.units_of_measure.find(({ code }: { code: string | null }) => code === 'l')
    const order = await testDocument(server, {
      details: [{ product_id, quantity: '1000', unit_id: litre.id, unit_price: '1' }],
    })
    await server.as('administrator').call('POST', `/transaction_documents/${order.document_id}/status`, {
      status_id: DOCUMENT_STATUS.waiting_for_shipment,
    })
    return { id: order.document_id, line: order.details[0].document_detail_id }
  }
  const orderOf = async (id: number) =>
    (await server.as('administrator').call('GET', `/transaction_documents/${id}`)).body.transaction_document

  test('update the order lines, and the orders become open, then received', async () => {
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

  test('become free again when the shipment is cancelled', async () => {
    const { id, line } = await ordered()
    const { shipment_id } = await planned([load({ document_detail_id: line })])
    expect((await orderOf(id)).locked).toBe(1)
    await step(shipment_id, 'cancelled')
    expect((await orderOf(id)).locked).toBe(0)
  })

  test('are only for lines of the same product that the planner sees', async () => {
    const { line } = await ordered()
    const other = await testProduct(server)
    const response = await plan([load({ document_detail_id: line, product_id: other.product_id })])
    expect(response.body.errors).toMatchObject([
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
      details: [{ product_id, quantity: '1000', unit_id: await unitOf('l'), unit_price: '1' }],
      ...more,
    })
    await server.as('administrator').call('POST', `/transaction_documents/${order.document_id}/status`, {
      status_id: DOCUMENT_STATUS.waiting_for_shipment,
    })
    return order
  }

  test('includes the waiting line of an order, less quantities on other shipments', async () => {
    const order = await waiting()
    const [line] = order.details
    const search = `?search=${order.document_number}`
    expect((await choices(`?device_id=${order.device_id}`)).order_lines).toContainEqual(
      (await choices(search)).order_lines[0],
    )
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

  test('includes nothing of another company', async () => {
    const order = await waiting()
    const { body } = await server
      .as('stranger')
      .call('GET', `/shipment_planner/load_choices?search=${order.document_number}`)
    expect(body.load_choices).toEqual({ order_lines: [], tanks: [] })
  })

  test('does not include an order that was not released', async () => {
    const { details } = await testDocument(server, {
      details: [{ product_id, quantity: '1000', unit_id: await unitOf('l'), unit_price: '1' }],
    })
    const { document_detail_id } = details[0]
    const refused = await plan([
      { product_id, compartment: 1, document_detail_id, quantity: '100', unit_id: await unitOf('l') },
    ])
    expect(refused.body.errors).toMatchObject([
      { field: 'details.0.document_detail_id', rule: 'order_not_released' },
    ])
  })

  test('are sorted by their wished days, not by the days of payment', async () => {
    const [patient, urgent] = [
      await waiting({ document_date: '2020-03-01', due_date: '2020-03-01', wished_date: '2020-03-20' }),
      await waiting({ document_date: '2020-03-02', due_date: '2020-05-02' }),
    ]
    const { order_lines } = await choices()
    const found = order_lines.filter(({ document_id }: { document_id: number }) =>
      [patient.document_id, urgent.document_id].includes(document_id),
    )
    expect(found).toMatchObject([
      { document_id: urgent.document_id, ordered_for: '2020-03-05' },
      { document_id: patient.document_id, ordered_for: '2020-03-20' },
    ])
  })

  test('includes a watched tank with its room, and it must hold the product', async () => {
    const device = await deviceWithTank(server, { tank: { product_id } })
    await device.send({ records: [record(Date.now() - 60_000, 60)] })
    await server.settle()
    const { device: read } = (await server.as('administrator').call('GET', `/devices/${device.device_id}`))
      .body
    const { tanks } = await choices(`?search=${read.public_id}`)
    expect(tanks).toMatchObject([{ ullage: 800, room: 700, product_id, quantity_planned: 0 }])
    expect((await choices(`?device_id=${device.device_id}`)).tanks).toEqual([
      { ...tanks[0], level_age: expect.any(Number) },
    ])
    const ofAnother = await deviceWithTank(server, { tank: { product_id } })
    expect((await choices(`?device_id=${ofAnother.device_id}`)).tanks).toEqual([])
    const { device_ports_id } = tanks[0]
    const shipment = await planned([load({ device_ports_id, quantity_ordered: 300 })])
    expect(shipment.details).toMatchObject([{ company_id: read.company_id }])
    expect((await choices(`?search=${read.public_id}`)).tanks).toMatchObject([{ quantity_planned: 300 }])
    const other = await testProduct(server)
    expect((await plan([load({ device_ports_id, product_id: other.product_id })])).body.errors).toMatchObject(
      [{ field: 'details.0.device_ports_id', rule: 'tank_product' }],
    )
  })

  test('takes customer and place from the order, and keeps what the planner entered', async () => {
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

  test('is stored once, of a finalized shipment, which then no longer changes', async () => {
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

test('the delivery note lists the deliveries and shows who signed', async () => {
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
    '264.2\u00a0gal',
    'Received by',
    'Kim &#60;Doe&#62;',
    '41, -98',
  ]
  for (const text of [...texts, `<img src="${DRAWING}"`]) expect(html).toContain(text)
  // An invalid drawing does not prevent printing.
  expect((await print('&format=pdf')).raw.startsWith('%PDF')).toBe(true)
  expect((await server.as('stranger').call('GET', `/shipment_planner/print?shipment_id=${id}`)).status).toBe(
    404,
  )
})

test('users who may only read shipments cannot change them', async () => {
  const { shipment_id } = await planned()
  const producer = server.as('producer')
  expect((await producer.call('GET', `/shipment_planner/${shipment_id}`)).status).toBe(200)
  for (const call of ['status', 'finalize', 'sign']) {
    expect((await producer.call('POST', `/shipment_planner/${shipment_id}/${call}`, {})).status).toBe(405)
  }
  expect((await server.as('stranger').call('GET', `/shipment_planner/${shipment_id}`)).status).toBe(404)
})

describe('volumes in their unit', () => {
  test("an imperial company's order is loaded, delivered and shown in exact gallons", async () => {
    const gallon = await unitOf('gal')
    const order = await testDocument(server, {
      details: [{ product_id, quantity: '250', unit_id: gallon, unit_price: '3.25' }],
    })
    await server.as('administrator').call('POST', `/transaction_documents/${order.document_id}/status`, {
      status_id: DOCUMENT_STATUS.waiting_for_shipment,
    })
    const { document_detail_id } = order.details[0]
    const found = await admin('GET', `/load_choices?search=${order.document_number}`)
    expect(found.body.load_choices.order_lines).toMatchObject([{ quantity_left: 250, unit_code: 'gal' }])
    const line = async () =>
      (await server.as('administrator').call('GET', `/transaction_documents/${order.document_id}`)).body
        .transaction_document.details[0]
    const gallons = { product_id, compartment: 1, document_detail_id, unit_id: gallon }
    const shipment = await planned([
      { ...gallons, quantity: '100.3' },
      { ...gallons, quantity: '149.7' },
    ])
    expect(shipment.details).toMatchObject([
      { quantity: '100.300', unit_code: 'gal', quantity_ordered: 380, quantity_liters: '379.676801935200' },
      { quantity: '149.700', quantity_ordered: 567 },
    ])
    expect(await line()).toMatchObject({ quantity_planned: '250.000', quantity_delivered: '0.000' })
    await step(shipment.shipment_id, 'in route')
    await step(shipment.shipment_id, 'delivered')
    const done = await admin('POST', `/${shipment.shipment_id}/finalize`, {
      details: [{ shipment_detail_id: shipment.details[0].shipment_detail_id, delivered: '100.1' }],
    })
    expect(done.body.shipment_planner.details).toMatchObject([
      { delivered: '100.100', delivered_unit_code: 'gal', quantity_delivered: '378.920' },
      { delivered: '149.700' },
    ])
    expect(await line()).toMatchObject({ quantity_planned: '0.000', quantity_delivered: '249.800' })
  })

  test('whole litres that are sent back unchanged change nothing', async () => {
    const unit_id = await unitOf('gal')
    const { shipment_id, details } = await planned([{ product_id, compartment: 1, quantity: '250', unit_id }])
    const [{ shipment_detail_id, quantity_ordered }] = details
    expect(quantity_ordered).toBe(946)
    const patch = (row: object) =>
      admin('PATCH', `/${shipment_id}`, { details: [{ shipment_detail_id, ...row }] })
    const same = await patch({ quantity_ordered: 946, compartment: 2 })
    expect(same.body.shipment_planner.details).toMatchObject([{ quantity: '250.000', compartment: 2 }])
    const other = await patch({ quantity_ordered: 900 })
    expect(other.body.shipment_planner.details).toMatchObject([{ quantity: '900.000', unit_code: 'l' }])
    expect((await patch({ quantity: '250', unit_id, quantity_ordered: 500 })).body.errors).toMatchObject([
      { field: 'details.0.quantity_ordered', rule: 'units_differ' },
    ])
    expect((await patch({ quantity: '250', unit_id: await unitOf('h') })).body.errors).toMatchObject([
      { field: 'details.0.unit_id', rule: 'unit_of_volume' },
    ])
  })

  test('a truck entered in gallons keeps these exactly, even when saved unchanged', async () => {
    const truck = await server.as('administrator').call('POST', '/tanker_trucks', {
      truck_name: 'Gallons',
      company_id: COMPANY.customer,
      num_of_compartments: 1,
      imperial_compartment1: '1000',
      imperial_max_weight: '0',
      imperial_payload: '0',
      imperial_gvwr: '0',
    })
    const { truck_id, compartment1 } = truck.body.tanker_truck
    expect(compartment1).toBe(3785)
    const echo = await server
      .as('administrator')
      .call('PATCH', `/tanker_trucks/${truck_id}`, { compartment1: 3785, truck_name: 'Gallons 2' })
    expect(echo.body.tanker_truck).toMatchObject({
      imperial_compartment1: '1000.000000',
      truck_name: 'Gallons 2',
    })
    const unit_id = await unitOf('gal')
    const full = (quantity: string) => plan([{ product_id, compartment: 1, quantity, unit_id }], { truck_id })
    expect((await full('1000')).status).toBe(200)
    expect((await full('1000.001')).body.errors).toMatchObject([
      { rule: 'over_compartment', message: 'The compartment holds only 1,000\u00a0gal' },
    ])
  })
})

describe('a truck with axles and an unloading order', () => {
  const truckOf = (more: object) =>
    server.as('administrator').call('POST', '/tanker_trucks', {
      truck_name: 'Straight 5',
      company_id: COMPANY.customer,
      num_of_compartments: 2,
      ...{ compartment1: 4000, compartment2: 3000, max_weight: 0, payload: 0, gvwr: 0 },
      ...more,
    })
  const axles = {
    ...{ rear_axle_limit: 8000, rear_axle_empty: 6000, rear_share1: '25', rear_share2: '75' },
    ...{ imperial_front_axle_limit: '20000', imperial_front_axle_empty: '9000' },
  }

  test('has its figures in both unit systems, and changing a limit in one changes the other', async () => {
    const { body } = await truckOf(axles)
    const { truck_id, ...figures } = body.tanker_truck
    expect(figures).toMatchObject({
      ...{ imperial_rear_axle_limit: '17636.980975', front_axle_limit: 9072, unloading_order: 'any' },
      ...{ rear_share2: '75.00', rear_share3: null },
    })
    const cleared = await server.as('administrator').call('PATCH', `/tanker_trucks/${truck_id}`, {
      rear_axle_limit: null,
      imperial_rear_axle_limit: '17636.980975',
    })
    expect(cleared.body.tanker_truck).toMatchObject({
      rear_axle_limit: null,
      imperial_rear_axle_limit: null,
    })
    const { body: options } = await server.as('administrator').call('GET', '/tanker_trucks?options=1')
    expect(
      options.tanker_trucks.find((truck: { truck_id: number }) => truck.truck_id === truck_id),
    ).toMatchObject({
      imperial_front_axle_limit: '20000.000000',
      rear_share1: '25.00',
      unloading_order: 'any',
    })
  })

  test('is refused without the data that its limits need', async () => {
    const { rear_axle_empty: _, rear_share2: __, ...lacking } = axles
    expect(await truckOf(lacking)).toMatchObject({
      status: 422,
      body: {
        errors: [
          { field: 'rear_axle_empty' },
          { field: 'imperial_rear_axle_empty' },
          { field: 'rear_share2' },
        ],
      },
    })
  })

  test("refuses a round that overloads an axle, in the planner's language", async () => {
    const { truck_id } = (await truckOf(axles)).body.tanker_truck
    const details = [load(), load({ compartment: 2, quantity_ordered: 3000 })]
    expect(
      await plan(details, { truck_id, overrule_ullage: 1, overrule_reason: 'It is Friday' }),
    ).toMatchObject({
      status: 422,
      body: {
        errors: [
          {
            field: 'details.1.quantity_ordered',
            rule: 'over_rear_axle',
            message: 'The limit of the rear axles of Straight 5 is 17,636.9\u00a0lb',
          },
        ],
      },
    })
    expect((await plan([load(), load({ compartment: 2 })], { truck_id })).status).toBe(200)
  })

  test('refuses a load that blocks an earlier stop unless overruled with a reason; the stops can be reordered', async () => {
    const { truck_id } = (await truckOf({ unloading_order: 'rear_first' })).body.tanker_truck
    const details = [
      load({ company_id: COMPANY.customer, compartment: 1 }),
      load({ company_id: COMPANY.distributor, compartment: 2 }),
    ]
    const refused = await plan(details, { truck_id })
    expect(refused).toMatchObject({
      status: 422,
      body: {
        errors: [
          {
            field: 'details.1.compartment',
            rule: 'out_of_order',
            message:
              'Straight 5 must be emptied in order: compartment 1 is for an earlier stop, but this one is emptied first',
          },
        ],
      },
    })
    const overruled = await plan(details, { truck_id, overrule_ullage: 1, overrule_reason: 'By pump' })
    expect(overruled.status).toBe(200)
    const { shipment_id } = overruled.body.shipment_planner
    const marks = await sql<{ rule: string }>`select rule from shipment_overrules
      where shipment_id = ${shipment_id}`.execute(server.db)
    expect(marks.rows).toEqual([{ rule: 'out_of_order' }])
    const right = (await plan(details.toReversed(), { truck_id })).body.shipment_planner
    const [first, second] = right.stops
    const turned = await admin('PUT', `/${right.shipment_id}/stops`, {
      stops: [{ stop_id: second.stop_id }, { stop_id: first.stop_id }],
    })
    expect(turned.status).toBe(200)
    const left = await step(right.shipment_id, 'in route')
    expect(left.status).toBe(409)
    expect(left.body.message).toContain('Load 2: Straight 5 must be emptied in order')
  })
})

describe('a round leaves', () => {
  const leaves = async (details: object[], more: object = {}) =>
    step((await planned(details, more)).shipment_id, 'in route')

  test.each([
    ['a load', [], {}, 'Loads: Required'],
    ['a truck', [{}], { truck_id: null }, 'Truck: Required'],
    ['a driver', [{}], { delivered_by: null }, 'Driver: Required'],
    ['its loads in compartments', [{ compartment: null }], {}, 'Load 1: Required'],
  ])('not without %s', async (_, loads, more, reason) => {
    const response = await leaves(
      loads.map((item) => load(item)),
      more,
    )
    expect(response.status).toBe(409)
    expect(response.body.message).toContain(reason)
  })

  test('but not while its truck or driver is out with another round', async () => {
    const first = await planned()
    const same = { truck_id: first.truck_id, delivered_by: first.delivered_by }
    const second = await planned([load()], same)
    expect(second.warnings).toMatchObject([
      { field: 'truck_id', rule: 'vehicle_twice' },
      { field: 'delivered_by', rule: 'driver_twice' },
    ])
    expect((await step(first.shipment_id, 'in route')).status).toBe(200)
    const refused = await step(second.shipment_id, 'in route')
    expect(refused.status).toBe(409)
    expect(refused.body.message).toContain(`Truck: In route with ${first.shipment_number}`)
    await step(first.shipment_id, 'delivered')
    expect((await step(second.shipment_id, 'in route')).status).toBe(200)
  })

  test('once, when the same truck is sent with two rounds at the same moment', async () => {
    const first = await planned()
    const second = await planned([load()], { truck_id: first.truck_id })
    const responses = await Promise.all([first, second].map((item) => step(item.shipment_id, 'in route')))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('but never with a vehicle of an unrelated company', async () => {
    const foreign = await server.as('administrator').call('POST', '/tanker_trucks', {
      truck_name: 'Foreign',
      company_id: COMPANY.stranger,
      num_of_compartments: 1,
      max_weight: 0,
      payload: 0,
      gvwr: 0,
    })
    const { truck_id } = foreign.body.tanker_truck
    expect((await plan([], { truck_id })).body.errors).toMatchObject([
      { field: 'truck_id', rule: 'other_company' },
    ])
  })
})

describe('a watched tank', () => {
  const watched = async () => {
    const device = await deviceWithTank(server, { tank: { product_id } })
    await device.send({ records: [record(Date.now() - 60_000, 60)] })
    await server.settle()
    const { body } = await server.as('administrator').call('GET', `/devices/${device.device_id}/ports`)
    return body.device_ports[0].device_ports_id as number
  }

  test('takes several loads only if they fit together, on one shipment and on several', async () => {
    const device_ports_id = await watched()
    const two = [
      load({ device_ports_id, quantity_ordered: 400 }),
      load({ device_ports_id, quantity_ordered: 301 }),
    ]
    expect((await plan(two)).body.errors).toMatchObject([
      { field: 'details.1.quantity_ordered', rule: 'over_ullage' },
    ])
    const first = await planned([load({ device_ports_id, quantity_ordered: 400 })])
    expect((await plan([load({ device_ports_id, quantity_ordered: 301 })])).status).toBe(422)
    await step(first.shipment_id, 'cancelled')
    expect((await plan([load({ device_ports_id, quantity_ordered: 301 })])).status).toBe(200)
  })

  test('is not filled twice by two planners who save at the same moment', async () => {
    const device_ports_id = await watched()
    const responses = await Promise.all(
      [400, 400, 400].map((quantity_ordered) => plan([load({ device_ports_id, quantity_ordered })])),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
  })

  test('cannot be overfilled without the permission, even with a reason', async () => {
    const device_ports_id = await watched()
    const body = {
      details: [load({ device_ports_id, quantity_ordered: 701 })],
      load_date: '2026-11-21',
      company_id: COMPANY.customer,
      overrule_ullage: 1,
      overrule_reason: 'I want to',
    }
    const withdraw = async (list: string[]) => {
      await sql`update accounts set withdrawn_permissions = ${list} where login_type_id = 'dispatcher'`.execute(
        server.db,
      )
      await server.forgetRights()
    }
    await withdraw(['shipment_planners.overrule'])
    const refused = await server.as('dispatcher').call('POST', '/shipment_planner', body)
    expect(refused.body.errors).toMatchObject([{ field: 'overrule_ullage', rule: 'not_overruler' }, {}])
    await withdraw([])
  })
})

describe('finalizing', () => {
  const deliveredLoads = (
    shipment: { shipment_id: number; details: { shipment_detail_id: number }[] },
    more: object,
  ) =>
    admin('POST', `/${shipment.shipment_id}/finalize`, {
      details: [{ shipment_detail_id: shipment.details[0]!.shipment_detail_id, quantity_delivered: '5000' }],
      ...more,
    })

  test('needs a reason for more than planned or on board, which stays on record', async () => {
    const shipment = await delivered()
    const refused = await deliveredLoads(shipment, {})
    expect(refused.status).toBe(422)
    expect(refused.body.errors).toMatchObject([
      { field: 'details.0.quantity_delivered', rule: 'over_plan' },
      { field: 'details.0.quantity_delivered', rule: 'over_load' },
      { field: 'overrule_reason', rule: 'required' },
    ])
    const { body } = await admin('GET', `/${shipment.shipment_id}`)
    expect(body.shipment_planner).toMatchObject({ status_id: 3, details: [{ quantity_delivered: null }] })
    const passed = await deliveredLoads(shipment, { overrule_reason: 'Reloaded on the way' })
    expect(passed.body.shipment_planner).toMatchObject({
      status_id: 4,
      overrules: [
        { stage: 'finalize', rule: 'over_plan', reason: 'Reloaded on the way' },
        { stage: 'finalize', rule: 'over_load' },
      ],
    })
  })

  test('is refused to a user who may not overrule, even with a reason', async () => {
    const shipment = await delivered()
    const response = await server
      .as('driver')
      .call('POST', `/shipment_planner/${shipment.shipment_id}/finalize`, {
        details: [{ shipment_detail_id: shipment.details[0].shipment_detail_id, quantity_delivered: '4030' }],
        overrule_reason: 'It went in',
      })
    expect(response.body.errors).toMatchObject([
      { rule: 'over_plan' },
      { rule: 'over_load' },
      { rule: 'not_overruler' },
    ])
  })

  test('happens once if requested twice at once', async () => {
    const shipment = await delivered()
    const responses = await Promise.all(
      [1, 2].map(() => admin('POST', `/${shipment.shipment_id}/finalize`, {})),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

test('a shipment still in route is refused with the reason why it cannot be finalized', async () => {
  const { shipment_id: id } = await planned()
  await step(id, 'in_route')
  const response = await admin('POST', `/${id}/finalize`, { details: [] })
  expect(response).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Mark it as delivered before you finalize it') },
  })
})

test('the trailer is also returned as vehicle_id', async () => {
  const trailer = (await crew()).truck_id
  const shipment = await planned([], { trailer_id: trailer })
  expect(shipment).toMatchObject({ trailer_id: trailer, vehicle_id: trailer })
  const { body } = await admin('GET', `?page_size=1`)
  expect(body.shipment_planners[0]).toMatchObject({ vehicle_id: body.shipment_planners[0].trailer_id })
  const other = (await crew()).truck_id
  const changed = await admin('PATCH', `/${shipment.shipment_id}`, {
    ...shipment,
    details: [],
    trailer_id: other,
  })
  expect(changed.body.shipment_planner).toMatchObject({ trailer_id: other, vehicle_id: other })
})
