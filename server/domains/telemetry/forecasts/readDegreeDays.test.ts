import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceWithTank } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { systemActor } from '#server/platform/context.ts'
import { readDegreeDays } from './readDegreeDays.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const NOW = new Date('2026-11-21T12:00:00Z')
const at = NOW.toISOString()
const read = async (device_id: number, degree_day_base: 'c18' | 'f65' | null) => {
  const context = { actor: systemActor, db: server.db, now: NOW, encryptor: server.encryptor }
  const port = { device_id, at, degree_day_base }
  return (await readDegreeDays(context, [port], 120))(port)
}

test('the climate replaces the weather without a provider for tanks known to heat, and for no others', async () => {
  const place = { latitude: '44.980000', longitude: '-93.270000' }
  const { device_id } = await deviceWithTank(server, { device: place })
  const { inPast, ahead } = await read(device_id, 'c18')
  const days = ahead('2026-11-21')
  expect(days).toHaveLength(400)
  const of = (date: string) => days.find((day) => day.date === date)!.degree_days
  // Minneapolis in January and in July, and a year later the same as today.
  expect(Math.abs(of('2027-01-15') - 28)).toBeLessThan(4)
  expect(of('2027-07-15')).toBeLessThan(2)
  expect(Math.abs(of('2027-11-21') - inPast('2026-11-21')!)).toBeLessThan(0.2)
  const other = await read(device_id, null)
  expect([other.inPast('2026-11-20'), other.ahead('2026-11-21')]).toEqual([undefined, []])
})

test("a provider's weather takes precedence, and shifts the climate that follows", async () => {
  const place = { latitude: '44.980000', longitude: '-93.270000' }
  const { device_id } = await deviceWithTank(server, { device: place })
  const before = (await read(device_id, 'f65')).ahead('2026-11-21')
  // A place ten degrees colder than its climate, as on a mountain: 92 days, and eight forecast ones.
  await sql`insert into weather_days (north, east, day, mean, told_at)
    select 180, -373, day, -10, now() from generate_series('2026-08-21'::date, '2026-11-28', '1 day') as day`.execute(
    server.db,
  )
  const { inPast, ahead } = await read(device_id, null)
  expect(inPast('2026-11-20')).toBeCloseTo(18.33 + 10, 1)
  expect(inPast('2026-08-01')).toBeUndefined()
  const days = ahead('2026-11-21')
  expect(days[7]!.degree_days).toBeCloseTo(28.33, 1)
  expect(days[60]!.degree_days).toBeGreaterThan(before[60]!.degree_days + 5)
})

test('a device without a position has no degree days', async () => {
  const { device_id } = await deviceWithTank(server, { device: { latitude: null, longitude: null } })
  const { inPast, ahead } = await read(device_id, 'f65')
  expect([inPast('2026-11-20'), ahead('2026-11-21')]).toEqual([undefined, []])
})
