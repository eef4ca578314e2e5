import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deviceWithTank, record, type TestDevice } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { systemActor } from '#server/platform/context.ts'
import { forecastWhatIsDue } from '../forecasts/forecastRunOut.ts'
import { portKey } from '../history/readDailyUse.ts'
import { readBalances } from './readBalances.ts'
import { recomputeHistory } from './recomputeHistory.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const MIDNIGHT = Math.floor(Date.now() / DAY) * DAY
const GALLON = 3.785411784
/** Reykjavik is on UTC all year. */
const REYKJAVIK = { latitude: '64.15', longitude: '-21.94' }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/**
 * A tank of 2,000 L with 2 % used a day and a reading every four hours for nine days; three and a half days ago `rise` percent were added.
 */
async function tankWith(rise: number) {
  const device = await deviceWithTank(server, { device: REYKJAVIK })
  const times = Array.from({ length: 9 * 6 }, (_, i) => MIDNIGHT - 9 * DAY + i * 4 * HOUR)
  const records = times.map((time) =>
    record(time, percentAt(time) + (time >= MIDNIGHT - 3.5 * DAY ? rise : 0)),
  )
  expect((await device.send({ records })).status).toBe(200)
  await server.settle()
  const { body } = await admin('GET', `/devices/${device.device_id}/ports`)
  const path = `/devices/${device.device_id}/ports/${body.device_ports[0].device_ports_id}`
  return { device, path }
}

const percentAt = (time: number) => 30 + (2 * (MIDNIGHT - time)) / DAY
const admin = (method: string, path: string, body?: unknown) =>
  server.as('administrator').call(method, path, body)
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
/** The day of the rise. */
const THAT_DAY = dayOf(MIDNIGHT - 3.5 * DAY)
const litres = ({ volume, unit }: { volume: number; unit: string }) =>
  Math.round(unit === 'gal' ? volume * GALLON : volume)
const inGallons = (amount: number) => amount / GALLON

async function usedThen({ device_id }: TestDevice): Promise<number> {
  const { body } = await admin('GET', `/devices/${device_id}/port_usage/1`)
  const day = body.days.find(({ date }: { date: string }) => date === THAT_DAY)
  return litres({ volume: day.used, unit: body.unit })
}

async function forecastOf({ device_id }: TestDevice) {
  await forecastWhatIsDue({ actor: systemActor, db: server.db, now: new Date(), encryptor: server.encryptor })
  const { rows } = await sql<{ use: number }>`
    select use_per_day::float8 as use from port_states where device_id = ${device_id}`.execute(server.db)
  return rows[0]!.use
}

async function daysJudged({ device_id }: TestDevice): Promise<string[]> {
  const port = { device_id, port_number: 1 }
  const expected = {
    ...port,
    group: null,
    specific_gravity: 1,
    degree_day_base: null,
    last_day: dayOf(MIDNIGHT - DAY),
  }
  const found = await readBalances(server.db, [expected], 9)
  return found.get(portKey(port))!.map(({ date }) => date)
}

describe('a delivery hardly visible in the level', () => {
  test('counts once added: in the use of its day, the forecast and the judgement, until it is deleted', async () => {
    const { device, path } = await tankWith(1.5)
    expect((await admin('GET', `${path}/changes`)).body.changes).toEqual([])
    expect(await usedThen(device)).toBe(10)
    expect(await daysJudged(device)).toContain(THAT_DAY)
    const before = await forecastOf(device)
    const at = new Date(MIDNIGHT - 3.5 * DAY - HOUR).toISOString()
    const added = await admin('POST', `${path}/deliveries`, { at, volume: inGallons(30), note: 'Ticket 12' })
    expect(added.status).toBe(200)
    const [one, ...more] = added.body.changes
    expect(more).toEqual([])
    expect(one).toMatchObject({
      ...{
        tank_change_id: null,
        kind: 'fill',
        verdict: 'delivery',
        measured_volume: null,
        note: 'Ticket 12',
      },
      ...{ started_at: at, ended_at: at, told_by: expect.any(String) },
    })
    expect(litres(one)).toBe(30)
    expect(await usedThen(device)).toBe(40)
    expect(await daysJudged(device)).not.toContain(THAT_DAY)
    expect(await forecastOf(device)).toBeGreaterThan(before)
    const { body } = await admin('GET', '/devices/deliveries?limit=50')
    expect(body.deliveries).toContainEqual(expect.objectContaining({ device_id: device.device_id, at }))

    const back = await admin('DELETE', `${path}/told_changes/${one.told_change_id}`)
    expect(back).toMatchObject({ status: 200, body: { changes: [] } })
    expect(await usedThen(device)).toBe(10)
    expect(await daysJudged(device)).toContain(THAT_DAY)
    expect(await forecastOf(device)).toBeCloseTo(before, 6)
    expect((await admin('DELETE', `${path}/told_changes/${one.told_change_id}`)).status).toBe(404)
    const { rows } = await sql<{ action: string }>`
      select action from audit_entries where resource = 'device_ports' and record_id = ${path.split('/').at(-1)}::int8
      order by audit_id`.execute(server.db)
    expect(rows.map(({ action }) => action).slice(-2)).toEqual(['add_delivery', 'take_back_change'])
  })

  test('added before its rise was detected is matched with it, at the reported volume', async () => {
    const { device, path } = await tankWith(0)
    const at = new Date(MIDNIGHT - HOUR).toISOString()
    await admin('POST', `${path}/deliveries`, { at, volume: inGallons(500) })
    const now = Date.now()
    const times = [MIDNIGHT, MIDNIGHT + 0.1 * HOUR, MIDNIGHT + 0.2 * HOUR, MIDNIGHT + 1.2 * HOUR].filter(
      (time) => time < now,
    )
    await device.send({ records: times.map((time) => record(time, percentAt(time) + 30)) })
    await server.settle()
    const { body } = await admin('GET', `${path}/changes`)
    expect(body.changes).toHaveLength(1)
    const [one] = body.changes
    expect(litres(one)).toBe(500)
    if (times.length === 4) {
      expect(one.tank_change_id).toBeGreaterThan(0)
      expect(Math.round(one.measured_volume * GALLON)).toBeGreaterThan(590)
      expect(Date.parse(one.ended_at)).toBeGreaterThanOrEqual(MIDNIGHT)
    }
  })
})

describe('a detected rise', () => {
  test("follows a person's verdict, and the measurement once the verdict is deleted", async () => {
    const { device, path } = await tankWith(30)
    const listed = async () => (await admin('GET', `${path}/changes`)).body.changes
    const [rise, ...more] = await listed()
    expect(more).toEqual([])
    expect(rise).toMatchObject({ kind: 'fill', verdict: null, told_change_id: null, told_by: null })
    const measured = litres(rise)
    const used = await usedThen(device)
    expect(Math.abs(used - 40)).toBeLessThan(10)
    const judge = (body: object) => admin('POST', `${path}/changes/${rise.tank_change_id}`, body)
    const isDelivered = async () => {
      const { body } = await admin('GET', '/devices/deliveries?limit=200')
      return body.deliveries.some(
        (delivery: { device_id: number }) => delivery.device_id === device.device_id,
      )
    }
    expect(await isDelivered()).toBe(true)

    const partial = await judge({ verdict: 'delivery', volume: inGallons(620) })
    expect(partial.status).toBe(200)
    expect(partial.body.changes).toHaveLength(1)
    expect(partial.body.changes[0]).toMatchObject({
      tank_change_id: rise.tank_change_id,
      verdict: 'delivery',
    })
    expect(litres(partial.body.changes[0])).toBe(620)
    expect(Math.abs((await usedThen(device)) - (used + 620 - measured))).toBeLessThanOrEqual(1)

    await judge({ verdict: 'transfer' })
    expect(await usedThen(device)).toBe(used)
    expect(await isDelivered()).toBe(false)
    expect((await listed()).map(litres)).toEqual([measured])

    await judge({ verdict: 'expansion', note: 'Sun' })
    expect(await usedThen(device)).toBe(0)
    const { body: history } = await admin('GET', `/devices/${device.device_id}/port_history_graph/1`)
    expect(history.marks.changes).toMatchObject([{ kind: 'fill', verdict: 'expansion' }])

    // After a recomputation the rise has another id, but is the same rise.
    await admin('POST', `${path}/recompute`, { from: dayOf(MIDNIGHT - 9 * DAY) })
    while (await recomputeHistory(server.pool, server.db, new Date())) {}
    const [again] = await listed()
    expect(again.tank_change_id).not.toBe(rise.tank_change_id)
    expect(again).toMatchObject({ verdict: 'expansion', note: 'Sun' })

    await admin('DELETE', `${path}/told_changes/${again.told_change_id}`)
    expect(await listed()).toMatchObject([{ verdict: null, told_change_id: null }])
    expect(await usedThen(device)).toBe(used)
    expect(await isDelivered()).toBe(true)
  })
})

test('an impossible delivery is refused, and so is a delivery to a tank out of reach or without rights', async () => {
  const { device, path } = await tankWith(30)
  const { body } = await admin('GET', `${path}/changes`)
  const rise = `${path}/changes/${body.changes[0].tank_change_id}`
  const rulesOf = async (to: string, more: object) => {
    const response = await admin('POST', to, more)
    return [response.status, ...(response.body.errors ?? []).map(({ rule }: { rule: string }) => rule)]
  }
  const at = new Date(MIDNIGHT - 6 * DAY).toISOString()
  const later = new Date(Date.now() + HOUR).toISOString()
  const then = new Date(MIDNIGHT - 3.4 * DAY).toISOString()
  expect(await rulesOf(`${path}/deliveries`, { at: later, volume: 5 })).toEqual([422, 'day_to_come'])
  expect(await rulesOf(`${path}/deliveries`, { at, volume: 3000 })).toEqual([422, 'beyond_capacity'])
  expect((await rulesOf(`${path}/deliveries`, { at: then, volume: 5 }))[0]).toBe(409)
  expect((await rulesOf(`${path}/deliveries`, { at, volume: 0 }))[0]).toBe(422)
  expect((await rulesOf(rise, { verdict: 'leak' }))[0]).toBe(422)
  expect((await rulesOf(`${path}/changes/999999999`, { verdict: 'delivery' }))[0]).toBe(404)
  const other = await tankWith(0)
  expect((await rulesOf(rise.replace(path, other.path), { verdict: 'delivery' }))[0]).toBe(404)
  const as = (who: 'stranger' | 'driver' | 'customer') => server.as(who)
  expect((await as('stranger').call('GET', `${path}/changes`)).status).toBe(404)
  expect((await as('stranger').call('POST', rise, { verdict: 'delivery' })).status).toBe(404)
  expect((await as('customer').call('POST', rise, { verdict: 'delivery' })).status).toBe(200)
  await sql`update device_ownerships set from_at = now() where device_id = ${device.device_id}`.execute(
    server.db,
  )
  expect((await as('customer').call('GET', `${path}/changes`)).body.changes).toEqual([])
  expect((await as('customer').call('POST', rise, { verdict: 'delivery' })).status).toBe(404)
})
