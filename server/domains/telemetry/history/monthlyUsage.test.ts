import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { testProduct } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { recomputeHistory } from '../levels/recomputeHistory.ts'

const GALLON = 3.785411784
let server: TestServer
/** Start of the current month in the reader's time zone. */
let lastMonth: Date
beforeAll(async () => {
  server = await startTestServer()
  lastMonth = new Date(`${(await read()).months.at(-1)}-01T12:00:00Z`)
})
afterAll(() => server.close())

type Account = Parameters<TestServer['as']>[0]
const read = async (as: Account = 'customer', query = '') =>
  (await server.as(as).call('GET', `/devices/monthly_usage${query}`)).body

/** Noon UTC of a day of a month, counted back from the current one: far from any place's change of month. */
function at(monthsBack: number, day: number): Date {
  return new Date(Date.UTC(lastMonth.getUTCFullYear(), lastMonth.getUTCMonth() - monthsBack, day, 12))
}

/** A tank of 2,000 L with these levels in litres at these times. */
async function tankWith(product_name: string, levels: readonly (readonly [Date, number])[]) {
  const { product_id } = await testProduct(server, { product_name })
  const tank = await deviceWithTank(server, { tank: { product_id } })
  await tank.send({ records: [record(Date.now() - 60_000, 10)] })
  await sql`delete from readings_hourly where device_id = ${tank.device_id}`.execute(server.db)
  for (const [time, litres] of levels)
    await sql`insert into readings_hourly (device_id, port_number, at, count, sum_volume, min_volume, max_volume, sum_percent,
        min_percent, max_percent, sum_height, first_at, first_volume, last_at, last_volume)
      values (${tank.device_id}, 1, ${time}, 1, ${litres}, ${litres}, ${litres}, 0, 0, 0, 0, ${time}, ${litres}, ${time}, ${litres})`.execute(
      server.db,
    )
  return tank
}
const usedOf = (body: { products: { product: string; used: (number | null)[] }[] }, name: string) =>
  body.products.find(({ product }) => product === name)?.used

test('the use of a month is its first level plus inflow minus its last level; deliveries are not use', async () => {
  const tank = await tankWith('Winter diesel', [
    [at(3, 2), 1800],
    [at(3, 28), 800],
    [at(2, 1), 700],
    [at(2, 10), 400],
    [at(2, 12), 1900],
    [at(2, 28), 1500],
  ])
  await sql`insert into tank_changes (device_id, port_number, kind, started_at, ended_at, volume, before_volume, after_volume)
    values (${tank.device_id}, 1, 'fill', ${at(2, 11)}, ${at(2, 12)}, 1600, 300, 1900)`.execute(server.db)
  const body = await read()
  expect(body).toMatchObject({ unit: 'gal' })
  expect(body.months).toHaveLength(13)
  const used = usedOf(body, 'Winter diesel')!
  expect(used.slice(-4)[0]).toBeCloseTo(1000 / GALLON, 1)
  // 700 L at the start, 1,600 L delivered, 1,500 L left.
  expect(used.slice(-4)[1]).toBeCloseTo(800 / GALLON, 1)
  expect(used.slice(-4)[2]).toBeNull()
  expect(used[0]).toBeNull()
})

test('tanks of one product are added up, ignoring the case of its name; a month begins with the level just before it', async () => {
  const before = new Date(at(2, 1).getTime() - 24 * 3_600_000)
  await tankWith('Propane', [
    [before, 1000],
    [at(2, 20), 900],
  ])
  await tankWith('PROPANE', [
    [at(2, 2), 500],
    [at(2, 20), 450],
  ])
  const used = usedOf(await read(), 'Propane') ?? usedOf(await read(), 'PROPANE')
  expect(used!.at(-3)).toBeCloseTo(150 / GALLON, 1)
})

test('use before a tank’s product changed counts for the earlier product', async () => {
  const change = at(2, 15)
  const days = (count: number) => new Date(change.getTime() + count * 24 * 3_600_000)
  const tank = await tankWith('Old oil', [
    [at(3, 2), 1900],
    [at(3, 20), 1800],
    [days(-10), 1500],
    [days(-1), 1300],
    [days(1), 1200],
    [days(10), 600],
    [at(1, 2), 500],
    [at(1, 20), 450],
  ])
  const admin = server.as('administrator')
  const { body } = await admin.call('GET', `/devices/${tank.device_id}`)
  const { device_ports_id } = body.device.ports[0]
  const path = `/devices/${tank.device_id}/ports/${device_ports_id}`
  const hold = async (product_name: string, moment: Date) => {
    const { product_id } = await testProduct(server, { product_name })
    const { status, raw } = await admin.call('PATCH', path, { product_id })
    expect(status, raw).toBe(200)
    await sql`update audit_entries set at = ${moment} where audit_id = (select max(audit_id) from audit_entries
      where resource = 'device_ports' and record_id = ${device_ports_id} and action = 'update')`.execute(
      server.db,
    )
  }
  await hold('New oil', change)
  const used = async (name: string) =>
    usedOf(await read(), name)!.map((item) => item && Math.round(item * GALLON))
  expect((await used('Old oil')).slice(-4)).toEqual([100, 200, null, null])
  // From the level just before the change on.
  expect((await used('New oil')).slice(-4)).toEqual([null, 700, 50, null])
  await hold('Newest oil', days(5))
  expect((await used('New oil')).slice(-4)).toEqual([null, 100, null, null])
  expect((await used('Old oil')).slice(-4)).toEqual([100, 200, null, null])
  expect((await used('Newest oil')).slice(-4)).toEqual([null, null, 50, null])
})

test('monthly usage covers one’s own tanks only, and those queried', async () => {
  const tank = await tankWith('Secret mixture', [
    [at(1, 2), 1000],
    [at(1, 20), 900],
  ])
  expect(JSON.stringify(await read('stranger'))).not.toContain('Secret mixture')
  await sql`update device_ownerships set from_at = ${at(1, 10)} where device_id = ${tank.device_id}`.execute(
    server.db,
  )
  await sql`insert into device_ownerships (device_id, company_id, from_at, until_at)
    select ${tank.device_id}, company_id, ${at(1, 10)}, 'infinity' from devices where device_id = ${tank.device_id}
    on conflict do nothing`.execute(server.db)
  // Its levels from before its company got it do not count: one level is left, and so no use.
  expect(usedOf(await read(), 'Secret mixture')).toBeUndefined()
  expect(usedOf(await read('administrator', '?search='), 'Secret mixture')!.at(-2)).toBeCloseTo(
    100 / GALLON,
    1,
  )
})

test('a corrected size of the tank is not use, whether the history is recomputed or not', async () => {
  const { product_id } = await testProduct(server, { product_name: 'Corrected' })
  const tank = await deviceWithTank(server, { tank: { product_id } })
  // The gap is shorter than the maximum age of the level with which a month begins.
  const ago = (hours: number) => Date.now() - hours * 3_600_000
  await tank.send({ records: [record(ago(36), 90), record(ago(3), 80), record(ago(2), 40)] })
  const admin = server.as('administrator')
  const { body } = await admin.call('GET', `/devices/${tank.device_id}`)
  const path = `/devices/${tank.device_id}/ports/${body.device.ports[0].device_ports_id}`
  const half = { metric_length: '500', def_liters: '1000' }
  expect((await admin.call('PATCH', path, half)).status).toBe(200)
  await tank.send({ records: [record(ago(1), 40), record(ago(0), 30)] })
  await server.settle()
  const litres = async () =>
    (usedOf(await read(), 'Corrected') ?? []).reduce<number>((sum, item) => sum + (item ?? 0), 0) * GALLON
  // 1,000 L until it was corrected, then 100.
  expect(await litres()).toBeCloseTo(1100, 0)
  const from = new Date(ago(48)).toISOString().slice(0, 10)
  expect((await admin.call('POST', `${path}/recompute`, { from })).status).toBe(200)
  while (await recomputeHistory(server.pool, server.db, new Date())) {}
  // The current tank loses 100 L on the first day, then 500.
  expect(await litres()).toBeCloseTo(600, 0)
})
