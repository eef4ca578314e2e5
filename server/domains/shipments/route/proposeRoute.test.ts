import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank } from '#server/app/testing/deviceWithTank.ts'
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

/** Places along a street to the east of Omaha, in tenths of a degree. */
const at = (tenths: number) => ({ latitude: '41.250000', longitude: (-96 + tenths / 10).toFixed(6) })

/** A round with a stop at each place; null is an unknown position. */
async function planned(places: (number | null)[], more: object = {}) {
  const details = places.map((_, index) => ({
    product_id,
    quantity_ordered: 100,
    company_id: COMPANY.customer,
    ship_location_label: `Place ${index}`,
  }))
  const { body, status } = await call('POST', '', {
    ...{ company_id: COMPANY.customer, load_date: '2026-11-21', details },
    ...more,
  })
  expect([status, body.errors]).toEqual([200, undefined])
  const { shipment_id, stops } = body.shipment_planner
  for (const [index, place] of places.entries()) {
    if (place === null) continue
    const { latitude, longitude } = at(place)
    await sql`update shipment_stops set latitude = ${latitude}, longitude = ${longitude}
      where stop_id = ${stops[index].stop_id}`.execute(server.db)
  }
  const ids: number[] = stops.map(({ stop_id }: { stop_id: number }) => stop_id)
  return { shipment_id: shipment_id as number, ids }
}

const truck = async (more: object = {}) => {
  const { body } = await server.as('administrator').call('POST', '/tanker_trucks', {
    ...{ truck_name: 'Tank 9', vehicle_type: 'truck', company_id: COMPANY.customer, num_of_compartments: 1 },
    ...{ max_weight: 0, gvwr: 0, payload: 0, compartment1: 20_000, ...more },
  })
  return body.tanker_truck.truck_id as number
}

interface Driven {
  stops: { stop_id: number; planned_arrival: string | null }[]
  meters: number
  departs_at: string
  ends_at: string
  time_zone: string
  late_seconds: number
  waits: { stop_id: number; until: string; time_zone: string }[]
  breaks: { before_stop_id: number | null; at: string; minutes: number }[]
  issues: { rule: string; stop_id: number | null; message: string; advice: string | null }[]
}
const ordered = ({ stops }: Driven) => stops.map(({ stop_id }) => stop_id)
const proposed = async (shipment_id: number, body: object = {}) => {
  const response = await call('POST', `/${shipment_id}/propose_route`, body)
  expect(response.status).toBe(200)
  return response.body.route as { source: string; has_home: boolean; before: Driven; after: Driven }
}

test('the stops get the fastest order with their arrivals, and nothing is stored', async () => {
  const { shipment_id, ids } = await planned([1, 4, 2, 3])
  const starts_at = '2026-11-21T13:00:00.000Z'
  const { before, after, source, has_home } = await proposed(shipment_id, { starts_at })
  expect([source, has_home]).toEqual(['estimate', false])
  expect(ordered(before)).toEqual(ids)
  const [one, four, two, three] = ids
  expect([
    [one, two, three, four],
    [four, three, two, one],
  ]).toContainEqual(ordered(after))
  expect(after.meters).toBeLessThan(before.meters * 0.61)
  // Each stop takes half an hour; a tenth of a degree is 10.9 km, a little less than 11 minutes at 60 km/h.
  const arrivals = after.stops.map(({ planned_arrival }) => Date.parse(planned_arrival!))
  expect(arrivals[0]).toBe(Date.parse(starts_at))
  expect((arrivals[1]! - arrivals[0]!) / 60_000).toBeCloseTo(30 + 10.87, 0)
  const { body } = await call('GET', `/${shipment_id}`)
  expect(body.shipment_planner.stops.map(({ stop_id }: { stop_id: number }) => stop_id)).toEqual(ids)
})

test('a stop without a position is planned at the middle of its ZIP code, and says so', async () => {
  const { shipment_id, ids } = await planned([0, null, null])
  const { body } = await server.as('administrator').call('POST', '/sites', {
    ...{ company_id: COMPANY.customer, name: 'New customer', zip_code: '68502' },
  })
  await sql`update shipment_stops set site_id = ${body.site.site_id} where stop_id = ${ids[1]!}`.execute(
    server.db,
  )
  const { before } = await proposed(shipment_id)
  // Lincoln is 50 miles from Omaha.
  expect(before.meters).toBeGreaterThan(60_000)
  expect(before.stops.map(({ planned_arrival }) => planned_arrival !== null)).toEqual([true, true, false])
  expect(before.issues).toEqual([
    {
      ...{ rule: 'near_position', stop_id: ids[1], limit_at: null, found_at: null },
      message: 'Position unknown; times and distances are to the middle of ZIP code 68502',
      advice: 'Set the position of the site.',
    },
  ])
  // The driver's map leads to an address, not to the middle of a ZIP code.
  const { rows } = await sql`select latitude from shipment_stops where stop_id = ${ids[1]!}`.execute(
    server.db,
  )
  expect(rows).toEqual([{ latitude: null }])
})

test('the proposed order can be saved exactly as returned', async () => {
  const { shipment_id } = await planned([1, 4, 2])
  const { after } = await proposed(shipment_id)
  const { status, body } = await call('PUT', `/${shipment_id}/stops`, { stops: after.stops })
  expect(status).toBe(200)
  expect(
    body.shipment_planner.stops.map(({ stop_id, planned_arrival }: Driven['stops'][number]) => ({
      stop_id,
      planned_arrival,
    })),
  ).toEqual(after.stops.map(({ stop_id, planned_arrival }) => ({ stop_id, planned_arrival })))
})

test('a truck with a home starts and ends there, in its shift, on the day of delivery', async () => {
  const { latitude, longitude } = at(0)
  const truck_id = await truck({
    ...{ home_latitude: latitude, home_longitude: longitude, shift_start: '07:00', shift_end: '09:00' },
  })
  const { shipment_id, ids } = await planned([6, 3], { truck_id, deliver_date: '2026-11-23' })
  const { before, after, has_home } = await proposed(shipment_id)
  expect(has_home).toBe(true)
  // Both directions take equally long, so the order is not changed.
  expect(after).toEqual(before)
  expect(ordered(after)).toEqual(ids)
  // The shift is in that time zone, which is not the reader's.
  expect([after.departs_at, after.time_zone]).toEqual(['2026-11-23T13:00:00.000Z', 'America/Chicago'])
  expect(after.issues).toEqual([
    {
      ...{ rule: 'over_shift', stop_id: null, limit_at: expect.any(String), found_at: after.ends_at },
      message: expect.stringMatching(/^Returns at .+ CST, after the end of the shift at 9:00\sAM\sCST$/),
      advice: 'Remove Place 0 to fix this.',
    },
  ])
  expect(Date.parse(after.issues[0]!['limit_at' as never]) - Date.parse(after.departs_at)).toBe(2 * 3_600_000)
})

test('stops that were already reached stay in place, and stops with an unknown position come last', async () => {
  const { shipment_id, ids } = await planned([4, null, 1, 3])
  await sql`update shipment_stops set status = 'done' where stop_id = ${ids[0]!}`.execute(server.db)
  const { after } = await proposed(shipment_id)
  expect(ordered(after)).toEqual([ids[0], ids[3], ids[2], ids[1]])
  expect(after.stops[3]!.planned_arrival).toBeNull()
})

/** Gives a stop a site that is open at these hours on Mondays, Omaha time. */
async function atSite(stop_id: number, from: string, to: string, more: object = {}) {
  const { body } = await server.as('administrator').call('POST', '/sites', {
    ...{
      name: `Site of ${stop_id}`,
      company_id: COMPANY.customer,
      latitude: '41.250000',
      longitude: '-96.000000',
    },
    delivery_windows: [{ day: 1, from, to }],
    ...more,
  })
  await sql`update shipment_stops set site_id = ${body.site.site_id} where stop_id = ${stop_id}`.execute(
    server.db,
  )
}
const MONDAY = { load_date: '2026-11-23', deliver_date: '2026-11-23' }
/** A time of that Monday in Omaha, which is six hours behind. */
const omaha = (time: string) => new Date(`2026-11-23T${time}:00-06:00`).toISOString()

test('a stop is moved before its site closes, and waits until it opens, in the site’s own time zone', async () => {
  const { shipment_id, ids } = await planned([1, 2, 3], MONDAY)
  await atSite(ids[2]!, '07:00', '08:05')
  await atSite(ids[0]!, '10:00', '12:00')
  const { before, after } = await proposed(shipment_id, { starts_at: omaha('08:00') })
  expect(before.issues).toMatchObject([{ rule: 'outside_window', stop_id: ids[2] }])
  expect(before.late_seconds).toBeGreaterThan(3000)
  expect(ordered(after)).toEqual([ids[2], ids[1], ids[0]])
  expect([after.issues, after.late_seconds]).toEqual([[], 0])
  expect(after.waits).toEqual([{ stop_id: ids[0], until: omaha('10:00'), time_zone: 'America/Chicago' }])
})

test('a stop that cannot be reached in time is reported with the nearest time possible, and the others stay in time', async () => {
  const { shipment_id, ids } = await planned([1, 2, 3], MONDAY)
  await atSite(ids[0]!, '06:00', '07:00')
  await atSite(ids[1]!, '06:00', '18:00')
  await atSite(ids[2]!, '07:00', '08:05')
  const { after } = await proposed(shipment_id, { starts_at: omaha('08:00') })
  expect(ordered(after)[0]).toBe(ids[2])
  expect(after.issues.map(({ rule, stop_id }) => [rule, stop_id])).toEqual([['outside_window', ids[0]]])
  // In the time zone of the site, which is not the reader's.
  expect(after.issues[0]!.message).toMatch(/^Arrives at .+ CST, after closing at 7:00\sAM\sCST$/)
  expect(after.issues[0]!.advice).toMatch(
    /^(Leave at .+ to arrive on time|Next delivery time: Monday.* 6:00\sAM\sCST\.$)/,
  )
})

test("an earlier departure is suggested in the time zone of the truck's home", async () => {
  const { latitude, longitude } = at(0)
  const truck_id = await truck({
    ...{ home_latitude: latitude, home_longitude: longitude, shift_start: '10:00', shift_end: '18:00' },
  })
  const { shipment_id, ids } = await planned([3], { ...MONDAY, truck_id })
  await atSite(ids[0]!, '06:00', '10:15')
  const { before } = await proposed(shipment_id)
  expect(before.issues).toMatchObject([
    {
      message: expect.stringMatching(/^Arrives at 10:\d\d\sAM\sCST, after closing at 10:15\sAM\sCST$/),
      advice: expect.stringMatching(/^Leave at 9:\d\d\sAM\sCST to arrive on time\.$/),
    },
  ])
})

test('a site that is closed that day, or gets less than its smallest drop, is reported at its stop', async () => {
  const { shipment_id, ids } = await planned([1, 2], {
    ...MONDAY,
    load_date: '2026-11-24',
    deliver_date: '2026-11-24',
  })
  await atSite(ids[0]!, '07:00', '17:00')
  await atSite(ids[1]!, '07:00', '17:00', { delivery_windows: null, smallest_drop: '150' })
  const { before } = await proposed(shipment_id)
  expect(before.issues.map(({ rule, stop_id }) => [rule, stop_id])).toEqual([
    ['site_closed', ids[0]],
    ['small_drop', ids[1]],
  ])
  expect(before.issues[0]!.advice).toMatch(/^Next delivery time: Monday.* 7:00\sAM\sCST\.$/)
  expect(before.issues[1]!.message).toBe('Gets 26.4\u00a0gal; the smallest drop is 39.6\u00a0gal')
  // The plan itself shows it, at the load.
  const { body } = await server.as('administrator').call('GET', `/shipment_planner/${shipment_id}`)
  expect(body.shipment_planner.warnings).toEqual([
    { field: 'details.1.quantity_ordered', rule: 'small_drop', message: before.issues[1]!.message },
  ])
})

test('an order saved without times gets computed ones', async () => {
  const { shipment_id, ids } = await planned([1, 2, null])
  const arrange = (stops: object[]) => call('PUT', `/${shipment_id}/stops`, { stops })
  const [one, two, nowhere] = ids
  const { body } = await arrange([{ stop_id: two }, { stop_id: one }, { stop_id: nowhere }])
  const [first, second, last] = body.shipment_planner.stops
  expect([first.stop_id, second.stop_id, last.planned_arrival]).toEqual([two, one, null])
  const minutes = (Date.parse(second.planned_arrival) - Date.parse(first.planned_arrival)) / 60_000
  expect(minutes).toBeCloseTo(30 + 10.87, 0)
  // Saving the same order changes nothing.
  await sql`update shipment_stops set planned_arrival = null where stop_id = ${two!}`.execute(server.db)
  const again = await arrange([{ stop_id: two }, { stop_id: one }, { stop_id: nowhere }])
  expect(again.body.shipment_planner.stops[0].planned_arrival).toBeNull()
})

test("breaks follow the rule of the company, or of its parent company, including the driver's earlier rounds", async () => {
  const { rows } = await sql<{
    people_id: number
  }>`select people_id from people order by people_id limit 1`.execute(server.db)
  const { people_id } = rows[0]!
  const onDay = async (places: number[]) => {
    const created = await planned(places, MONDAY)
    await sql`update shipment_planners set delivered_by = ${people_id} where shipment_id = ${created.shipment_id}`.execute(
      server.db,
    )
    return created.shipment_id
  }
  // Nearly 300 km each, some five hours of driving.
  const [first, second] = [await onDay([0, 27]), await onDay([0, 27])]
  const breaksOf = async (id: number) => (await proposed(id)).before.breaks.map(({ minutes }) => minutes)
  expect([await breaksOf(first), await breaksOf(second)]).toEqual([[], []])
  const ruleOf = (rule: string | null) =>
    sql`update companies set hours_rule = ${rule} where company_id = ${COMPANY.customer}`.execute(server.db)
  await ruleOf('eu')
  expect([await breaksOf(first), await breaksOf(second)]).toEqual([[45], [45]])
  const { before } = await proposed(second)
  expect(before.issues).toMatchObject([
    { rule: 'hours_driving', message: expect.stringMatching(/9 hr are allowed/) },
  ])
  // The shipment has the same warning as the board.
  const warningsOf = async (id: number) =>
    (await call('GET', `/${id}`)).body.shipment_planner.warnings.filter(({ rule }: { rule: string }) =>
      rule.startsWith('hours_'),
    )
  const [{ message, advice }] = before.issues as [Driven['issues'][number]]
  expect(await warningsOf(second)).toEqual([
    { field: 'delivered_by', rule: 'hours_driving', message: [message, advice].filter(Boolean).join(' · ') },
  ])
  expect(await warningsOf(first)).toEqual([])
  await ruleOf(null)
  await sql`update companies set hours_rule = 'eu' where company_id =
    (select parent_id from companies where company_id = ${COMPANY.customer})`.execute(server.db)
  expect(await breaksOf(first)).toEqual([45])
})

test('a round changed in its form gets new times from the first stop whose route has changed', async () => {
  const tanks: number[] = []
  for (const tenths of [0, 1, 2, 3]) {
    const { device_id } = await deviceWithTank(server, { tank: { product_id }, device: at(tenths) })
    const { body } = await server.as('administrator').call('GET', `/devices/${device_id}/ports`)
    tanks.push(body.device_ports[0].device_ports_id)
  }
  const load = (index: number) => ({
    ...{ product_id, quantity_ordered: 100, company_id: COMPANY.customer, device_ports_id: tanks[index] },
    ship_location_label: `Place ${index}`,
  })
  const body = {
    company_id: COMPANY.customer,
    load_date: '2026-11-21',
    overrule_ullage: 1,
    overrule_reason: 'Test',
  }
  const response = await call('POST', '', { ...body, details: [load(0), load(1), load(2)] })
  expect(response.status, response.raw).toBe(200)
  const { shipment_id, stops } = response.body.shipment_planner
  const minutes = (stops: { planned_arrival: string | null }[]) =>
    stops.map(({ planned_arrival }) =>
      planned_arrival === null ? null : Math.round((Date.parse(planned_arrival) - NOON) / 60_000),
    )
  const NOON = Date.parse('2026-11-21T18:00:00Z')
  const written = [0, 60, 150].map((more) => new Date(NOON + more * 60_000).toISOString())
  await call('PUT', `/${shipment_id}/stops`, {
    stops: stops.map(({ stop_id }: { stop_id: number }, index: number) => ({
      ...{ stop_id, planned_arrival: written[index] },
    })),
  })
  const saved = async (details: object[]) =>
    minutes((await call('PATCH', `/${shipment_id}`, { details })).body.shipment_planner.stops)
  // One more stop at the end: entered times stay, and the new stop follows after half an hour there and eleven
  // minutes of driving.
  expect(await saved([load(0), load(1), load(2), load(3)])).toEqual([0, 60, 150, 191])
  // Without the second stop the way to the third changes; the fourth follows it.
  expect(await saved([load(0), load(2), load(3)])).toEqual([0, 52, 93])
  // A round without times stays so.
  const untimed = await call('POST', '', { ...body, details: [load(0), load(1)] })
  const { shipment_id: other } = untimed.body.shipment_planner
  const { body: after } = await call('PATCH', `/${other}`, { details: [load(1)] })
  expect(minutes(after.shipment_planner.stops)).toEqual([null])
})

test('a round without stops gets an empty response', async () => {
  const { shipment_id } = await planned([])
  const { after } = await proposed(shipment_id)
  expect([after.stops, after.meters]).toEqual([[], 0])
})

test('an unknown round is not found', async () => {
  const { shipment_id } = await planned([1, 2])
  expect((await call('POST', `/${shipment_id + 100_000}/propose_route`, {})).status).toBe(404)
})

test('a configured OSRM is queried for travel times, and for lines where these are drawn', async () => {
  const line = [
    [-96, 41],
    [-96.1, 41.1],
  ]
  const osrm: Server = createServer((request, reply) => {
    const url = new URL(request.url!, 'http://here')
    if (url.pathname.startsWith('/route/')) {
      const routes = [
        {
          geometry: { type: 'LineString', coordinates: line },
          legs: [{ distance: 1234, duration: 99 }],
        },
      ]
      return void reply.end(JSON.stringify({ code: 'Ok', routes }))
    }
    const size = url.searchParams.get('sources')!.split(';').length
    const ways = Array.from({ length: size }, (_, one) =>
      Array.from({ length: size }, (__, other) => (one === other ? 0 : 1234)),
    )
    reply.end(JSON.stringify({ code: 'Ok', durations: ways, distances: ways }))
  })
  await new Promise<void>((resolve) => osrm.listen(0, '127.0.0.1', resolve))
  const ROUTING_URL = `http://127.0.0.1:${(osrm.address() as AddressInfo).port}`
  const other = await startTestServer({ ROUTING_URL, ROUTING_PRIVATE: '1' })
  try {
    const product = (await testProduct(other)).product_id
    const detail = (ship_location_label: string) => ({
      ...{ product_id: product, quantity_ordered: 10, company_id: COMPANY.customer, ship_location_label },
    })
    const { body } = await other.as('administrator').call('POST', '/shipment_planner', {
      ...{ company_id: COMPANY.customer, load_date: '2026-11-21', details: [detail('A'), detail('B')] },
    })
    await sql`update shipment_stops set latitude = 41 + stop_id / 100.0, longitude = -96`.execute(other.db)
    const { shipment_id } = body.shipment_planner
    const { body: response } = await other
      .as('administrator')
      .call('POST', `/shipment_planner/${shipment_id}/propose_route`, {})
    expect(response.route).toMatchObject({ source: 'roads', after: { meters: 1234, driving_seconds: 1234 } })
    const path = `/dispatch/rounds/${shipment_id}/route`
    expect((await other.as('administrator').call('GET', path)).body.route.way).toBeNull()
    const drawn = await other.as('administrator').call('GET', `${path}?with_way=1`)
    expect(drawn.body.route).toMatchObject({
      ...{ source: 'roads', has_home: false },
      way: { line, legs: [{ meters: 1234, seconds: 99 }] },
    })
    // The OSRM address is not disclosed.
    expect(drawn.raw).not.toContain('127.0.0.1')
    const { body: refused } = await other.as('administrator').call('GET', `${path}?with_way=yes`)
    expect(refused.code).toBe(400)
    const stranger = await other.as('stranger').call('GET', `${path}?with_way=1`)
    expect(stranger.status).toBe(405)
  } finally {
    await other.close()
    osrm.close()
  }
})

test('an OSRM that never responds to a line request blocks neither the board nor the database', async () => {
  let hanging = 0
  const osrm: Server = createServer((request, reply) => {
    const url = new URL(request.url!, 'http://here')
    if (url.pathname.startsWith('/route/')) {
      hanging += 1
      return
    }
    const size = url.searchParams.get('sources')!.split(';').length
    const ways = Array.from({ length: size }, () => Array.from({ length: size }, () => 60))
    reply.end(JSON.stringify({ code: 'Ok', durations: ways, distances: ways }))
  })
  await new Promise<void>((resolve) => osrm.listen(0, '127.0.0.1', resolve))
  const ROUTING_URL = `http://127.0.0.1:${(osrm.address() as AddressInfo).port}`
  const other = await startTestServer({ ROUTING_URL, ROUTING_PRIVATE: '1' })
  try {
    const admin = (method: string, path: string, body?: object) =>
      other.as('administrator').call(method, path, body)
    const product = (await testProduct(other)).product_id
    const detail = (ship_location_label: string) => ({
      ...{ product_id: product, quantity_ordered: 10, company_id: COMPANY.customer, ship_location_label },
    })
    const { body } = await admin('POST', '/shipment_planner', {
      ...{ company_id: COMPANY.customer, load_date: '2026-11-21', details: [detail('A'), detail('B')] },
    })
    await sql`update shipment_stops set latitude = 41 + stop_id / 100.0, longitude = -96`.execute(other.db)
    const path = `/dispatch/rounds/${body.shipment_planner.shipment_id}/route?with_way=1`
    // More than the server's database connections.
    const drawn = Array.from({ length: 8 }, () => admin('GET', path))
    await expect.poll(() => hanging).toBe(8)
    const { rows } = await sql<{ held: number }>`
      select count(*)::int as held from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(other.db)
    expect(rows).toEqual([{ held: 0 }])
    const board = await admin('GET', '/dispatch/rounds?day=2026-11-21')
    expect([board.status, board.body.rounds.length]).toEqual([200, 1])
    osrm.closeAllConnections()
    for (const { status, body: response } of await Promise.all(drawn))
      expect([status, response.route.source, response.route.way, response.route.now.stops.length]).toEqual([
        200,
        'roads',
        null,
        2,
      ])
    // It is not called again for a while.
    expect((await admin('GET', path)).body.route.way).toBeNull()
    expect(hanging).toBe(8)
  } finally {
    await other.close()
    osrm.closeAllConnections()
    osrm.close()
  }
})
