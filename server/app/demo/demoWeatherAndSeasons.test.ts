import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceWithTank } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { acceptSeasons } from './acceptSeasons.ts'
import { clockHour } from './demoWeather.ts'
import { isBadEcho } from './deviceHistory.ts'
import { demoFleet } from './fleet.ts'
import { keepReportingWeather, reportWeather } from './reportWeather.ts'
import { seededRandom } from './seededRandom.ts'
import { dryingSeason } from './tankWorld.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 10, 20, 15, 24)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

interface Stated {
  place: string
  day: string
  mean: number
}
const stored = async () => {
  const { rows } = await sql<Stated>`
    select north || '/' || east as place, to_char(day, 'YYYY-MM-DD') as day, mean::float8 as mean from weather_days
    order by place, day`.execute(server.db)
  return rows
}
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

test('the weather of a year and of the next days is stored for each place, and past days do not change', async () => {
  await reportWeather(server.db, NOW)
  const before = await stored()
  const places = new Set(before.map(({ place }) => place))
  expect(places.size).toBeGreaterThan(5)
  expect(before).toHaveLength(places.size * (366 + 16))
  await reportWeather(server.db, NOW + 3 * DAY)
  const after = await stored()
  expect(after).toHaveLength(places.size * (366 + 16 + 3))
  const was = new Map(before.map(({ place, day, mean }) => [`${place} ${day}`, mean]))
  const changedOn = new Set(
    after
      .filter(({ place, day, mean }) => was.has(`${place} ${day}`) && was.get(`${place} ${day}`) !== mean)
      .map(({ day }) => day),
  )
  // Past days stay; forecast days become measured ones or are forecast again.
  expect([...changedOn].sort()[0]).toBe(dayOf(NOW))
  expect(changedOn.has(dayOf(NOW + 10 * DAY))).toBe(true)
  const off = after
    .filter(({ day }) => day === dayOf(NOW + 2 * DAY))
    .map(({ place, day, mean }) => Math.abs(mean - was.get(`${place} ${day}`)!))
  expect(Math.max(...off)).toBeGreaterThan(0.1)
  expect(Math.max(...off)).toBeLessThan(12)
})

test('the demo writes no weather if a provider is configured', async () => {
  await sql`delete from weather_days`.execute(server.db)
  await sql`insert into settings (setting_key, value) values ('weather_url', '"https://weather.example"')`.execute(
    server.db,
  )
  await reportWeather(server.db, NOW)
  expect(await stored()).toEqual([])
  await sql`delete from settings where setting_key = 'weather_url'`.execute(server.db)
})

test('a demo that is stopped logs no failure of the weather it could not write', async () => {
  const { db, close } = openDatabase(server.connection)
  await close()
  const warnings: unknown[] = []
  const log = { warn: (...entry: unknown[]) => void warnings.push(entry) }
  const stopping = new AbortController()
  const telling = keepReportingWeather(db, log, stopping.signal)
  stopping.abort()
  await telling
  expect(warnings).toEqual([])
})

test("a dryer's season that lasts is its usual use since it began, and none is accepted outside of it", async () => {
  const dryer = demoFleet()
    .flatMap(({ public_id, ports }) => ports.map((port) => ({ public_id, ...port })))
    .find(({ nature }) => nature.rhythm === 'dryer')!
  const { device_id } = await deviceWithTank(server)
  const devices = new Map([[dryer.public_id, device_id]])
  const accepted = async () =>
    (
      await sql<{ port_number: number; since: string }>`
        select port_number, to_char(usual_since, 'YYYY-MM-DD') as since from tank_judgements where device_id = ${device_id}`.execute(
        server.db,
      )
    ).rows
  const { begins, ends } = dryingSeason(dryer.nature.seed, Math.floor(NOW / DAY))
  await acceptSeasons(server.db, devices, (begins - 1) * DAY)
  await acceptSeasons(server.db, devices, (ends + 1) * DAY)
  expect(await accepted()).toEqual([])
  await acceptSeasons(server.db, devices, (begins + 20) * DAY)
  expect(await accepted()).toContainEqual({ port_number: dryer.port_number, since: dayOf(begins * DAY) })
})

test('bad echoes occur by day at the place of the tank, and in few readings', () => {
  const { town } = demoFleet().find(({ condition }) => condition === 'bad_echoes')!
  const random = seededRandom(7)
  const times = Array.from({ length: 24 * 200 }, (_, hour) => NOW + hour * HOUR)
  const bad = times.filter((time) => isBadEcho(town, time, random))
  for (const time of bad) {
    expect(clockHour(town.timeZone, time)).toBeGreaterThanOrEqual(7)
    expect(clockHour(town.timeZone, time)).toBeLessThan(20)
  }
  expect(bad.length / times.length).toBeGreaterThan(0.02)
  expect(bad.length / times.length).toBeLessThan(0.05)
})
