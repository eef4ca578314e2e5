import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { testProduct } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const GALLON = 3.785411784

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Account = Parameters<TestServer['as']>[0]
const read = async (path: string, as: Account = 'customer') =>
  (await server.as(as).call('GET', `/devices/${path}`)).body

/** Tanks of a product of the customer, one for each of `percents`. */
async function tanksOf(product_name: string, percents: readonly number[]) {
  const { product_id } = await testProduct(server, { product_name })
  const created = []
  for (const percent of percents) {
    const device = await deviceWithTank(server, { tank: { product_id } })
    await device.send({ records: [record(Date.now() - HOUR, percent)] })
    created.push(device)
  }
  return created
}

describe('usage', () => {
  test("adds up content and use of a product, in the user's units", async () => {
    const [one, other] = await tanksOf('Winter diesel', [50, 20])
    await sql`update port_states set use_per_day = 100 where device_id = ${one!.device_id}`.execute(server.db)
    const { usage } = await read('usage')
    const diesel = usage.find(({ product }: { product: string }) => product === 'Winter diesel')
    expect(diesel).toMatchObject({ tanks: 2, user_symbol: 'gal', reorder_yellow: 30, reorder_red: 15 })
    expect(diesel.user_capacity).toBeCloseTo(4000 / GALLON, 3)
    expect(diesel.user_fill_volume).toBeCloseTo(1400 / GALLON, 1)
    expect(diesel.use_per_day).toBeCloseTo(100 / GALLON, 3)
    // Only the tank with a known use counts for the days left.
    expect(diesel.days_left).toBeCloseTo(10, 1)
    await server.as('administrator').call('PATCH', `/devices/${other!.device_id}`, { status: 'retired' })
    expect((await read('usage')).usage[0].tanks).toBe(1)
    await sql`update device_ports set unusable_bottom = 10 where device_id = ${one!.device_id}`.execute(
      server.db,
    )
    expect((await read('usage')).usage[0].days_left).toBeCloseTo(8, 1)
  })

  test('covers only the reader’s own tanks', async () => {
    await tanksOf('Secret mixture', [50])
    expect(JSON.stringify(await read('usage', 'stranger'))).not.toContain('Secret mixture')
  })
})

test('all tanks are listed worst first by tank rather than device, only for their own company', async () => {
  const [full, , low] = await tanksOf('Ordered liquid', [90, 60, 5])
  const own = async (query: string, as?: Account): Promise<number[]> =>
    (await read(`needing_someone?${query}&limit=200`, as)).tanks
      .filter(({ product }: { product: string }) => product === 'Ordered liquid')
      .map(({ device_id }: { device_id: number }) => device_id)
  const all = await own('all=1')
  expect([all.length, all[0]]).toEqual([3, low!.device_id])
  expect(all).toContain(full!.device_id)
  expect(await own('')).toEqual([low!.device_id])
  expect(await own('all=1', 'stranger')).toEqual([])
})

describe('use by day', () => {
  test("is the outflow of each complete day, in the user's units, for users who may see it", async () => {
    // Reykjavik is on UTC all year.
    const device = await deviceWithTank(server, { device: { latitude: '64.15', longitude: '-21.94' } })
    const percents = [80, 70, 65, 60]
    const records = percents.map((percent, index) =>
      record(Date.now() - (percents.length - index) * DAY, percent),
    )
    // Today is not over.
    await device.send({ records: [...records, record(Date.now(), 50)] })
    const path = `${device.device_id}/port_usage/1`
    const { unit, days } = await read(path)
    expect(unit).toBe('gal')
    const litres = days.map(({ used }: { used: number }) => Math.round(used * GALLON))
    expect(litres).toEqual([200, 100, 100])
    const yesterday = new Date(Date.now() - DAY).toISOString().slice(0, 10)
    expect(days.at(-1).date).toBe(yesterday)
    expect((await read(`${path}?days=2`)).days).toHaveLength(2)
    expect((await server.as('stranger').call('GET', `/devices/${path}`)).status).toBe(404)
    // A new owner as of today sees nothing from before.
    await sql`update device_ownerships set from_at = now() where device_id = ${device.device_id}`.execute(
      server.db,
    )
    expect((await read(path)).days).toEqual([])
  })
})

describe('deliveries', () => {
  const fill = (device_id: number, days: number, volume: number) =>
    sql`insert into tank_changes (device_id, port_number, kind, started_at, ended_at, volume, before_volume, after_volume)
      values (${device_id}, 1, 'fill', ${new Date(Date.now() - days * DAY - HOUR)}, ${new Date(Date.now() - days * DAY)},
        ${volume}, 100, ${100 + volume})`.execute(server.db)

  test('cover a week, newest first, with their total', async () => {
    const [device] = await tanksOf('Heating oil', [50])
    await sql`update device_ownerships set from_at = '-infinity' where device_id = ${device!.device_id}`.execute(
      server.db,
    )
    await fill(device!.device_id, 8, 1000)
    await fill(device!.device_id, 3, 500)
    await fill(device!.device_id, 1, 300)
    const { total, times, unit, deliveries } = await read('deliveries?limit=1')
    expect({ times, unit }).toEqual({ times: 2, unit: 'gal' })
    expect(total).toBeCloseTo(800 / GALLON, 3)
    expect(deliveries).toHaveLength(1)
    expect(deliveries[0]).toMatchObject({ device_id: device!.device_id, product: 'Heating oil' })
    expect(deliveries[0].volume).toBeCloseTo(300 / GALLON, 3)
    expect((await read('deliveries', 'stranger')).deliveries).toEqual([])
  })

  test('stay with the former owner after a device is moved', async () => {
    const [device] = await tanksOf('Old stock', [50])
    await sql`update device_ownerships set from_at = '-infinity' where device_id = ${device!.device_id}`.execute(
      server.db,
    )
    await fill(device!.device_id, 2, 700)
    await server
      .as('administrator')
      .call('PATCH', `/devices/${device!.device_id}/move`, { company_id: COMPANY.stranger })
    const ids = (await read('deliveries', 'stranger')).deliveries.map(
      ({ device_id }: { device_id: number }) => device_id,
    )
    expect(ids).not.toContain(device!.device_id)
  })
})

describe('battery health', () => {
  test('counts by range, leaves out mains power, and lists the weakest', async () => {
    const devices = await tanksOf('Batteries', [50, 50, 50, 50])
    const levels = [5, 20, 100, 3]
    for (const [index, { device_id }] of devices.entries())
      await sql`update devices set battery = ${levels[index]}, power_mode = ${index === 3 ? 2 : 1}
        where device_id = ${device_id}`.execute(server.db)
    const ids = devices.map(({ device_id }) => device_id)
    await sql`update devices set battery = null where device_id <> all(${ids})`.execute(server.db)
    const health = await read('battery_health', 'administrator')
    expect(health.ranges).toEqual([
      { from: 0, to: 20, count: 1 },
      { from: 20, to: 40, count: 1 },
      { from: 40, to: 60, count: 0 },
      { from: 60, to: 80, count: 0 },
      { from: 80, to: 100, count: 1 },
    ])
    expect(health.unknown).toBeGreaterThan(0)
    expect(health.weakest.map(({ device_id }: { device_id: number }) => device_id)).toEqual(ids.slice(0, 3))
  })
})
