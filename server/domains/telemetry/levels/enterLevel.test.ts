import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record, type TestDevice } from '#server/app/testing/deviceWithTank.ts'
import { testProduct } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { systemActor } from '#server/platform/context.ts'
import { forecastWhatIsDue } from '../forecasts/forecastRunOut.ts'
import { estimateSilentTanks } from './estimateLevels.ts'
import { storeDeliveries } from './storeDeliveries.ts'

const DAY = 86_400_000
const HOUR = 3_600_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const admin = (method: string, path: string, body?: unknown) =>
  server.as('administrator').call(method, path, body)
const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString()

/** A tank of 2,000 L on a device that never reports. */
async function tankWithoutSensor(more: Parameters<typeof deviceWithTank>[1] = {}) {
  const device = await deviceWithTank(server, more)
  const { body } = await admin('GET', `/devices/${device.device_id}/ports`)
  const { device_ports_id } = body.device_ports[0]
  return { device, device_ports_id, path: `/devices/${device.device_id}/ports/${device_ports_id}/levels` }
}

async function tankOf({ device_id }: TestDevice) {
  const { body } = await admin('GET', `/devices/${device_id}`)
  return body.device.ports[0]
}

const forecastAll = () =>
  forecastWhatIsDue({ actor: systemActor, db: server.db, now: new Date(), encryptor: server.encryptor })

describe('an entered level', () => {
  test('has the temperature of a large container of propane, which determines its fill', async () => {
    const { product_id } = await testProduct(server, { product_group: 'lpg', specific_gravity: '0.508' })
    const { device, path, device_ports_id } = await tankWithoutSensor({ tank: { product_id } })
    await sql`update device_ports set def_liters = 40000, metric_length = 20000 where device_ports_id = ${device_ports_id}`.execute(
      server.db,
    )
    const room = async () => {
      await server.settle()
      const { room: found, room_temperature } = await tankOf(device)
      return [Math.round(found), room_temperature && Math.round(room_temperature)]
    }
    await admin('POST', path, { percent: 40, at: ago(0.02) })
    const [cold, coldest] = await room()
    expect(coldest).toBe(-40)
    expect((await admin('POST', path, { percent: 40, temperature: 70, at: ago(0.01) })).status).toBe(200)
    const [warm, entered] = await room()
    expect(entered).toBe(70)
    expect(warm).toBeGreaterThan(cold! * 1.1)
    // A small container is filled to its gauge, at any temperature.
    await sql`update device_ports set def_liters = 2000, metric_length = 1000 where device_ports_id = ${device_ports_id}`.execute(
      server.db,
    )
    await admin('POST', path, { percent: 40 })
    expect(await room()).toEqual([expect.any(Number), null])
  })

  test('shows on the tank, marked as read, and in its history', async () => {
    const { device, path } = await tankWithoutSensor()
    expect(await tankOf(device)).toMatchObject({ percent: null, told_by: 'sensor' })
    const response = await admin('POST', path, { percent: 60, note: 'Stick', at: ago(0.01) })
    expect(response).toMatchObject({
      status: 200,
      body: { levels: [{ source: 'read', percent: 60, note: 'Stick', delivered: 0 }] },
    })
    await server.settle()
    expect(await tankOf(device)).toMatchObject({
      percent: 60,
      level: 'fine',
      told_by: 'read',
      level_source: 'measured',
    })
    const { body } = await admin('GET', `/devices/${device.device_id}/port_history_graph/1`)
    expect(body.series[1].points.map(([, percent]: number[]) => percent)).toEqual([60])
    const { body: shown } = await admin('GET', path)
    expect(shown.levels).toHaveLength(1)
  })

  test('raises the alert of its level, and an older one changes the history alone', async () => {
    const { device, path } = await tankWithoutSensor()
    await admin('POST', path, { percent: 10, source: 'called_in' })
    await admin('POST', path, { percent: 90, at: ago(3) })
    await server.settle()
    expect(await tankOf(device)).toMatchObject({ percent: 10, level: 'urgent', told_by: 'called_in' })
    const { body } = await admin('GET', `/alerts?device_id=${device.device_id}`)
    expect(body.alerts).toMatchObject([{ level: 'urgent', status: 'open' }])
  })

  test('has the time of the newest entry for a tank without a sensor, else of the last reading', async () => {
    const { device, path } = await tankWithoutSensor()
    const readingAt = async () => (await tankOf(device)).reading_at
    const [first, second, third] = [ago(9), ago(8), ago(7)]
    await admin('POST', path, { percent: 40, at: second })
    expect(await readingAt()).toBe(second)
    await admin('POST', path, { percent: 60, at: first })
    expect(await readingAt()).toBe(second)
    const { body } = await admin('POST', path, { percent: 30, at: third })
    expect(await readingAt()).toBe(third)
    await admin('DELETE', `${path}/${body.levels[0].entered_level_id}`)
    expect(await readingAt()).toBe(second)
    const reported = Date.parse(ago(6))
    await device.send({ records: [record(reported, 25)] })
    await server.settle()
    await admin('POST', path, { percent: 20 })
    expect([await readingAt(), (await tankOf(device)).told_by]).toEqual([
      new Date(reported).toISOString(),
      'read',
    ])
  })

  test('can be deleted: the previous one counts again, or none', async () => {
    const { device, path } = await tankWithoutSensor()
    await admin('POST', path, { percent: 70, at: ago(0.02) })
    const { body } = await admin('POST', path, { percent: 7 })
    const [wrong, right] = body.levels
    expect(await admin('DELETE', `${path}/${wrong.entered_level_id}`)).toMatchObject({ status: 200 })
    expect(await tankOf(device)).toMatchObject({ percent: 70 })
    await admin('DELETE', `${path}/${right.entered_level_id}`)
    expect(await tankOf(device)).toMatchObject({ percent: null, level: 'unknown' })
    expect((await admin('DELETE', `${path}/${right.entered_level_id}`)).status).toBe(404)
  })

  test('is refused in the future, beyond the tank, given in two ways, or of a tank with a sensor', async () => {
    const { device, path } = await tankWithoutSensor()
    const rulesOf = async (body: object) => {
      const response = await admin('POST', path, body)
      return [response.status, ...(response.body.errors ?? []).map(({ rule }: { rule: string }) => rule)]
    }
    expect(await rulesOf({ percent: 50, at: ago(-1) })).toEqual([422, 'day_to_come'])
    expect(await rulesOf({ volume: 600 })).toEqual([422, 'beyond_capacity'])
    expect(await rulesOf({ percent: 50, volume: 100 })).toEqual([422, 'percent_or_volume'])
    expect(await rulesOf({})).toEqual([422, 'percent_or_volume'])
    await device.send({ records: [record(Date.now() - 60_000, 50)] })
    await server.settle()
    expect((await admin('POST', path, { percent: 20 })).status).toBe(409)
  })

  test('can be entered by users who may change devices, for devices that they see', async () => {
    const { path } = await tankWithoutSensor({ company: COMPANY.stranger })
    expect((await server.as('customer').call('POST', path, { percent: 20 })).status).toBe(404)
    expect((await server.as('customer').call('GET', path)).status).toBe(404)
    const own = await tankWithoutSensor()
    expect((await server.as(null).call('POST', own.path, { percent: 20 })).status).toBe(403)
    expect((await server.as('customer').call('POST', own.path, { percent: 20 })).status).toBe(200)
  })

  test('is replaced once the sensor reports again', async () => {
    const { device, path } = await tankWithoutSensor()
    await admin('POST', path, { percent: 40, at: ago(1) })
    await device.send({ records: [record(Date.now() - 60_000, 55)] })
    await server.settle()
    expect(await tankOf(device)).toMatchObject({ percent: expect.closeTo(55, 1), told_by: 'sensor' })
  })
})

test('a tank without a sensor is forecast from level to level, and estimated between them', async () => {
  const { device, path } = await tankWithoutSensor()
  // 30 L a day, filled to 1,900 L every 40 days; read ten days after the last fill.
  for (const days of [170, 130, 90, 50])
    await admin('POST', path, { percent: 95, delivered: (30 * 40) / 3.785_41, at: ago(days) })
  await admin('POST', path, { percent: 80, at: ago(40) })
  await admin('POST', path, { percent: 50, at: ago(20) })
  await server.settle()
  await forecastAll()
  const tank = await tankOf(device)
  // 1,000 L 20 days ago, at 30 L a day: 400 L are left, of which 100 L are undrawable.
  expect(tank.no_forecast).toBeNull()
  expect(tank.forecast_because.kind).toBe('level')
  expect(tank.days_to_empty).toBeGreaterThan(6)
  expect(tank.days_to_empty).toBeLessThan(15)
  const [low, high] = tank.days_to_empty_range
  expect(high - low).toBeGreaterThan(2)
  await estimate()
  const estimated = await tankOf(device)
  expect(estimated).toMatchObject({ level_source: 'estimated', told_by: 'read', measured_percent: 50 })
  expect(estimated.percent).toBeGreaterThan(14)
  expect(estimated.percent).toBeLessThan(26)
  expect(estimated.level_age).toBeGreaterThan((19 * DAY) / 1000)
})

test('our own delivery marks a tank without a sensor as full', async () => {
  const { product_id } = await testProduct(server)
  const { device, path, device_ports_id } = await tankWithoutSensor({ tank: { product_id } })
  await admin('POST', path, { percent: 40, at: ago(1 / 24) })
  const created = async (call: string, body: object) =>
    (await admin('POST', call, { company_id: COMPANY.customer, ...body })).body
  const { tanker_truck } = await created('/tanker_trucks', {
    truck_name: 'Bobtail',
    num_of_compartments: 1,
    compartment1: 4000,
    max_weight: 50_000,
    payload: 60_000,
    gvwr: 120_000,
  })
  const { person } = await created('/people', { first_name: 'Dee', last_name: 'Driver' })
  const { shipment_planner } = await created('/shipment_planner', {
    truck_id: tanker_truck.truck_id,
    delivered_by: person.people_id,
    load_date: '2026-11-21',
    details: [{ product_id, quantity_ordered: 1000, compartment: 1, device_ports_id }],
  })
  const id = shipment_planner.shipment_id
  for (const status of ['in route', 'delivered', 'finalized'])
    expect([status, (await admin('POST', `/shipment_planner/${id}/status`, { status })).status]).toEqual([
      status,
      200,
    ])
  await server.settle()
  expect(await tankOf(device)).toMatchObject({ percent: 95, told_by: 'delivery' })
  const { body } = await admin('GET', path)
  expect(body.levels[0]).toMatchObject({ source: 'delivery', percent: 95 })
  expect(body.levels[0].delivered * (body.levels[0].unit === 'gal' ? 3.785_41 : 1)).toBeCloseTo(1000, 0)
})

test('the first reading after a delivery is trusted, however far the level rose', async () => {
  const { product_id } = await testProduct(server)
  const device = await deviceWithTank(server, { tank: { product_id } })
  await device.send({ records: [record(Date.now() - HOUR, 20)] })
  await server.settle()
  const { body } = await admin('GET', `/devices/${device.device_id}/ports`)
  const created = await admin('POST', '/shipment_planner', {
    ...{ company_id: COMPANY.customer, load_date: '2026-11-21' },
    details: [{ product_id, quantity_ordered: 1200, device_ports_id: body.device_ports[0].device_ports_id }],
  })
  const { shipment_id, details } = created.body.shipment_planner
  await sql`update shipment_planners set status_id = 3, delivered_at = now() where shipment_id = ${shipment_id}`.execute(
    server.db,
  )
  await sql`update shipment_planner_details set delivered = 1200, delivered_liters = 1200
    where shipment_detail_id = ${details[0].shipment_detail_id}`.execute(server.db)
  await storeDeliveries(
    { actor: systemActor, db: server.db, now: new Date(), encryptor: server.encryptor },
    sql`p.device_id = ${device.device_id}`,
  )
  await device.send({ records: [record(Date.now() + 1000, 80)] })
  await server.settle()
  expect(await tankOf(device)).toMatchObject({ percent: 80, trust: 'good' })
})

async function estimate() {
  await estimateSilentTanks({
    actor: systemActor,
    db: server.db,
    now: new Date(Date.now() + HOUR),
    encryptor: server.encryptor,
  })
}
