import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceWithTank, record, type TestDevice } from '#server/app/testing/deviceWithTank.ts'
import { rolledUp } from '#server/app/testing/rolledUp.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { systemActor } from '#server/platform/context.ts'
import { forecastRunOut } from './forecastRunOut.ts'
import { calibrateFleet } from './forecastWidths.ts'
import { type RecordedForecast, recordForecasts } from './recordForecasts.ts'
import { scoreDueForecasts } from './scoreDueForecasts.ts'
import { scorePastForecasts } from './scorePastForecasts.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Math.floor(Date.now() / DAY) * DAY + 12 * HOUR

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const context = (now = NOW) => ({
  actor: systemActor,
  db: server.db,
  now: new Date(now),
  encryptor: server.encryptor,
})
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** A tank of 2,000 L in UTC that uses `perDay` litres, filled below 400 L at half past eleven. */
async function usedTank(perDay: number, days: number, { silent = [0, 0] } = {}): Promise<TestDevice> {
  const device = await deviceWithTank(server)
  await sql`update devices set time_zone = 'UTC' where device_id = ${device.device_id}`.execute(server.db)
  const start = NOW - days * DAY
  const fills: { at: number; volume: number }[] = []
  let volume = 1900
  const levels = new Map<number, number>()
  for (let time = start; time <= NOW; time += 6 * HOUR) {
    levels.set(time, volume)
    volume -= perDay / 4
    if (volume < 400) {
      fills.push({ at: time + 5.5 * HOUR, volume: 1500 })
      volume += 1500
    }
  }
  const spans = [
    { from: start, until: NOW - silent[0]! * DAY },
    { from: NOW - silent[1]! * DAY, until: NOW },
  ]
  for (const span of silent[0] === silent[1] ? [{ from: start, until: NOW }] : spans)
    await rolledUp(server, device, { ...span, every: 6 * HOUR }, (time) => levels.get(time)!)
  for (const { at, volume: litres } of fills)
    await sql`insert into tank_changes (device_id, port_number, kind, started_at, ended_at, volume, before_volume, after_volume,
        is_judged)
      values (${device.device_id}, 1, 'fill', ${new Date(at - HOUR)}, ${new Date(at)}, ${litres}, 0, 0, true)`.execute(
      server.db,
    )
  return device
}

/** A forecast of the tank on its scoring weekday, some weeks ago. */
function forecastOf(
  { device_id }: TestDevice,
  weeks: number,
  change: Partial<RecordedForecast> = {},
): RecordedForecast {
  const last = Math.floor(NOW / DAY)
  const madeAt = (last - ((last - device_id) % 7) - 7 * weeks) * DAY + 12 * HOUR
  return {
    ...{ device_id, port_number: 1, day: dayOf(madeAt), made: madeAt, volume: 1000, model: 'level' },
    scale: { low: 1, high: 1 },
    targets: [
      { target: 'empty', volume: 0, range: { p10: 8, p50: 9, p90: 12 } },
      { target: 'red', volume: 300, range: { p10: 4, p50: 5, p90: 6 } },
    ],
    ...change,
  }
}

async function scoresOf({ device_id }: TestDevice) {
  const { rows } = await sql<Record<string, number | string | boolean>>`
    select target, model, low, middle, high, lasted, is_reached, error, to_char(settled, 'YYYY-MM-DD') as settled
    from forecast_scores where device_id = ${device_id} order by day, target`.execute(server.db)
  return rows
}

/** The tank's level at that time, from its roll-ups. */
async function volumeAt({ device_id }: TestDevice, time: number): Promise<number> {
  const { rows } = await sql<{ volume: number }>`
    select last_volume as volume from readings_hourly where device_id = ${device_id} and last_at = ${new Date(time)}`.execute(
    server.db,
  )
  return rows[0]!.volume
}

test('the first forecast of a tank on a day is recorded, and no second one', async () => {
  const device = await deviceWithTank(server)
  const now = Date.now()
  const records = Array.from({ length: 39 }, (_, i) => record(now - (38 - i) * 6 * HOUR, 80 - i * 0.7))
  expect((await device.send({ records })).status).toBe(200)
  await server.settle()
  const forecastAgain = async () => {
    await sql`update port_states set forecast_at = null where device_id = ${device.device_id}`.execute(
      server.db,
    )
    await forecastRunOut(context(now), [device.device_id])
  }
  await sql`delete from forecast_records where device_id = ${device.device_id}`.execute(server.db)
  await forecastAgain()
  await sql`update port_states set volume = volume - 100 where device_id = ${device.device_id}`.execute(
    server.db,
  )
  await forecastAgain()
  const { rows } = await sql<Record<string, number>>`
    select f.volume, s.volume + 100 as before, empty_low, empty_middle, empty_high, red_middle, red_volume, model
    from forecast_records f join port_states s using (device_id, port_number)
    where f.device_id = ${device.device_id}`.execute(server.db)
  expect(rows).toHaveLength(1)
  const [recorded] = rows
  expect(recorded!['volume']).toBeCloseTo(recorded!['before']!, 2)
  expect(recorded!['red_volume']).toBeCloseTo(300, 2)
  expect(recorded!['empty_low']).toBeLessThanOrEqual(recorded!['empty_middle']!)
  expect(recorded!['empty_middle']).toBeLessThanOrEqual(recorded!['empty_high']!)
  expect(recorded!['red_middle']).toBeLessThan(recorded!['empty_middle']!)
})

test('a forecast is scored when due, despite fills in between, and by one server', async () => {
  const device = await usedTank(100, 60)
  const forecast = forecastOf(device, 4)
  await recordForecasts(server.db, [{ ...forecast, volume: await volumeAt(device, forecast.made) }])
  const volume = await volumeAt(device, forecast.made)
  await scoreDueForecasts(context(forecast.made + 15 * DAY))
  expect(await scoresOf(device)).toEqual([])
  await Promise.all([scoreDueForecasts(context()), scoreDueForecasts(context())])
  const scores = await scoresOf(device)
  expect(scores).toMatchObject([
    { target: 'empty', model: 'level', low: 8, middle: 9, high: 12 },
    { target: 'red', low: 4, middle: 5, high: 6 },
  ])
  expect(scores[0]!['settled']).toBe(dayOf(forecast.made + 16 * DAY))
  const after = [volume / 100, (volume - 300) / 100]
  for (const [i, waited] of [16, 9].entries()) {
    expect(scores[i]!['lasted']).toBeCloseTo(Math.min(after[i]!, waited), 1)
    expect(scores[i]!['is_reached']).toBe(after[i]! <= waited)
  }
  await scoreDueForecasts(context())
  expect(await scoresOf(device)).toEqual(scores)
})

test('a forecast gets no score if the device was silent, or its tank was replaced', async () => {
  // So little use that no level is reached before the gap, on any weekday of the forecast.
  const silent = await usedTank(20, 60, { silent: [26, 22] })
  const other = await usedTank(20, 60)
  for (const device of [silent, other]) {
    const forecast = forecastOf(device, 4)
    await recordForecasts(server.db, [{ ...forecast, volume: await volumeAt(device, forecast.made) }])
  }
  const { body } = await server.as('administrator').call('GET', `/devices/${other.device_id}/ports`)
  const port = `/devices/${other.device_id}/ports/${body.device_ports[0].device_ports_id}`
  await sql`insert into port_states (device_id, port_number, at, raw) values (${other.device_id}, 1, now(), 0)
    on conflict do nothing`.execute(server.db)
  const change = { metric_height: '1000', def_liters: '1000' }
  expect((await server.as('administrator').call('PATCH', port, change)).status).toBe(200)
  await scoreDueForecasts(context())
  expect(await scoresOf(silent)).toEqual([])
  expect(await scoresOf(other)).toEqual([])
})

test('forecasts of other days of the week are recorded and not scored', async () => {
  const device = await usedTank(100, 60)
  const forecast = forecastOf(device, 4)
  const next = { ...forecast, made: forecast.made + DAY, day: dayOf(forecast.made + DAY) }
  await recordForecasts(server.db, [next])
  await scoreDueForecasts(context())
  expect(await scoresOf(device)).toEqual([])
})

test('ranges too narrow for the whole fleet are widened, without counting the same scores twice', async () => {
  // Scores of other tanks and models would count too.
  await sql`delete from forecast_scores`.execute(server.db)
  const [device, other] = [await deviceWithTank(server), await deviceWithTank(server)]
  const now = Date.now()
  const records = Array.from({ length: 39 }, (_, i) =>
    record(now - (38 - i) * 6 * HOUR, 90 - i * (i % 3 === 0 ? 0.6 : 0.8)),
  )
  expect((await device.send({ records })).status).toBe(200)
  await server.settle()
  const forecast = async () => {
    await sql`update port_states set forecast_at = null where device_id = ${device.device_id}`.execute(
      server.db,
    )
    await sql`delete from forecast_records where device_id = ${device.device_id}`.execute(server.db)
    await forecastRunOut(context(now), [device.device_id])
    const { rows } = await sql<Record<string, number>>`
      select days_to_empty as middle, days_to_empty_low as low, days_to_empty_high as high, scale_low, scale_high,
        empty_low as told_low, empty_high as told_high
      from port_states join forecast_records using (device_id, port_number) where device_id = ${device.device_id}`.execute(
      server.db,
    )
    return rows[0]!
  }
  const before = await forecast()
  expect(before).toMatchObject({ scale_low: 1, scale_high: 1 })
  await sql`insert into forecast_scores (device_id, port_number, day, target, model, low, middle, high, lasted, is_reached,
      error, pinball, early, late, settled)
    select ${other.device_id}, 1, current_date - one, 'empty', 'other', 9, 10, 11, 8, true, -2, 1, 2, 1.5, current_date
    from generate_series(1, 3000) as one`.execute(server.db)
  await calibrateFleet(context(now))
  const after = await forecast()
  expect(after['scale_low']).toBeCloseTo(2, 1)
  expect(after['scale_high']).toBeCloseTo(1.5, 1)
  expect(after).toMatchObject({ told_low: before['told_low'], told_high: before['told_high'] })
  expect(after['middle']).toBeCloseTo(before['middle']!, 3)
  expect(after['low']).toBeLessThan(before['low']!)
  const wider = (after['high']! - after['middle']!) / (before['high']! - before['middle']!)
  expect(wider).toBeCloseTo(after['scale_high']!, 2)
  await sql`delete from forecast_scores where device_id = ${other.device_id}`.execute(server.db)
  await sql`delete from forecast_widths`.execute(server.db)
})

test('past forecasts cover the requested days at the requested interval', async () => {
  const device = await usedTank(100, 200)
  await scorePastForecasts(context(), [device.device_id], [{ days: 150, until: 60, everyDays: 14 }])
  const { rows } = await sql<{ day: string; ago: number }>`
    select distinct to_char(day, 'YYYY-MM-DD') as day, ${new Date(context().now)}::date - day as ago from forecast_scores
    where device_id = ${device.device_id} order by day`.execute(server.db)
  expect(rows.length).toBeGreaterThan(4)
  for (const [i, { day, ago }] of rows.entries()) {
    expect(ago).toBeGreaterThanOrEqual(59)
    if (i > 0) expect((Date.parse(day) - Date.parse(rows[i - 1]!.day)) / DAY).toBe(14)
  }
})

test('past forecasts are a week apart, use only data known then, and are scored', async () => {
  const device = await usedTank(100, 200)
  const created = await scorePastForecasts(context(), [device.device_id], [{ days: 150 }])
  const { rows } = await sql<{ day: string; target: string; middle: number; error: number; lasted: number }>`
    select to_char(day, 'YYYY-MM-DD') as day, target, middle, error, lasted from forecast_scores
    where device_id = ${device.device_id} order by day`.execute(server.db)
  expect(rows).toHaveLength(created)
  const empty = rows.filter(({ target }) => target === 'empty')
  expect(empty.length).toBeGreaterThan(15)
  for (const [i, one] of empty.entries()) {
    if (i > 0) expect(Date.parse(one.day) - Date.parse(empty[i - 1]!.day)).toBeGreaterThanOrEqual(7 * DAY)
    expect(Math.abs(one.error)).toBeLessThan(1)
  }
  // Recreating them changes nothing.
  await scorePastForecasts(context(), [device.device_id], [{ days: 150 }])
  const { rows: again } =
    await sql`select from forecast_scores where device_id = ${device.device_id}`.execute(server.db)
  expect(again).toHaveLength(created)
})
