import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { testProduct } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
let product_id: number
beforeAll(async () => {
  server = await startTestServer()
  product_id = (await testProduct(server)).product_id
})
afterAll(() => server.close())

const call = (method: string, path: string, body?: unknown) =>
  server.as('administrator').call(method, `/shipment_planner${path}`, body)
const load = (ship_location_label: string, more: object = {}) => ({
  product_id,
  quantity_ordered: 100,
  company_id: COMPANY.customer,
  ship_location_label,
  ...more,
})
const planned = async (...details: object[]) =>
  (await call('POST', '', { company_id: COMPANY.customer, load_date: '2026-11-21', details })).body
    .shipment_planner
interface Stop {
  stop_id: number
  sequence: number
  place: string
  shipment_detail_ids: number[]
}
const placed = (stops: Stop[]) => stops.map(({ stop_id, sequence, place }) => [stop_id, sequence, place])

test('a round comes with its stops, and each load with its stop', async () => {
  const created = await planned(load('Barn'), load('Yard', { ship_city: 'York' }), load('Barn'))
  expect(created.stops).toMatchObject([
    {
      sequence: 1,
      place: 'Barn',
      company_id: COMPANY.customer,
      company_title: 'Prairie Fuels',
      status: 'planned',
    },
    { sequence: 2, place: 'Yard, York', arrived_at: null, signed_by: null },
  ])
  const [barn, yard] = created.stops
  expect(created.details.map(({ stop_id }: { stop_id: number }) => stop_id)).toEqual([
    barn.stop_id,
    yard.stop_id,
    barn.stop_id,
  ])
  expect(barn.shipment_detail_ids).toEqual([
    created.details[0].shipment_detail_id,
    created.details[2].shipment_detail_id,
  ])
  const { body } = await call('GET', `/${created.shipment_id}`)
  expect(body.shipment_planner.stops).toEqual(created.stops)
})

test('the list of rounds names customers and places; receivers see only their own', async () => {
  const created = await planned(load('Barn'), load('Elsewhere', { company_id: COMPANY.distributor }))
  await call('PATCH', `/${created.shipment_id}`, { is_firm: 1 })
  const inList = async (as: 'administrator' | 'customer') => {
    const fields = 'stop_companies,stop_places,stop_count'
    const { body } = await server
      .as(as)
      .call('GET', `/shipment_planner?fields=${fields}&search=${created.shipment_number}`)
    return body.shipment_planners[0]
  }
  expect(await inList('administrator')).toMatchObject({
    stop_companies: expect.stringMatching(/^[^,]+, Prairie Fuels$/),
    stop_places: 'Barn, Elsewhere',
    stop_count: 2,
  })
  expect(await inList('customer')).toMatchObject({
    stop_companies: 'Prairie Fuels',
    stop_places: 'Barn',
    stop_count: 1,
  })
})

test('a stop keeps its id, its position and its planned time while its loads change', async () => {
  const created = await planned(load('Barn'), load('Yard'))
  const [barn, yard] = created.stops
  const arranged = await call('PUT', `/${created.shipment_id}/stops`, {
    stops: [
      { stop_id: yard.stop_id, planned_arrival: '2026-11-21T14:20:00Z', service_minutes: 25 },
      { stop_id: barn.stop_id },
    ],
  })
  expect(placed(arranged.body.shipment_planner.stops)).toEqual([
    [yard.stop_id, 1, 'Yard'],
    [barn.stop_id, 2, 'Barn'],
  ])
  // Replaces the loads by others at the same places, and one at a new place.
  const { body } = await call('PATCH', `/${created.shipment_id}`, {
    details: [load('Shed'), load('Barn'), load('Yard', { quantity_ordered: 70 })],
  })
  expect(placed(body.shipment_planner.stops)).toEqual([
    [yard.stop_id, 1, 'Yard'],
    [barn.stop_id, 2, 'Barn'],
    [expect.any(Number), 3, 'Shed'],
  ])
  expect(body.shipment_planner.stops[0]).toMatchObject({
    planned_arrival: '2026-11-21T14:20:00.000Z',
    service_minutes: 25,
  })
  const without = await call('PATCH', `/${created.shipment_id}`, { details: [load('Barn')] })
  expect(placed(without.body.shipment_planner.stops)).toEqual([[barn.stop_id, 1, 'Barn']])
})

test('an order must name each stop once', async () => {
  const created = await planned(load('Barn'), load('Yard'))
  const [barn] = created.stops
  for (const stops of [[], [barn], [barn, barn], [barn, { stop_id: 999_999 }]]) {
    const { status, body } = await call('PUT', `/${created.shipment_id}/stops`, {
      stops: stops.map(({ stop_id }) => ({ stop_id })),
    })
    expect([status, body.errors]).toEqual([
      422,
      [{ field: 'stops', rule: 'stops_of_round', message: 'List each stop of the shipment once' }],
    ])
  }
})

test('the stops of a finished round can no longer be reordered', async () => {
  const created = await planned(load('Barn'))
  await call('POST', `/${created.shipment_id}/status`, { status: 'cancelled' })
  const [{ stop_id }] = created.stops
  expect((await call('PUT', `/${created.shipment_id}/stops`, { stops: [{ stop_id }] })).status).toBe(409)
})

test('stops migrated for older rounds equal those that a save creates', async () => {
  const created = await planned(
    load(' Barn', { ship_city: ' York ' }),
    load('Yard'),
    load('Barn', { ship_city: 'York' }),
  )
  const of = sql`shipment_id = ${created.shipment_id}`
  await sql`delete from shipment_stops where ${of}`.execute(server.db)
  const file = readFileSync('db/migrations/0171_shipment_stops.sql', 'utf8')
  const backfill = file.slice(file.indexOf('with placed as'))
  await sql`delete from shipment_stops`.execute(server.db)
  await sql.raw(backfill).execute(server.db)
  const { body } = await call('GET', `/${created.shipment_id}`)
  const bare = ({ details, stops }: { details: { stop_id: number }[]; stops: Stop[] }) => ({
    stops: stops.map(({ stop_id: _, ...stop }) => stop),
    at: details.map(({ stop_id }) => stops.findIndex((stop) => stop.stop_id === stop_id)),
  })
  expect(bare(body.shipment_planner)).toEqual(bare(created))
})

const timesOf = (stops: (Stop & { planned_arrival: string | null })[]) =>
  stops.map(({ place, planned_arrival }) => [place, planned_arrival?.slice(11, 16) ?? null])

test('board, paper and driver see the same order, no matter who set it', async () => {
  const created = await planned(load('Barn'), load('Yard'), load('Barn'), load('Mill'))
  const { shipment_id } = created
  const [barn, yard, barnToo, mill] = created.details.map(
    ({ shipment_detail_id }: { shipment_detail_id: number }) => shipment_detail_id,
  )
  const placesOf = (loads: { ship_location_label: string }[]) => [
    ...new Set(loads.map(({ ship_location_label }) => ship_location_label)),
  ]
  const shown = async () => {
    const { details, stops } = (await call('GET', `/${shipment_id}`)).body.shipment_planner
    const day = (await server.as('administrator').call('GET', '/dispatch/rounds?day=2026-11-21')).body
    const round = day.rounds.find((item: { shipment_id: number }) => item.shipment_id === shipment_id)
    const orders = [stops.map(({ place }: Stop) => place), placesOf(details), placesOf(round.loads)]
    expect(new Set(orders.map(String)).size).toBe(1)
    return orders[0]
  }
  expect(await shown()).toEqual(['Barn', 'Yard', 'Mill'])
  const reorder = await server.as('administrator').call('POST', '/dispatch/reorder', {
    shipment_id,
    shipment_detail_ids: [mill, barn, barnToo, yard],
  })
  expect(reorder.status).toBe(200)
  expect(await shown()).toEqual(['Mill', 'Barn', 'Yard'])
  const { stops } = (await call('GET', `/${shipment_id}`)).body.shipment_planner
  await call('PUT', `/${shipment_id}/stops`, {
    stops: stops.toReversed().map(({ stop_id }: Stop) => ({ stop_id })),
  })
  expect(await shown()).toEqual(['Yard', 'Barn', 'Mill'])
  // Reorders the loads in the form, then adds one before all others: that comes last.
  const inOrder = [barnToo, mill, yard, barn].map((shipment_detail_id) => ({ shipment_detail_id }))
  await call('PATCH', `/${shipment_id}`, { details: inOrder })
  expect(await shown()).toEqual(['Barn', 'Mill', 'Yard'])
  await call('PATCH', `/${shipment_id}`, { details: [load('Shed'), ...inOrder] })
  expect(await shown()).toEqual(['Barn', 'Mill', 'Yard', 'Shed'])
})

test('a planned time holds while the way to its stop is unchanged', async () => {
  const created = await planned(load('Barn'), load('Yard'), load('Mill'))
  const { shipment_id, stops } = created
  const at = (hour: string) => ({ planned_arrival: `2026-11-21T${hour}:00Z` })
  await call('PUT', `/${shipment_id}/stops`, {
    stops: stops.map(({ stop_id }: Stop, index: number) => ({ stop_id, ...at(`1${index}:00`) })),
  })
  const patched = async (body: object) =>
    timesOf((await call('PATCH', `/${shipment_id}`, body)).body.shipment_planner.stops)
  expect(await patched({ details: [load('Barn'), load('Yard'), load('Mill'), load('Shed')] })).toEqual([
    ['Barn', '10:00'],
    ['Yard', '11:00'],
    ['Mill', '12:00'],
    ['Shed', null],
  ])
  expect(await patched({ details: [load('Barn'), load('Mill')] })).toEqual([
    ['Barn', '10:00'],
    ['Mill', null],
  ])
  expect(await patched({ overrule_reason: 'Agreed by phone' })).toEqual([
    ['Barn', '10:00'],
    ['Mill', null],
  ])
  // On another day the stop has another time.
  expect(await patched({ load_date: '2026-11-24', deliver_date: '2026-11-24' })).toEqual([
    ['Barn', null],
    ['Mill', null],
  ])
})
