import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank } from '#server/app/testing/deviceWithTank.ts'
import { testProduct } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
let diesel: number
let gasoline: number
let truck_id: number
beforeAll(async () => {
  server = await startTestServer()
  diesel = (await testProduct(server, { specific_gravity: '0.850', grade: 'ULSD' })).product_id
  gasoline = (await testProduct(server, { specific_gravity: '0.740', grade: 'E10' })).product_id
  const { body } = await server.as('administrator').call('POST', '/tanker_trucks', {
    company_id: COMPANY.customer,
    truck_name: 'Bobtail',
    num_of_compartments: 2,
    compartment1: 4000,
    compartment2: 3000,
    max_weight: 5000,
    payload: 5000,
    gvwr: 12_000,
  })
  truck_id = body.tanker_truck.truck_id
})
afterAll(() => server.close())

const propose = (details: object[], as = 'administrator', more: object = {}) =>
  server
    .as(as as 'administrator')
    .call('POST', '/shipment_planner/propose_loading', { truck_id, details, ...more })
const load = (product_id: number, quantity_ordered: number, more: object = {}) => ({
  product_id,
  quantity_ordered,
  ...more,
})

test('each load gets a compartment, and a round planned like that is accepted', async () => {
  const details = [load(diesel, 2500), load(gasoline, 1500), load(diesel, 1000)]
  const { status, body } = await propose(details)
  expect(status).toBe(200)
  expect(body.loading).toMatchObject({ behind: [], limits: [], without: null })
  const planned = body.loading.pieces.map(
    ({
      index,
      compartment,
      quantity_liters,
    }: {
      index: number
      compartment: number
      quantity_liters: number
    }) => load(details[index]!.product_id, Math.round(quantity_liters), { compartment }),
  )
  const created = await server.as('administrator').call('POST', '/shipment_planner', {
    company_id: COMPANY.customer,
    truck_id,
    load_date: '2026-11-21',
    details: planned,
  })
  expect(created.status).toBe(200)
})

test('a load that is too heavy stays behind, and the limit is named', async () => {
  const { body } = await propose([load(diesel, 4000), load(gasoline, 3000)])
  const [behind] = body.loading.behind
  // 5000 kg: all of the lighter product and 3276 L of the other; or the largest compartment full and 2171 L, which is less.
  expect(behind.quantity_liters).toBe(725)
  expect(body.loading.limits[0]).toMatchObject({ rule: 'over_weight' })
})

test('a load stays in the compartment that a person chose', async () => {
  const { body } = await propose([load(gasoline, 500, { compartment: 1 }), load(diesel, 500)])
  expect(body.loading.pieces).toEqual(
    expect.arrayContaining([
      { index: 0, compartment: 1, quantity_liters: 500 },
      { index: 1, compartment: 2, quantity_liters: 500 },
    ]),
  )
})

test('another company’s truck and tank are not disclosed, and invalid loads are refused', async () => {
  expect(
    (await propose([load(diesel, 500)], 'administrator', { truck_id: 999_999 })).status,
  ).toBeGreaterThanOrEqual(404)
  expect((await propose([load(diesel, 500)], 'customer')).status).toBe(405)
  const device = await deviceWithTank(server, { tank: { product_id: diesel } })
  const { body } = await server.as('administrator').call('GET', `/devices/${device.device_id}/ports`)
  const { device_ports_id } = body.device_ports[0]
  expect((await propose([load(gasoline, 500, { device_ports_id })])).body.errors).toMatchObject([
    { field: 'details.0.device_ports_id', rule: 'tank_product' },
  ])
  expect((await propose([load(diesel, 500, { device_ports_id: 999_999 })])).status).toBeGreaterThanOrEqual(
    404,
  )
  expect((await propose([{ product_id: diesel }])).status).toBe(422)
  expect((await propose([])).status).toBe(422)
})

test('axles and the order of the stops determine compartments, and are named when they bind', async () => {
  const { body: created } = await server.as('administrator').call('POST', '/tanker_trucks', {
    company_id: COMPANY.customer,
    truck_name: 'Straight 5',
    num_of_compartments: 2,
    ...{ compartment1: 2000, compartment2: 2000, max_weight: 0, payload: 0, gvwr: 0 },
    ...{ rear_axle_limit: 7000, rear_axle_empty: 6000, rear_share1: 0, rear_share2: 100 },
    unloading_order: 'rear_first',
  })
  const of = { truck_id: created.tanker_truck.truck_id }
  const first = load(diesel, 1000, { company_id: COMPANY.customer })
  const second = load(gasoline, 1500, { company_id: COMPANY.distributor })
  const { body } = await propose([first, second], 'administrator', of)
  const placeOf = (index: number) =>
    body.loading.pieces.find((piece: { index: number }) => piece.index === index).compartment
  expect([placeOf(0), placeOf(1)]).toEqual([2, 1])
  expect(body.loading.behind).toEqual([])
  const turned = await propose([second, first], 'administrator', of)
  expect(turned.body.loading.behind).not.toEqual([])
  const rules = turned.body.loading.limits.map(({ rule }: { rule: string }) => rule)
  expect(rules.toSorted()).toEqual(['out_of_order', 'over_rear_axle', 'two_products'])
})
