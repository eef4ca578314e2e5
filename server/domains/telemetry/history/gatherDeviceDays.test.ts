import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { Random } from '#core/domains/telemetry/forecasting/random.ts'
import { climateAt } from '#core/domains/weather/climate.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record, type TestDevice } from '#server/app/testing/deviceWithTank.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { systemActor } from '#server/platform/context.ts'
import { forecastRunOut } from '../forecasts/forecastRunOut.ts'
import { gatherDeviceDays } from './gatherDeviceDays.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const DAYS = 70
const BATCH_SIZE = 100
/** In northern Norway it is cold enough to heat on every day of the year. */
const PLACE = { latitude: '69.500000', longitude: '25.500000' }
const CLIMATE = climateAt(69.5, 25.5)
const BASE = 65
/** Litres used on all days together. */
const ALL = 1200

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const NOW = Math.floor(Date.now() / HOUR) * HOUR - HOUR
const TODAY = Math.floor(NOW / DAY)
const dateOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10)

/** Mean temperatures of the days, varying like weather. */
const MEANS = (() => {
  const random = new Random(7)
  let off = 0
  return new Map(
    Array.from({ length: DAYS + 1 }, (_, i) => {
      off = 0.7 * off + Math.sqrt(1 - 0.49) * random.normal()
      const day = TODAY - DAYS + i
      const { mean, deviation } = CLIMATE(dateOf(day))
      return [day, mean + deviation * off] as const
    }),
  )
})()
const coldOn = (day: number) => Math.max((BASE - 32) / 1.8 - MEANS.get(day)!, 0)
const perDegreeDay = ALL / [...MEANS.keys()].reduce((sum, day) => sum + coldOn(day), 0)

/** A heating tank whose use follows the cold and whose device measures `temperature`, all sent as uplinks. */
async function heatingTank(temperature: (air: number, time: number) => number): Promise<TestDevice> {
  const device = await deviceWithTank(server, { device: PLACE, tank: { degree_day_base: 'f65' } })
  await sql`update devices set time_zone = 'UTC' where device_id = ${device.device_id}`.execute(server.db)
  const records: object[] = []
  let volume = 1900
  for (let time = (TODAY - DAYS) * DAY; time <= NOW; time += 3 * HOUR) {
    const day = Math.floor(time / DAY)
    const air = MEANS.get(day)! + 4 * Math.cos((2 * Math.PI * ((time % DAY) / HOUR - 15)) / 24)
    records.push(record(time, volume / 20, { temperature: Math.round(temperature(air, time) * 10) / 10 }))
    volume -= (perDegreeDay * coldOn(day)) / 8
  }
  for (let from = 0; from < records.length; from += BATCH_SIZE)
    expect((await device.send({ records: records.slice(from, from + BATCH_SIZE) })).status).toBe(200)
  await server.settle()
  return device
}

const context = () => ({ actor: systemActor, db: server.db, now: new Date(NOW), encryptor: server.encryptor })

async function forecastOf({ device_id }: TestDevice) {
  await sql`update port_states set forecast_at = null where device_id = ${device_id}`.execute(server.db)
  await forecastRunOut(context(), [device_id])
  const { body } = await server.as('administrator').call('GET', `/devices/${device_id}`)
  const [tank] = body.device.ports
  const [low, high] = tank.days_to_empty_range
  const because: { kind: string; k_factor?: number; cold_measured?: true } = tank.forecast_because
  return { because, unit: tank.volume_unit as string, width: Math.log(high / low) }
}

async function daysOf({ device_id }: TestDevice) {
  const { rows } = await sql<{ day: string; mean: number | null; span: number | null }>`
    select day, mean, span from device_days where device_id = ${device_id} order by day`.execute(server.db)
  return rows
}

test("the device's outdoor measurements are used without a provider, from its uplinks to its forecast", async () => {
  const device = await heatingTank((air) => air)
  await gatherDeviceDays(context())
  const gathered = (await daysOf(device)).filter(({ mean }) => mean !== null)
  // The newest day ended at least three hours ago.
  expect(gathered.length).toBeGreaterThanOrEqual(DAYS - 1)
  for (const { day, mean, span } of gathered) {
    expect(mean).toBeCloseTo(MEANS.get(Date.parse(day) / DAY)!, 0)
    expect(span).toBeGreaterThan(4)
    expect(span).toBeLessThan(8)
  }
  const own = await forecastOf(device)
  expect(own.because).toMatchObject({ kind: 'degree_days', cold_measured: true })
  const expected = own.unit === 'gal' ? (1.8 / perDegreeDay) * 3.785412 : 1 / perDegreeDay
  expect(own.because.k_factor! / expected).toBeCloseTo(1, 0)
  // A new owner's days start with the day after they got it.
  await sql`update device_ownerships set from_at = ${new Date(NOW - 5 * DAY)} where device_id = ${device.device_id}`.execute(
    server.db,
  )
  expect((await forecastOf(device)).because).not.toHaveProperty('cold_measured')
  await sql`update device_ownerships set from_at = '-infinity' where device_id = ${device.device_id}`.execute(
    server.db,
  )
  // A provider is more reliable for the same days and takes precedence.
  for (const [day, mean] of MEANS)
    await sql`insert into weather_days (north, east, day, mean, told_at) values (278, 102, ${dateOf(day)}, ${mean}, now())`.execute(
      server.db,
    )
  const forecast = await forecastOf(device)
  expect(forecast.because.kind).toBe('degree_days')
  expect(forecast.because).not.toHaveProperty('cold_measured')
  expect(own.width).toBeGreaterThan(forecast.width)
  await sql`delete from weather_days`.execute(server.db)
})

test('liquefied gas counts as heating unless set otherwise', async () => {
  const gatheredWith = async (product_group: string) => {
    const { body } = await server.as('administrator').call('POST', '/tank_products', {
      ...(await exampleOf(server, tank_products, COMPANY.customer)),
      ...{ product_name: `Of ${product_group}`, product_group, degree_day_base: null },
    })
    const tank = { product_id: body.tank_product.product_id }
    const device = await deviceWithTank(server, { device: PLACE, tank })
    const start = (TODAY - 3) * DAY
    await device.send({
      records: [0, 6, 12, 18].map((hour) => record(start + hour * HOUR, 60, { temperature: 9 })),
    })
    await server.settle()
    await gatherDeviceDays(context())
    return (await daysOf(device)).length > 0
  }
  expect(await gatheredWith('lpg')).toBe(true)
  expect(await gatheredWith('none')).toBe(false)
})

test('late records are gathered, and days with a missing quarter are left out', async () => {
  const device = await deviceWithTank(server, { device: PLACE, tank: { degree_day_base: 'f65' } })
  await sql`update devices set time_zone = 'UTC' where device_id = ${device.device_id}`.execute(server.db)
  const start = (TODAY - 3) * DAY
  const of = (hours: number[]) =>
    device.send({
      records: hours.map((hour) => record(start + hour * HOUR, 60 - hour / 10, { temperature: hour })),
    })
  expect((await of([1, 7, 13])).status).toBe(200)
  await server.settle()
  await gatherDeviceDays(context())
  const first = dateOf(TODAY - 3)
  const mean = async () => (await daysOf(device)).find(({ day }) => day === first)!
  expect(await mean()).toMatchObject({ mean: null, span: null })
  expect((await of([19])).status).toBe(200)
  await server.settle()
  await gatherDeviceDays({ ...context(), now: new Date(NOW + DAY) })
  expect(await mean()).toMatchObject({ mean: 10, span: 18 })
  // The temperature of a device without heating tanks is not gathered.
  const other = await deviceWithTank(server, { device: PLACE })
  await other.send({ records: [record(NOW - HOUR, 50, { temperature: 3 })] })
  await server.settle()
  await gatherDeviceDays(context())
  expect(await daysOf(other)).toEqual([])
})

test('a device in a heated room is ignored in favour of the climate', async () => {
  const device = await heatingTank((air, time) => 21 + 0.05 * air + Math.sin(time / HOUR))
  await gatherDeviceDays(context())
  expect((await daysOf(device)).length).toBeGreaterThanOrEqual(DAYS - 1)
  expect((await forecastOf(device)).because).not.toHaveProperty('cold_measured')
})
