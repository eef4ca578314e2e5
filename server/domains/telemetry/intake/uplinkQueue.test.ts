import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { openLog } from '#server/platform/log.ts'
import type { Refusal } from '#server/platform/refusal.ts'
import { openRawBodies } from './rawBodies.ts'
import { openUplinkQueue } from './uplinkQueue.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const now = () => Math.floor(Date.now() / 1000) * 1000

async function readings(device_id: number) {
  const { rows } = await sql<{ at: string; volume: number; percent: number; quality: number }>`
    select at, volume, percent, quality from readings where device_id = ${device_id} order by at`.execute(
    server.db,
  )
  return rows
}

async function totals(table: string, device_id: number) {
  const { rows } = await sql<Record<string, number>>`
    select sum(count)::int as count, sum(sum_volume) as sum, min(min_volume) as min, max(max_volume) as max
    from ${sql.table(table)} where device_id = ${device_id}`.execute(server.db)
  return rows[0]
}

async function rawOf(device_id: number) {
  const { rows } = await sql`select accepted, refused, body, outcome from raw_uplinks
    where device_id = ${device_id}`.execute(server.db)
  return rows
}

/**
 * Opens a separate intake.
 * @returns a function that sends a number of records of a device, starting at one; it resolves to the number accepted, or
 * -503
 */
async function intakeWith(recordsOfCompany: number) {
  const log = openLog('silent')
  const intake = await openUplinkQueue({
    pool: server.pool,
    log,
    metrics: server.metrics,
    recordsOfCompany,
  })
  const start = now() - 20 * DAY
  const accept = (device_id: number, company_id: number, first: number, count: number) => {
    const body = {
      records: Array.from({ length: count }, (_, index) => record(start + (first + index) * MINUTE, 50)),
    }
    return intake
      .accept({ device_id, company_id, key_hash: null, body, text: '{}', transport: 'http', address: null })
      .then(({ accepted }) => accepted)
      .catch(({ status }: Refusal) => -status)
  }
  return { intake, accept, log }
}

test('an outage of the database is logged once, and its end with the numbers of refused and stored uplinks', async () => {
  const { device_id } = await deviceWithTank(server)
  const { intake, accept, log } = await intakeWith(0)
  const [warned, informed] = [vi.spyOn(log, 'warn'), vi.spyOn(log, 'info')]
  const error = new Error('Connection terminated unexpectedly')
  const away = vi.spyOn(server.pool, 'connect').mockImplementation(() => Promise.reject(error))
  for (let batch = 0; batch < 3; batch += 1)
    expect(await accept(device_id, COMPANY.customer, batch, 1)).toBe(-503)
  expect(warned.mock.calls).toEqual([[{ err: error, batches: 1 }, 'uplinks could not be stored']])
  away.mockRestore()
  for (let batch = 0; batch < 2; batch += 1)
    expect(await accept(device_id, COMPANY.customer, batch, 1)).toBe(1)
  expect(informed.mock.calls).toEqual([[{ batches: 1, refused: 3 }, 'uplinks are stored again']])
  expect(warned).toHaveBeenCalledTimes(1)
  await intake.close()
})

test('a device that sends without end does not block others', async () => {
  const [loud, quiet] = [await deviceWithTank(server), await deviceWithTank(server)]
  const { intake, accept } = await intakeWith(0)
  const responses = [
    ...Array.from({ length: 12 }, (_, batch) => accept(loud.device_id, COMPANY.customer, batch * 1000, 1000)),
    accept(quiet.device_id, COMPANY.customer, 0, 1),
  ]
  expect(await Promise.all(responses)).toEqual([...Array(10).fill(1000), -503, -503, 1])
  // Once they are stored, there is room again.
  expect(await accept(loud.device_id, COMPANY.customer, 12_000, 1000)).toBe(1000)
  await intake.close()
})

test('a company whose devices send without end does not block others', async () => {
  const loud = await Promise.all(Array.from({ length: 6 }, () => deviceWithTank(server)))
  const quiet = await deviceWithTank(server, { company: COMPANY.stranger })
  const { intake, accept } = await intakeWith(4_000)
  const order: string[] = []
  const responses = [
    ...loud.map(async ({ device_id }) => {
      const response = await accept(device_id, COMPANY.customer, 0, 1000)
      order.push('loud')
      return response
    }),
    accept(quiet.device_id, COMPANY.stranger, 0, 500).then((response) => {
      order.push('quiet')
      return response
    }),
  ]
  expect(await Promise.all(responses)).toEqual([1000, 1000, 1000, 1000, -503, -503, 500])
  // It came last but was stored with the first batches; only the two refused ones and those of its own transaction came before.
  expect(order.indexOf('quiet')).toBeLessThan(order.length - 1)
  expect(await accept(loud[5]!.device_id, COMPANY.customer, 0, 1000)).toBe(1000)
  await intake.close()
})

describe('an uplink', () => {
  test('is stored with height, volume and percent, and shows in the device', async () => {
    const device = await deviceWithTank(server)
    const at = now() - 10 * MINUTE
    const response = await device.send({ records: [record(at, 60)] })
    expect(response).toMatchObject({
      status: 200,
      body: { accepted: 1, duplicates: 0, refused: [], commands: [] },
    })
    const { body } = await server.as('customer').call('GET', `/devices/${device.device_id}`)
    expect(body.device).toMatchObject({
      last_record_date: new Date(at).toISOString(),
      signal_quality: 20,
      connection_status: 'online',
      level: 'fine',
      ports: [{ port_number: 1, trust: 'good', level: 'fine', volume_unit: 'gal' }],
    })
    expect(body.device.ports[0].percent).toBeCloseTo(60, 3)
    expect(body.device.ports[0].volume).toBeCloseTo(1200 / 3.785411784, 3)
  })

  test('sent twice is stored once and reported as a duplicate', async () => {
    const device = await deviceWithTank(server)
    const batch = { records: [1, 2, 3].map((n) => record(now() - n * HOUR, 50 + n)) }
    await device.send(batch)
    const again = await device.send(batch)
    expect(again.body).toMatchObject({ accepted: 0, duplicates: 3 })
    expect(await readings(device.device_id)).toHaveLength(3)
    expect(await totals('readings_hourly', device.device_id)).toMatchObject({ count: 3 })
  })

  test('counts once if it is twice in one batch', async () => {
    const device = await deviceWithTank(server)
    const at = now() - HOUR
    const response = await device.send({ records: [record(at, 50), record(at, 50), record(at, 51)] })
    expect(response.body).toMatchObject({ accepted: 1, duplicates: 2 })
    expect(await readings(device.device_id)).toHaveLength(1)
    expect(await totals('readings_daily', device.device_id)).toMatchObject({ count: 1 })
  })

  test('counts readings of a switched-off port once if it repeats them', async () => {
    const device = await deviceWithTank(server)
    const admin = server.as('administrator')
    const { body } = await admin.call('GET', `/devices/${device.device_id}`)
    const turn = async (active: 0 | 1) => {
      const path = `/devices/${device.device_id}/ports/${body.device.ports[0].device_ports_id}`
      expect((await admin.call('PATCH', path, { active })).status).toBe(200)
    }
    const at = now() - DAY
    await device.send({ records: [record(at, 50)] })
    await turn(0)
    await device.send({ records: [record(at + HOUR, 49)] })
    await turn(1)
    const again = await device.send({ records: [record(at + HOUR, 49), record(at + 2 * HOUR, 48)] })
    expect(again.body).toMatchObject({ accepted: 1, duplicates: 1 })
    expect((await readings(device.device_id)).map(({ quality }) => quality)).toEqual([0, 4, 0])
    expect(await totals('readings_hourly', device.device_id)).toMatchObject({ count: 2 })
  })

  test('goes to the history and exact roll-ups, but not into the state, if it is late', async () => {
    const device = await deviceWithTank(server)
    const at = now() - DAY
    await device.send({ records: [record(at, 50)] })
    await device.send({ records: [record(at - 2 * HOUR, 55), record(at - 30 * DAY, 70)] })
    expect((await readings(device.device_id)).map(({ percent }) => Math.round(percent))).toEqual([70, 55, 50])
    const sums = { count: 3, sum: 1000 + 1100 + 1400, min: 1000, max: 1400 }
    expect(await totals('readings_hourly', device.device_id)).toEqual(sums)
    expect(await totals('readings_daily', device.device_id)).toEqual(sums)
    const { body } = await server.as('administrator').call('GET', `/devices/${device.device_id}`)
    expect(body.device.ports[0].percent).toBeCloseTo(50, 3)
    expect(body.device.last_record_date).toBe(new Date(at).toISOString())
  })

  test('neither hides a level nor counts as contact if its clock is ahead, and is replaced by a correct one', async () => {
    const device = await deviceWithTank(server)
    const [at, ahead] = [now(), now() + 23 * HOUR]
    const refused = await device.send({ records: [record(ahead, 60)] })
    expect(refused.body).toMatchObject({ accepted: 1, ignored: [{ index: 0, reason: 'clock_ahead' }] })
    const read = async () => {
      const { body } = await server.as('customer').call('GET', `/devices/${device.device_id}`)
      return body.device
    }
    expect(await read()).toMatchObject({
      last_record_date: null,
      clock_ahead_until: new Date(ahead).toISOString(),
      level: 'unknown',
    })
    await device.send({ records: [record(at, 5)] })
    const { level, last_record_date, ports } = await read()
    expect([level, last_record_date]).toEqual(['urgent', new Date(at).toISOString()])
    expect(ports[0].percent).toBeCloseTo(5, 3)
    expect(await totals('readings_hourly', device.device_id)).toMatchObject({ count: 1 })
    const { rows } = await sql`select count(*)::int as count from device_records
      where device_id = ${device.device_id}`.execute(server.db)
    expect(rows).toEqual([{ count: 1 }])
    // Move the reading to where the clock is now.
    await sql`update readings set at = ${new Date(at - HOUR)} where device_id = ${device.device_id} and quality = 5`.execute(
      server.db,
    )
    const right = await device.send({ records: [record(at - HOUR, 6)] })
    expect(right.body).toMatchObject({ accepted: 1, duplicates: 0 })
    expect((await readings(device.device_id)).map(({ quality }) => quality)).toEqual([0, 0])
    expect(await totals('readings_hourly', device.device_id)).toMatchObject({ count: 2 })
  })

  test('loses only invalid records, each with its reason', async () => {
    const device = await deviceWithTank(server)
    const good = record(now() - HOUR, 50)
    const response = await device.send({
      records: [
        good,
        record(now() + 2 * DAY, 50),
        record(Date.UTC(1999, 5, 1), 50),
        { time: 'yesterday', ports: [] },
        { ports: [] },
        null,
        { time: new Date().toISOString(), ports: [{ port: 1, value: 'full' }] },
        { time: new Date().toISOString(), ports: [{ port: 0, value: 1 }] },
      ],
    })
    expect(response.body.accepted).toBe(1)
    expect(response.body.refused).toEqual([
      { index: 1, reason: 'time_future' },
      { index: 2, reason: 'time_too_old' },
      { index: 3, reason: 'time_invalid' },
      { index: 4, reason: 'time_missing' },
      { index: 5, reason: 'not_an_object' },
      { index: 6, reason: 'value_invalid' },
      { index: 7, reason: 'port_invalid' },
    ])
  })

  test('keeps its level despite an impossible extra value, and reports the ignored value', async () => {
    const device = await deviceWithTank(server)
    const response = await device.send({
      records: [record(now() - HOUR, 50, { battery: 92, signal: -87, temperature: 999, position: 'home' })],
    })
    const ignored = [
      { index: 0, reason: 'temperature_invalid' },
      { index: 0, reason: 'position_invalid' },
    ]
    expect(response).toMatchObject({ status: 200, body: { accepted: 1, refused: [], ignored } })
    expect(await readings(device.device_id)).toMatchObject([{ volume: 1000 }])
    const { body } = await server.as('employee').call('GET', `/devices/${device.device_id}/lt14_log`)
    expect(body.device_logs[0]).toMatchObject({ accepted: 1, refused: 0, outcome: ignored })
    const { body: shown } = await server.as('employee').call('GET', `/devices/${device.device_id}`)
    expect(shown.device).toMatchObject({ battery: '92.00', signal_quality: 13 })
    const { rows } = await sql`select battery_voltage from device_states
      where device_id = ${device.device_id}`.execute(server.db)
    expect(rows).toEqual([{ battery_voltage: null }])
  })

  test('is stored as received, with its outcome, for staff', async () => {
    const device = await deviceWithTank(server)
    await device.send({ records: [record(now() - HOUR, 50), { ports: [] }], serial: 'as sent' })
    const { body } = await server.as('employee').call('GET', `/devices/${device.device_id}/lt14_log`)
    expect(body.page.total_records).toBe(1)
    expect(body.device_logs[0]).toMatchObject({
      door: 'http',
      accepted: 1,
      refused: 1,
      body: { serial: 'as sent' },
      outcome: [{ index: 1, reason: 'time_missing' }],
    })
    expect((await server.as('customer').call('GET', `/devices/${device.device_id}/lt14_log`)).status).toBe(
      405,
    )
  })

  test('is refused with a wrong key, without a key, and from a retired device', async () => {
    const device = await deviceWithTank(server)
    expect((await device.send({ records: [] }, 'x'.repeat(43))).status).toBe(401)
    expect((await server.as('administrator').call('POST', '/uplink', { records: [] })).status).toBe(401)
    await server.as('administrator').call('DELETE', `/devices/${device.device_id}`)
    expect((await device.send({ records: [record(now(), 50)] })).status).toBe(401)
    expect(await readings(device.device_id)).toHaveLength(0)
  })

  test('is stored as an excerpt if it is mostly not records, so that a device cannot fill the disk', async () => {
    const device = await deviceWithTank(server)
    const lengths = async () =>
      ((await rawOf(device.device_id)) as { body: unknown }[]).map(({ body }) => JSON.stringify(body).length)
    await device.send({ records: [], junk: 'x'.repeat(100_000) })
    expect(await lengths()).toEqual([expect.closeTo(1020, -2)])
    const rawBodies = openRawBodies()
    const text = JSON.stringify({ records: [], junk: 'x'.repeat(60_000) })
    const stored = Array.from(
      { length: 400 },
      () => rawBodies.rawOf(device.device_id, text, { records: 0, isJson: true }).length,
    )
    expect(stored[0]).toBe(text.length)
    expect(stored.at(-1)).toBeLessThan(1100)
    expect(rawBodies.rawOf(0, text, { records: 0, isJson: true })).toBe(text)
  })

  test('is malformed if it is not JSON: 400, and nothing is stored', async () => {
    const device = await deviceWithTank(server)
    for (const body of ['', 'nonsense', '{"records":']) {
      expect((await device.send(body)).status, body).toBe(400)
    }
    expect(await rawOf(device.device_id)).toEqual([])
  })

  test.each([
    ['of ThingsBoard', { ts: 1451649600512, values: { temperature: 42 } }, 'not_a_batch'],
    ['of The Things Network', { end_device_ids: { device_id: 'a' }, uplink_message: {} }, 'not_a_batch'],
    ['of ChirpStack', { deviceInfo: { devEui: '01' }, fPort: 1, object: { level: 1 } }, 'not_a_batch'],
    ['of a record by itself', { time: 1451649600, ports: [] }, 'not_a_batch'],
    ['of a list', [{ ts: 1, values: {} }], 'not_a_batch'],
    ['of a text', '"text"', 'not_a_batch'],
    ['whose records are not a list', { records: 'many' }, 'records_invalid'],
    ['of 1,001 records', { records: Array(1001).fill({}) }, 'too_many_records'],
  ])('%s is refused with 422, and staff see the body and the reason', async (_, body, reason) => {
    const device = await deviceWithTank(server)
    const response = await device.send(body)
    expect(response.status).toBe(422)
    expect(response.body.errors).toMatchObject([{ field: 'records', message: expect.any(String) }])
    expect(await rawOf(device.device_id)).toEqual([
      {
        accepted: 0,
        refused: 1,
        body: typeof body === 'string' ? JSON.parse(body) : body,
        outcome: [{ index: null, reason }],
      },
    ])
    expect(await readings(device.device_id)).toEqual([])
    expect((await device.send(body, 'x'.repeat(43))).status).toBe(401)
  })

  test('polls for commands without records: empty, null or no body', async () => {
    const device = await deviceWithTank(server)
    for (const body of [
      {},
      { records: [] },
      { records: null },
      { records: null, confirm: null, fail: null },
    ]) {
      const response = await device.send(body)
      expect(response, JSON.stringify(body)).toMatchObject({
        status: 200,
        body: { accepted: 0, refused: [] },
      })
    }
  })

  test('is refused for an invalid date', async () => {
    const device = await deviceWithTank(server)
    const records = ['2026-02-30T10:00:00Z', '2025-02-29T10:00:00+01:00', '2026-06-31T00:00:00Z'].map(
      (time) => ({ time, ports: [{ port: 1, value: 100 }] }),
    )
    const { body } = await device.send({ records })
    expect(body).toMatchObject({ accepted: 0, refused: records.map(() => ({ reason: 'time_invalid' })) })
  })

  test('is stored for a port without setup, without a volume', async () => {
    const device = await deviceWithTank(server)
    await device.send({ records: [{ time: new Date(now()).toISOString(), ports: [{ port: 2, value: 5 }] }] })
    expect(await readings(device.device_id)).toMatchObject([{ volume: null, quality: 4 }])
  })
})

describe("a device's own state", () => {
  const shown = async ({ device_id }: { device_id: number }) =>
    (await server.as('administrator').call('GET', `/devices/${device_id}`)).body.device

  test('is empty until reported: no signal is not -113 dBm', async () => {
    const device = await deviceWithTank(server)
    expect(await shown(device)).toMatchObject({ signal_quality: null, battery: null })
    await device.send({ records: [record(now() - HOUR, 50, { signal: 0 })] })
    expect((await shown(device)).signal_quality).toBe(0)
  })

  test('includes its firmware, which makes its battery known at once', async () => {
    const make = (version: number, battery_empty: string, battery_full: string) =>
      server.as('administrator').call('POST', '/firmware_versions', { version, battery_empty, battery_full })
    await make(7100, '3.00', '4.00')
    await make(7200, '10.00', '14.00')
    const device = await deviceWithTank(server)
    await device.send({ records: [record(now() - 3 * HOUR, 50, { battery: 3.5, firmware: 7100 })] })
    expect(await shown(device)).toMatchObject({ battery: '50.00', firmware_version_title: '7100' })
    await device.send({ records: [record(now() - 2 * HOUR, 50, { battery: 11, firmware: 7200 })] })
    expect(await shown(device)).toMatchObject({ battery: '25.00', firmware_version_title: '7200' })
    await device.send({ records: [record(now() - HOUR, 50, { battery: 3.25, firmware: 7150 })] })
    expect(await shown(device)).toMatchObject({ battery: '25.00', firmware_version_title: '7150' })
  })

  test('may come in any record of a batch: values missing in the newest keep their previous value', async () => {
    await server
      .as('administrator')
      .call('POST', '/firmware_versions', { version: 7300, battery_empty: '3.00', battery_full: '4.00' })
    const device = await deviceWithTank(server)
    const at = now() - 5 * HOUR
    await device.send({
      records: [
        record(at + 2 * HOUR, 49, { battery: null, signal: null }),
        record(at, 50, { battery: 3.75, signal: 12, firmware: 7300 }),
        record(at + HOUR, 49.5, { battery: null, signal: 14 }),
      ],
    })
    expect(await shown(device)).toMatchObject({
      battery: '75.00',
      signal_quality: 14,
      firmware_version_title: '7300',
      last_record_date: new Date(at + 2 * HOUR).toISOString(),
    })
  })
})

describe('data trust', () => {
  test('a single bad echo never shows as the content, and the port is marked as not trusted', async () => {
    const device = await deviceWithTank(server)
    // The last good reading is an hour old; after an unusually long gap, an estimate would replace it.
    const start = now() - 4 * HOUR
    const sent = [
      await device.send({ records: [0, 1, 2, 3].map((n) => record(start + n * HOUR, 80 - n)) }),
      await device.send({ records: [record(start + 4 * HOUR, 3)] }),
    ]
    expect(sent.map(({ status }) => status)).toEqual([200, 200])
    await server.settle()
    const { body } = await server.as('administrator').call('GET', `/devices/${device.device_id}`)
    expect(body.device.ports[0]).toMatchObject({ trust: 'jump', level: 'fine' })
    expect(body.device.ports[0].percent).toBeCloseTo(77, 1)
    const { body: alerts } = await server
      .as('administrator')
      .call('GET', `/alerts?device_id=${device.device_id}&status=open`)
    expect(alerts.alerts).toEqual([])
  })
})

describe('commands', () => {
  test('are sent with the next uplink and confirmed by the one after', async () => {
    const device = await deviceWithTank(server)
    const admin = server.as('administrator')
    await admin.call('POST', `/devices/${device.device_id}/commands`, { command: 1 })
    const first = await device.send({ records: [record(now() - HOUR, 50)] })
    expect(first.body.commands).toEqual([{ id: expect.any(Number), command: 1 }])
    await device.send({ records: [], confirm: [first.body.commands[0].id] })
    const { body } = await admin.call('GET', `/devices/${device.device_id}/commands`)
    expect(body.device_commands).toMatchObject([{ command: 1, status: 'confirmed' }])
  })

  test('cannot be confirmed by another device', async () => {
    const [one, other] = [await deviceWithTank(server), await deviceWithTank(server)]
    const admin = server.as('administrator')
    await admin.call('POST', `/devices/${one.device_id}/commands`, { command: 2 })
    const { body } = await one.send({ records: [] })
    await other.send({ records: [], confirm: [body.commands[0].id] })
    const after = await admin.call('GET', `/devices/${one.device_id}/commands`)
    expect(after.body.device_commands[0].status).toBe('sent')
  })
})

test("storing uplinks leaves a device's run-out to its forecasts", async () => {
  const device = await deviceWithTank(server)
  expect((await device.send({ records: [record(now() - HOUR, 50)] })).status).toBe(200)
  const never = '2001-01-01T00:00:00.000Z'
  await sql`update device_states set empty_at = ${never} where device_id = ${device.device_id}`.execute(
    server.db,
  )
  const runsOutAt = async () => {
    const { rows } = await sql<{ empty_at: string | null }>`select empty_at from device_states
      where device_id = ${device.device_id}`.execute(server.db)
    return rows[0]!.empty_at
  }
  expect((await device.send({ records: [record(now(), 49)] })).status).toBe(200)
  expect(await runsOutAt()).toBe(never)
  await sql`update port_states set days_to_empty = 1, forecast_at = ${never}
    where device_id = ${device.device_id}`.execute(server.db)
  expect(await runsOutAt()).toBe('2001-01-02T00:00:00.000Z')
  await sql`delete from port_states where device_id = ${device.device_id}`.execute(server.db)
  expect(await runsOutAt()).toBeNull()
})

test('storing uplinks adds to an existing hour newer than the known state of its tank', async () => {
  const device = await deviceWithTank(server)
  expect((await device.send({ records: [record(now() - 3 * HOUR, 50)] })).status).toBe(200)
  const hour = Math.floor(now() / HOUR) * HOUR
  // As after a recomputation while the tank was not watched.
  await sql`insert into readings_hourly
    select device_id, port_number, ${new Date(hour)}, count, sum_volume, min_volume, max_volume, sum_percent, min_percent,
      max_percent, sum_height, ${new Date(hour)}, first_volume, ${new Date(hour)}, last_volume
    from readings_hourly where device_id = ${device.device_id}`.execute(server.db)
  expect((await device.send({ records: [record(hour + 1000, 49)] })).body).toMatchObject({ accepted: 1 })
  const { rows } =
    await sql`select count from readings_hourly where device_id = ${device.device_id} order by at`.execute(
      server.db,
    )
  expect(rows).toEqual([{ count: 1 }, { count: 2 }])
})
