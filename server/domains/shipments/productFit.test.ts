import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { documentBody, testDocument, testProduct, waitingOrder } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
let diesel: number
let propane: number
beforeAll(async () => {
  server = await startTestServer()
  const create = async (more: object) => (await testProduct(server, more)).product_id
  diesel = await create({ product_group: 'fuel_oil', specific_gravity: '0.850', grade: 'ULSD' })
  propane = await create({ product_group: 'lpg', specific_gravity: '0.510', grade: 'HD-5' })
})
afterAll(() => server.close())

const admin = (method: string, path: string, body?: object) =>
  server.as('administrator').call(method, path, body)
const truckOf = async (more: object) => {
  const { body } = await admin('POST', '/tanker_trucks', {
    ...{ company_id: COMPANY.customer, truck_name: 'Truck', vehicle_type: 'truck', num_of_compartments: 2 },
    ...{ compartment1: 4000, compartment2: 3000, max_weight: 0, payload: 0, gvwr: 0, ...more },
  })
  if (!body.tanker_truck) throw new Error(JSON.stringify(body))
  return body.tanker_truck.truck_id as number
}
const plan = (truck_id: number, details: object[], more: object = {}) =>
  admin('POST', '/shipment_planner', {
    ...{ company_id: COMPANY.customer, truck_id, load_date: '2026-11-21', details, ...more },
  })
const load = (product_id: number, quantity_ordered: number, more: object = {}) => ({
  ...{ product_id, quantity_ordered, compartment: 1, ...more },
})

describe('a truck', () => {
  test('built for gas takes no oil, and a vehicle for fuel no gas', async () => {
    const [bobtail, wagon] = [
      await truckOf({ vehicle_class: 'lpg' }),
      await truckOf({ vehicle_class: 'fuel', compartment_class2: 'lpg' }),
    ]
    const refused = {
      status: 422,
      body: { errors: [{ field: 'details.0.compartment', rule: 'other_class' }] },
    }
    expect(await plan(bobtail, [load(diesel, 500)])).toMatchObject(refused)
    expect(await plan(wagon, [load(propane, 500)])).toMatchObject(refused)
    // No reason can overrule it.
    const overruled = { overrule_ullage: 1, overrule_reason: 'No other truck' }
    expect(await plan(bobtail, [load(diesel, 500)], overruled)).toMatchObject(refused)
    expect((await plan(bobtail, [load(propane, 500)])).status).toBe(200)
    expect((await plan(wagon, [load(propane, 500, { compartment: 2 }), load(diesel, 500)])).status).toBe(200)
  })

  test('gets proposals only for products that it is built for, and gas up to 85 %', async () => {
    const truck_id = await truckOf({ vehicle_class: 'fuel', compartment_class2: 'lpg' })
    const { body } = await admin('POST', '/shipment_planner/propose_loading', {
      truck_id,
      details: [
        { product_id: propane, quantity_ordered: 2900 },
        { product_id: diesel, quantity_ordered: 3000 },
      ],
    })
    expect(body.loading.pieces).toEqual([
      { index: 0, compartment: 2, quantity_liters: 2550 },
      { index: 1, compartment: 1, quantity_liters: 3000 },
    ])
    expect(body.loading.limits.map(({ rule }: { rule: string }) => rule)).toContain('over_compartment')
  })

  test('holds 85 % of gas at most', async () => {
    const truck_id = await truckOf({ vehicle_class: 'lpg' })
    expect(await plan(truck_id, [load(propane, 3401)])).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'details.0.quantity_ordered', rule: 'over_compartment' }] },
    })
    expect((await plan(truck_id, [load(propane, 3400)])).status).toBe(200)
  })
})

test('a product is carried as a gas if and only if it is one', async () => {
  const example = async (more: object) => admin('PATCH', `/tank_products/${diesel}`, { ...more })
  expect(await example({ vehicle_class: 'lpg' })).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'vehicle_class', rule: 'class_of_gas' }] },
  })
  expect((await example({ vehicle_class: 'fuel' })).status).toBe(200)
})

describe('an order', () => {
  test('must name a device whose tanks hold the product', async () => {
    const { device_id } = await deviceWithTank(server, { tank: { product_id: diesel } })
    const order = async (product_id: number) =>
      admin(
        'POST',
        '/transaction_documents',
        await documentBody(server, {
          device_id,
          details: [{ product_id, quantity: '100', unit_price: '1' }],
        }),
      )
    expect(await order(propane)).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'details.0.product_id', rule: 'no_tank_holds' }] },
    })
    const { body, status } = await order(diesel)
    expect(status).toBe(200)
    const { document_id, details } = body.transaction_document
    const path = `/transaction_documents/${document_id}`
    expect(
      await admin('PATCH', path, {
        details: [{ ...details[0], product_id: propane }],
      }),
    ).toMatchObject({ status: 422, body: { errors: [{ rule: 'no_tank_holds' }] } })
    const gas = await deviceWithTank(server, { tank: { product_id: propane } })
    expect(await admin('PATCH', path, { device_id: gas.device_id })).toMatchObject({
      status: 422,
      body: { errors: [{ rule: 'no_tank_holds' }] },
    })
    expect((await admin('GET', path)).body.transaction_document).toMatchObject({ device_id })
  })

  test('is accepted for a device whose tanks have no product set', async () => {
    const { device_id } = await deviceWithTank(server)
    await testDocument(server, { device_id, details: [{ product_id: diesel, quantity: '100' }] })
  })
})

test('an order whose tank has since changed its product is refused, or overruled with a reason', async () => {
  const { device_id } = await deviceWithTank(server, { tank: { product_id: diesel } })
  const order = await waitingOrder(server, {
    device_id,
    details: [{ product_id: diesel, quantity: '100', unit_price: '1' }],
  })
  const { body } = await admin('GET', `/devices/${device_id}/ports`)
  await admin('PATCH', `/devices/${device_id}/ports/${body.device_ports[0].device_ports_id}`, {
    product_id: propane,
  })
  const truck_id = await truckOf({ vehicle_class: 'fuel' })
  const details = [load(diesel, 100, { document_detail_id: order.details[0].document_detail_id })]
  expect(await plan(truck_id, details)).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'details.0.product_id', rule: 'no_tank_holds' }] },
  })
  const overruled = { overrule_ullage: 1, overrule_reason: 'The tank is being changed back' }
  expect((await plan(truck_id, details, overruled)).body.shipment_planner.overrules).toMatchObject([
    { stage: 'plan', rule: 'no_tank_holds' },
  ])
})

test('a tank is filled by its shell capacity if that is less than its defined capacity', async () => {
  const { device_id, public_id, send } = await deviceWithTank(server, {
    tank: { product_id: diesel, def_liters: '2080' },
  })
  await send({ records: [record(Date.now() - 60_000, 60)] })
  await server.settle()
  const { body } = await admin('GET', `/shipment_planner/load_choices?device_id=${device_id}`)
  const [tank] = body.load_choices.tanks
  // 95 % of 2,000 L rather than of 2,080, less the 1,200 L present.
  expect(tank).toMatchObject({ public_id, room: 700 })
  const seen = await server.as('administrator').call('GET', `/devices/${device_id}`)
  expect(seen.body.device.ports[0].room * 3.785411784).toBeCloseTo(700, 1)
  const truck_id = await truckOf({})
  const { device_ports_id } = tank
  expect(await plan(truck_id, [load(diesel, 701, { device_ports_id })])).toMatchObject({
    status: 422,
    body: { errors: [{ rule: 'over_ullage' }] },
  })
})

test('a load for an order gets its tank: of several the one with the most room, or the one chosen', async () => {
  const { device_id, send } = await deviceWithTank(server, { tank: { product_id: diesel } })
  await sql`update device_types set num_ports = 2`.execute(server.db)
  const ports = async () => (await admin('GET', `/devices/${device_id}/ports`)).body.device_ports
  const [{ device_ports_id: first, tank_type_id, sensor_type_id }] = await ports()
  const second = await admin('POST', `/devices/${device_id}/ports`, {
    ...{ port_number: 2, tank_type_id, sensor_type_id, product_id: diesel, def_liters: '2000' },
    ...{ metric_length: '1000', metric_width: '1000', metric_height: '2000', sensor_offset: '1' },
  })
  const other = second.body.device_port.device_ports_id
  const levels = [
    { port: 1, value: 1600 },
    { port: 2, value: 400 },
  ]
  await send({ records: [record(Date.now() - 60_000, 80, { ports: levels })] })
  await server.settle()
  const order = await waitingOrder(server, {
    device_id,
    details: [{ product_id: diesel, quantity: '50', unit_price: '1' }],
  })
  const { document_detail_id } = order.details[0]
  const truck_id = await truckOf({})
  const tankOf = async (more: object) =>
    (await plan(truck_id, [load(diesel, 100, { document_detail_id, ...more })])).body.shipment_planner
      .details[0].device_ports_id
  expect(await tankOf({})).toBe(other)
  expect(await tankOf({ device_ports_id: first })).toBe(first)
})
