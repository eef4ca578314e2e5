import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceWithTank, type TestDevice } from '#server/app/testing/deviceWithTank.ts'
import { rolledUp } from '#server/app/testing/rolledUp.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { isFillingRecord } from '#server/domains/telemetry/intake/whileFillingRecord.ts'
import { fillForecastRecord } from './fillForecastRecord.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOON = Math.floor(Date.now() / DAY) * DAY - DAY / 2
/** More than one batch, so that the fill spans several. */
const TANKS = 8

let server: TestServer
let devices: TestDevice[]
beforeAll(async () => {
  server = await startTestServer()
  devices = []
  for (let i = 0; i < TANKS; i += 1) devices.push(await usedTank(60 + 10 * i))
})
afterAll(() => server.close())

/** A tank of 2,000 L that loses `perDay` litres for 160 days, and is refilled at 300 L. */
async function usedTank(perDay: number): Promise<TestDevice> {
  const device = await deviceWithTank(server)
  await sql`update devices set time_zone = 'UTC' where device_id = ${device.device_id}`.execute(server.db)
  const from = NOON - 160 * DAY
  const span = Math.floor(1600 / perDay) * DAY
  await rolledUp(server, device, { from, until: NOON, every: 6 * HOUR }, (time) => {
    return 1900 - (perDay * ((time - from) % span)) / DAY
  })
  for (let at = from + span; at <= NOON; at += span) {
    const rise = (perDay * span) / DAY
    await sql`insert into tank_changes (device_id, port_number, kind, started_at, ended_at, volume, before_volume,
        after_volume, is_judged)
      values (${device.device_id}, 1, 'fill', ${new Date(at - 6 * HOUR)}, ${new Date(at)}, ${rise}, ${1900 - rise}, 1900, true)`.execute(
      server.db,
    )
  }
  return device
}

const warnings: unknown[] = []
const log = { info: () => {}, warn: (...entry: unknown[]) => void warnings.push(entry) }
const fill = (signal = new AbortController().signal) =>
  fillForecastRecord({ db: server.db, encryptor: server.encryptor }, log, signal)

const scores = async () =>
  (
    await sql`select device_id, port_number, to_char(day, 'YYYY-MM-DD') as day, target, model, low, middle, high, lasted, error
      from forecast_scores order by 1, 2, 3, 4`.execute(server.db)
  ).rows

test('every tank has its whole record after a fill, and the same one when a fill was killed and resumed', async () => {
  await fill()
  const whole = await scores()
  const filled = new Set(whole.map((row) => (row as { device_id: number }).device_id))
  expect(filled).toEqual(new Set(devices.map(({ device_id }) => device_id)))
  expect(await isFillingRecord(server.db)).toBe(false)
  // All scores of a tank are written by one statement: a kill leaves all of them, or none.
  const { rows } = await sql<{ count: number }>`
    select count(distinct xmin::text)::int as count from forecast_scores group by device_id`.execute(
    server.db,
  )
  expect(new Set(rows.map(({ count }) => count))).toEqual(new Set([1]))
  await sql`delete from forecast_scores where device_id = any(${devices.slice(3).map((device) => device.device_id)}::int8[])`.execute(
    server.db,
  )
  await fill()
  expect(await scores()).toEqual(whole)
  const { rows: widths } = await sql`select from forecast_widths`.execute(server.db)
  expect(widths.length).toBeGreaterThan(0)
  await fill()
  expect(await scores()).toEqual(whole)
  expect(warnings).toEqual([])
})

test('a fill that is stopped logs nothing about the closed database, and leaves no partial record', async () => {
  await sql`delete from forecast_scores`.execute(server.db)
  const stopping = new AbortController()
  const filling = fill(stopping.signal)
  stopping.abort()
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(server.db)
  await filling
  expect(warnings).toEqual([])
})
