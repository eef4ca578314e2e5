import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record, type TestDevice } from '#server/app/testing/deviceWithTank.ts'
import { rolledUp } from '#server/app/testing/rolledUp.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { systemActor } from '#server/platform/context.ts'
import { forecastRunOut } from '../forecasts/forecastRunOut.ts'
import { portKey, readDailyUse } from './readDailyUse.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const GALLON = 3.785411784
const CHICAGO = { latitude: '41.878100', longitude: '-87.629800' }
/** No daylight saving time: every day has 24 hours. */
const PHOENIX = { latitude: '33.448400', longitude: '-112.074000' }
const UTC_MINUS_7 = 7 * 3_600_000
const KOLKATA = { latitude: '22.572600', longitude: '88.363900' }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Epoch milliseconds of `hours` past midnight in Chicago, `daysAgo`. */
async function inChicago(daysAgo: number, hours: number): Promise<number> {
  const { rows } = await sql<{ at: string }>`
    select (date_trunc('day', now() at time zone 'America/Chicago')
      + make_interval(days => ${-daysAgo}, mins => ${hours * 60})) at time zone 'America/Chicago' as at`.execute(
    server.db,
  )
  return Date.parse(rows[0]!.at)
}

async function usesOf({ device_id }: TestDevice, until: number, last: number): Promise<[string, number][]> {
  const port = { device_id, port_number: 1 }
  const found = await readDailyUse(server.db, [{ ...port, until: new Date(until) }], last)
  return found.get(portKey(port))!.map(({ date, used }) => [date, Math.round(used)])
}

describe('a day of use is one of the tank’s place', () => {
  test('use in Chicago at eight in the evening counts on that day, in the API and for the forecast', async () => {
    const device = await deviceWithTank(server, { device: CHICAGO })
    const levels: [number, number, number][] = [
      ...([5, 4, 3] as const).flatMap((day): [number, number, number][] => [
        [day, 12, 80],
        [day, 19, 80],
      ]),
      [2, 12, 80],
      [2, 19, 80],
      [2, 20, 70],
      [1, 12, 70],
    ]
    const records = await Promise.all(
      levels.map(async ([day, hour, percent]) => record(await inChicago(day, hour), percent)),
    )
    expect((await device.send({ records })).status).toBe(200)
    const path = `/devices/${device.device_id}`
    const { body } = await server.as('customer').call('GET', `${path}/port_usage/1`)
    expect(body.time_zone).toBe('America/Chicago')
    expect(body.days.map(({ used }: { used: number }) => Math.round(used * GALLON))).toEqual([0, 0, 200, 0])
    const evening = new Date(await inChicago(2, 12)).toISOString().slice(0, 10)
    expect(body.days[2].date).toBe(evening)
    expect((await server.as('customer').call('GET', path)).body.device.time_zone).toBe('America/Chicago')
    // The forecast uses the same days.
    await sql`update port_states set forecast_at = null where device_id = ${device.device_id}`.execute(
      server.db,
    )
    await forecastRunOut(
      { db: server.db, now: new Date(), actor: systemActor, encryptor: server.encryptor },
      [device.device_id],
    )
    // Its last reading is on the newest of them, which was not over then.
    const { rows } = await sql<{ use: number; days: number }>`
      select use_per_day as use, (use_course ->> 'known')::int as days from port_states
      where device_id = ${device.device_id}`.execute(server.db)
    expect(rows[0]!.days).toBe(3)
    expect(rows[0]!.use).toBeGreaterThan(200 / 3)
    expect(rows[0]!.use).toBeLessThan(200)
  })

  test('days of clock changes have 23 and 25 hours, with all their use', async () => {
    const device = await deviceWithTank(server, { device: CHICAGO })
    const steady = (from: number) => (time: number) => 1900 - ((time - from) / HOUR) * 10
    const march = {
      from: Date.parse('2026-03-06T12:00Z'),
      until: Date.parse('2026-03-11T12:00Z'),
      every: HOUR,
    }
    await rolledUp(server, device, march, steady(march.from))
    expect(await usesOf(device, march.until, 4)).toEqual([
      ['2026-03-08', 230],
      ['2026-03-09', 240],
      ['2026-03-10', 240],
    ])
    const autumn = {
      from: Date.parse('2026-10-30T12:00Z'),
      until: Date.parse('2026-11-04T12:00Z'),
      every: HOUR,
    }
    await rolledUp(server, device, autumn, steady(autumn.from))
    expect(await usesOf(device, autumn.until, 4)).toEqual([
      ['2026-11-01', 250],
      ['2026-11-02', 240],
      ['2026-11-03', 240],
    ])
  })

  test('nothing is lost or counted twice if midnight is inside an hour of the roll-ups', async () => {
    const device = await deviceWithTank(server, { device: KOLKATA })
    // 100 L at nine in the evening and 30 L at six in the morning: 15:30 and 00:30 UTC.
    const from = Date.parse('2026-05-01T18:30Z')
    const volumeAt = (time: number) => {
      const day = Math.floor((time - from) / (24 * HOUR))
      const hour = ((time - from) / HOUR) % 24
      return 1900 - day * 130 - (hour >= 6 ? 30 : 0) - (hour >= 21 ? 100 : 0)
    }
    await rolledUp(server, device, { from, until: from + 96 * HOUR, every: 10 * MINUTE }, volumeAt)
    expect(await usesOf(device, from + 96 * HOUR, 4)).toEqual([
      ['2026-05-03', 130],
      ['2026-05-04', 130],
      ['2026-05-05', 130],
    ])
  })

  test('the day after a gap is left out, and today is not over', async () => {
    const device = await deviceWithTank(server, { device: CHICAGO })
    const noon = Date.parse('2026-06-10T17:00Z')
    const days = [6, 5, 4, 1, 0].map((ago) => noon - ago * 24 * HOUR)
    for (const [index, time] of days.entries()) {
      await rolledUp(server, device, { from: time, until: time, every: HOUR }, () => 1000 - index * 50)
    }
    expect(await usesOf(device, noon, 10)).toEqual([
      ['2026-06-05', 50],
      ['2026-06-06', 50],
    ])
  })
})

describe('a device that was moved', () => {
  /** Ten days of the former owner's use and four of the new owner's, with a reading every two hours. */
  async function movedTank(of: { old: number; own: number }) {
    const device = await deviceWithTank(server, { device: PHOENIX })
    const midnight = Math.floor((Date.now() - UTC_MINUS_7) / (24 * HOUR) - 4) * 24 * HOUR + UTC_MINUS_7
    const hours = (from: number, until: number) =>
      Array.from({ length: (until - from) / (2 * HOUR) }, (_, index) => from + index * 2 * HOUR)
    const days = (time: number) => (time - midnight) / (24 * HOUR)
    const before = hours(midnight - 240 * HOUR, midnight).map((time) =>
      record(time, 50 - days(time) * of.old),
    )
    expect((await device.send({ records: before })).status).toBe(200)
    await server.settle()
    const moved = await server
      .as('administrator')
      .call('PATCH', `/devices/${device.device_id}/move`, { company_id: COMPANY.stranger })
    expect(moved.status).toBe(200)
    // As if it had been moved then.
    await sql`update device_ownerships set from_at = ${new Date(midnight)}
      where device_id = ${device.device_id} and until_at = 'infinity'`.execute(server.db)
    return {
      device,
      report: async () => {
        // The newest reading is less than two hours old, so the day before today is complete at any time of day.
        const after = hours(midnight, Date.now() + 2 * HOUR).map((time) =>
          record(time, 50 - days(time) * of.own),
        )
        expect((await device.send({ records: after })).status).toBe(200)
        await server.settle()
      },
    }
  }
  async function forecast({ device_id }: TestDevice) {
    await sql`update port_states set forecast_at = null where device_id = ${device_id}`.execute(server.db)
    await forecastRunOut(
      { db: server.db, now: new Date(), actor: systemActor, encryptor: server.encryptor },
      [device_id],
    )
    const { body } = await server.as('stranger').call('GET', `/devices/${device_id}`)
    return body.device.ports[0]
  }

  test("forgets its former owner's use: no forecast or estimate is based on it", async () => {
    const { device } = await movedTank({ old: 3, own: 1 })
    const { rows } = await sql`select use_course, use_per_day, days_to_empty, estimated_at, change_state
      from port_states where device_id = ${device.device_id}`.execute(server.db)
    expect(rows).toEqual([
      { use_course: null, use_per_day: null, days_to_empty: null, estimated_at: null, change_state: null },
    ])
    expect(await forecast(device)).toMatchObject({
      no_forecast: 'too_little_data',
      use_per_day: null,
      level_source: 'measured',
    })
  })

  test('is forecast from its new owner’s days only, which are all that they see; staff see all', async () => {
    const { device, report } = await movedTank({ old: 3, own: 1 })
    await report()
    const { use_per_day } = await forecast(device)
    expect(use_per_day * GALLON).toBeCloseTo(20, 0)
    const usage = async (account: 'stranger' | 'administrator') => {
      const { body } = await server.as(account).call('GET', `/devices/${device.device_id}/port_usage/1`)
      return body.days.map(({ used }: { used: number }) => Math.round(used * GALLON))
    }
    expect(await usage('stranger')).toEqual([20, 20, 20])
    // The first day has no previous one to measure from.
    const all = await usage('administrator')
    expect(all.slice(0, 8)).toEqual(Array(8).fill(60))
    expect(all.slice(-3)).toEqual([20, 20, 20])
  })
})
