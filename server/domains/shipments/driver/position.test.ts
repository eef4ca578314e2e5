import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { openTravelTimes } from '#server/domains/travel/travelTimes.ts'
import { systemActor } from '#server/platform/context.ts'
import { type DriverTools, driverTools, HOUR_AGO } from './testing/driverTools.ts'
import { renewExpectedArrivals } from './updateExpectedArrivals.ts'

let server: TestServer
let on: DriverTools
let near: number
let far: number
let strangers: number
beforeAll(async () => {
  server = await startTestServer()
  on = await driverTools(server)
  near = await tankAt(COMPANY.customer, '40.70')
  far = await tankAt(COMPANY.customer, '41.70')
  strangers = await tankAt(COMPANY.stranger, '42.70')
})
afterAll(() => server.close())
beforeEach(async () => {
  await sql`update shipment_planners set status_id = case status_id when 1 then 5 else 4 end
    where status_id in (1, 2)`.execute(server.db)
  // Gives the tanks room again for the next round.
  await server.settle()
  await sql`delete from port_states`.execute(server.db)
})

async function tankAt(company_id: number, latitude: string): Promise<number> {
  const { body } = await on.admin('POST', '/sites', {
    ...{ name: `At ${latitude}`, company_id, latitude, longitude: '-99.08' },
  })
  if (!body.site) throw new Error(JSON.stringify(body))
  const device = await deviceWithTank(server, { company: company_id, tank: { product_id: null } })
  await sql`update device_ports set product_id = ${on.diesel} where device_id = ${device.device_id}`.execute(
    server.db,
  )
  await on.admin('PATCH', `/devices/${device.device_id}`, { site_id: body.site.site_id })
  const ports = (await on.admin('GET', `/devices/${device.device_id}/ports`)).body.device_ports
  return ports[0].device_ports_id as number
}

const here = (latitude: number, at = new Date().toISOString()) => ({ latitude, longitude: -99.08, at })
const report = async (shipment_id: number, position: object | null) =>
  (await on.asDriver('POST', '/driver/position', { shipment_id, position })).body.is_kept
const stored = async () =>
  (
    await sql<{
      shipment_id: number
    }>`select shipment_id, latitude::float8 as latitude from truck_positions`.execute(server.db)
  ).rows
const onTheRoad = async (as: 'dispatcher' | 'stranger' | 'customer' | 'driver' = 'dispatcher') =>
  server.as(as).call('GET', '/dispatch/trucks_on_the_road')
const minutesUntil = (instant: string) => (Date.parse(instant) - Date.now()) / 60_000

/** A round in route to the near tank, then to the far one. */
async function onItsWay() {
  const round = await on.round([
    on.load('Near', { device_ports_id: near }),
    on.load('Far', { device_ports_id: far, compartment: 2 }),
  ])
  expect(await on.send(round.event('left', {}))).toEqual(['applied'])
  return round
}

describe('the position of a truck', () => {
  test('is stored while its round is in route, only the latest, and deleted when the round ends', async () => {
    const { id, event, ticket, signed } = await onItsWay()
    expect(await report(id, here(40))).toBe(true)
    expect(await report(id, here(40.5))).toBe(true)
    // A late report does not move the truck back.
    expect(await report(id, here(39, HOUR_AGO))).toBe(false)
    expect(await stored()).toEqual([{ shipment_id: id, latitude: 40.5 }])
    await on.send(event('arrived', {}), ticket(), signed(), event('closed', {}))
    await on.send(
      event('arrived', {}, 1),
      event('not_delivered', { reason: 'dog', note: null }, 1),
      event('closed', {}, 1),
      event('round_closed', {}),
    )
    expect(await stored()).toEqual([])
    expect(await report(id, here(40))).toBe(false)
    expect(await stored()).toEqual([])
  })

  test('is not stored before the round leaves, and deleted when the driver stops sharing it', async () => {
    const { id } = await on.round([on.load('Near', { device_ports_id: near })])
    expect(await report(id, here(40))).toBe(false)
    const round = await onItsWay()
    await report(round.id, here(40))
    expect(await report(round.id, null)).toBe(false)
    expect(await stored()).toEqual([])
  })

  test("is reported only by the round's own driver, and shown only to planners", async () => {
    const { id } = await onItsWay()
    await report(id, here(40))
    const reported = async (as: 'administrator' | 'dispatcher' | 'stranger') =>
      (await server.as(as).call('POST', '/driver/position', { shipment_id: id, position: here(50) })).status
    expect([await reported('administrator'), await reported('dispatcher')]).toEqual([404, 404])
    expect([404, 405]).toContain(await reported('stranger'))
    expect(await stored()).toEqual([{ shipment_id: id, latitude: 40 }])
    const { body } = await onTheRoad()
    expect(body.trucks).toMatchObject([
      { shipment_id: id, truck_title: 'Bobtail', position: { latitude: 40 }, stops: [{}, {}] },
    ])
    expect((await onTheRoad('customer')).status).toBe(405)
    expect((await onTheRoad('driver')).status).toBe(405)
  })

  test('outside valid coordinates is refused', async () => {
    const { id } = await onItsWay()
    const { status } = await on.asDriver('POST', '/driver/position', { shipment_id: id, position: here(91) })
    expect(status).toBe(422)
  })
})

describe('the expected arrival', () => {
  const travel = openTravelTimes({
    ...{ url: undefined, isPrivateAllowed: false, speed: 60, log: { warn: () => {} } },
  })
  const expected = async () => (await onTheRoad()).body.trucks[0].stops

  test("follows from the truck's position, stop by stop with the duration of each delivery", async () => {
    const { id } = await onItsWay()
    await report(id, here(40.7))
    const [first, second] = await expected()
    expect(minutesUntil(first.expected_arrival)).toBeCloseTo(0, 0)
    // 111 km by the great circle, a third more by road, after half an hour at the first stop.
    expect(minutesUntil(second.expected_arrival)).toBeGreaterThan(30 + 60)
    await report(id, here(39.7))
    const [later] = await expected()
    expect(minutesUntil(later.expected_arrival)).toBeGreaterThan(60)
  })

  test('is known once the office sends the round, the same for planners and customers, in the windows of today', async () => {
    const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    const { id, read } = await on.round([on.load('Near', { device_ports_id: near })], {
      load_date: tomorrow,
      deliver_date: tomorrow,
    })
    await sql`update tanker_trucks set home_latitude = 40.2, home_longitude = -99.08`.execute(server.db)
    expect((await on.admin('POST', `/shipment_planner/${id}/status`, { status_id: 2 })).status).toBe(200)
    const [stop] = await expected()
    // 56 km by the great circle.
    expect(minutesUntil(stop.expected_arrival)).toBeGreaterThan(30)
    expect(minutesUntil(stop.expected_arrival)).toBeLessThan(180)
    const [{ arrival }] = (await server.as('customer').call('GET', '/deliveries')).body.coming
    expect(arrival).toBe(stop.expected_arrival)
    const [first] = (await read()).stops
    expect(first.expected_arrival).toBe(stop.expected_arrival)
    const timeline = (await server.as('dispatcher').call('GET', `/timeline?device_ports_id=${near}`)).raw
    expect(timeline).toContain(stop.expected_arrival)
    // Without news from the truck, its arrival moves on with the clock, even if it was never computed.
    await sql`update shipment_planners set left_at = now() - interval '5 hours' where shipment_id = ${id}`.execute(
      server.db,
    )
    for (const old of ["now() - interval '1 hour'", 'null']) {
      await sql`update shipment_stops set expected_arrival = ${sql.raw(old)} where shipment_id = ${id}`.execute(
        server.db,
      )
      await renewExpectedArrivals(travel)({
        ...{ actor: systemActor, db: server.db, encryptor: server.encryptor },
        now: new Date(),
      })
      const [later] = await expected()
      expect(minutesUntil(later.expected_arrival)).toBeCloseTo(0, 0)
    }
    await sql`update tanker_trucks set home_latitude = null, home_longitude = null`.execute(server.db)
  })

  test('follows from the last event if no position is shared', async () => {
    const { event, ticket, signed } = await onItsWay()
    const at = new Date().toISOString()
    const events = [event('arrived', {}), ticket(), signed(), event('closed', {})]
    await on.send(...events.map((item) => ({ ...item, at })))
    const [second] = await expected()
    expect(second.place).toBe('Far')
    expect(minutesUntil(second.expected_arrival)).toBeGreaterThan(60)
    expect(minutesUntil(second.expected_arrival)).toBeLessThan(240)
  })

  test("is shown to the customer for their own stop only, in the site's time zone", async () => {
    const round = await on.round([
      on.load('Secret yard', { device_ports_id: strangers, company_id: COMPANY.stranger }),
      on.load('Near', { device_ports_id: near, compartment: 2 }),
    ])
    const coming = async () => (await server.as('customer').call('GET', '/deliveries')).body.coming
    expect(await coming()).toMatchObject([{ on_the_way: false }])
    await on.send(round.event('left', {}))
    await report(round.id, here(42.7))
    const upcoming = await coming()
    expect(upcoming).toMatchObject([
      { place: 'Near', on_the_way: true, time_zone: 'America/Chicago', arrival: expect.any(String) },
    ])
    expect(minutesUntil(upcoming[0].arrival)).toBeGreaterThan(60)
    expect(JSON.stringify(upcoming)).not.toContain('Secret')
    await on.admin('POST', `/shipment_planner/${round.id}/status`, { status: 'draft' })
    const { rows } = await sql`select from shipment_stops where expected_arrival is not null`.execute(
      server.db,
    )
    expect(rows).toEqual([])
  })
})
