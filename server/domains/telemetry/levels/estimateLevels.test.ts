import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deviceWithTank, record, type TestDevice } from '#server/app/testing/deviceWithTank.ts'
import { testProduct } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { systemActor } from '#server/platform/context.ts'
import { estimateSilentTanks } from './estimateLevels.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Percent used per day, and the days of readings before a tank falls silent. */
const USE = 4
const READING_DAYS = 10

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** A tank that was emptied evenly down to `percent`, and fell silent `days` ago. */
async function silentTank(percent: number, days: number, more: object = {}): Promise<TestDevice> {
  const device = await deviceWithTank(server, more)
  const end = Math.floor(Date.now() / 1000) * 1000 - days * DAY
  const records = Array.from({ length: READING_DAYS * 8 + 1 }, (_, index) => {
    const before = (READING_DAYS * 8 - index) / 8
    return record(end - before * DAY, percent + before * USE)
  })
  expect((await device.send({ records })).status).toBe(200)
  await server.settle()
  return device
}

async function tankOf(device: TestDevice): Promise<Record<string, any>> {
  const { body } = await server.as('customer').call('GET', `/devices/${device.device_id}`)
  return body.device.ports[0]
}

async function alertsOf(device: TestDevice, status = 'open'): Promise<Record<string, any>[]> {
  const { body } = await server
    .as('customer')
    .call('GET', `/alerts?device_id=${device.device_id}&status=${status}&page_size=50&sort=opened_at`)
  return body.alerts
}

describe('a silent tank', () => {
  test('shows what should be left, marked as an estimate, with days counted from now', async () => {
    // A few minutes more, so that the rest is clearly below the mild level of 30 %.
    const device = await silentTank(50, 5.006)
    const tank = await tankOf(device)
    expect(tank).toMatchObject({ level_source: 'estimated', level: 'mild', dry_at: null })
    expect(tank['percent']).toBeCloseTo(30, 0)
    expect(tank['measured_percent']).toBeCloseTo(50, 1)
    expect(tank['level_age']).toBeGreaterThan((5 * DAY) / 1000 - 5)
    expect(tank['level_age']).toBeLessThan((5 * DAY) / 1000 + 600)
    expect(tank['height']).toBeCloseTo(
      (tank['percent'] / 100) * (tank['length_unit'] === 'in' ? 2000 / 25.4 : 2000),
      1,
    )
    const [low, high] = tank['percent_range']
    expect(low).toBeLessThanOrEqual(tank['percent'])
    expect(high).toBeGreaterThanOrEqual(tank['percent'])
    expect(tank['days_to_empty']).toBeCloseTo(30 / USE, 0)
  })

  test('continues its history to now, from the last measured level to the one shown', async () => {
    const device = await silentTank(50, 5)
    const tank = await tankOf(device)
    const now = Date.now()
    const read = async (from: number, to = now) =>
      (
        await server
          .as('customer')
          .call('GET', `/devices/${device.device_id}/port_history_graph/1?from=${from}&to=${to}`)
      ).body
    const body = await read(now - 9 * DAY)
    const since = now - (tank['level_age'] as number) * 1000
    expect(Math.abs(body.estimated_since - since)).toBeLessThan(2 * HOUR)
    for (const name of ['volume', 'percent', 'height']) {
      const { points, estimated } = body.series.find((item: any) => item.name === name)
      expect(estimated[0][0]).toBe(body.estimated_since)
      expect(estimated[0][1]).toBeCloseTo(points.at(-1)[1], 2)
      expect(Math.abs(estimated.at(-1)[0] - now)).toBeLessThan(2 * HOUR)
      expect(estimated.at(-1)[1] / tank[name]).toBeCloseTo(1, 1)
    }
    const [, low, ...rest] = body.series[1].estimated.at(-1).slice(1)
    expect([low, ...rest].every((value) => typeof value === 'number')).toBe(true)
    expect(body.series.some(({ name, estimated }: any) => name === 'temperature' && estimated)).toBe(false)
    // A span that starts in the gap shows the rest of the estimate; one before it shows none.
    const late = await read(now - DAY)
    expect(late.series[0].points).toEqual([])
    expect(late.series[0].estimated.length).toBeGreaterThan(3)
    expect(late.estimated_since).toBe(body.estimated_since)
    const early = await read(now - 12 * DAY, now - 6 * DAY)
    expect(early.series[0].estimated).toBeUndefined()
    await device.send({ records: [record(Date.now() - 1000, 30)] })
    const measured = await read(now - 9 * DAY, Date.now())
    expect(measured.series[0].estimated).toBeUndefined()
    expect(measured.estimated_since).toBeNull()
  })

  test('shows the measured level while it reports within its usual gap', async () => {
    const device = await silentTank(50, 1 / 24)
    expect(await tankOf(device)).toMatchObject({
      level_source: 'measured',
      volume_range: null,
      measured_percent: null,
    })
  })

  test('raises its alert from the estimate, which the alert names; a reading confirms it or ends it', async () => {
    const device = await silentTank(30, 4)
    expect(await alertsOf(device)).toMatchObject([{ level: 'urgent', level_source: 'estimated' }])
    const { body } = await server.as('customer').call('GET', '/me/notifications?page_size=50')
    const raised = body.notifications.find(
      ({ object_id, subject }: any) => object_id === device.device_id && subject.startsWith('Urgent'),
    )
    expect(raised.message).toMatch(
      /about \d+%, estimated because there was no reliable reading for 4 days\.$/,
    )
    await device.send({ records: [record(Date.now() - 1000, 14)] })
    await server.settle()
    expect(await alertsOf(device)).toMatchObject([
      { level: 'urgent', level_source: 'measured', value: '14.000' },
    ])
    expect(await tankOf(device)).toMatchObject({ level_source: 'measured', level: 'urgent' })
    await device.send({ records: [record(Date.now(), 60), record(Date.now() + 1000, 60)] })
    await server.settle()
    expect(await alertsOf(device)).toEqual([])
  })

  test('shows how long it must have been dry', async () => {
    const device = await silentTank(20, 9)
    const tank = await tankOf(device)
    expect(tank).toMatchObject({
      percent: 0,
      volume: 0,
      level: 'urgent',
      level_source: 'estimated',
      days_to_empty: 0,
    })
    expect((Date.now() - Date.parse(tank['dry_at'])) / DAY).toBeCloseTo(4, 0)
  })

  test('runs out at its unusable bottom: of the tank, else of its product, else 5 %', async () => {
    const { product_id } = await testProduct(server, { unusable_bottom: '10' })
    const daysOf = async (tank: object) =>
      (await tankOf(await silentTank(50, 5.006, { tank })))['days_to_empty'] as number
    // 30 % are left, at 4 % a day.
    expect(await daysOf({ unusable_bottom: null })).toBeCloseTo((30 - 5) / USE, 0)
    expect(await daysOf({ unusable_bottom: null, product_id })).toBeCloseTo((30 - 10) / USE, 0)
    expect(await daysOf({ unusable_bottom: '20', product_id })).toBeCloseTo((30 - 20) / USE, 0)
    const dry = await tankOf(await silentTank(20, 9, { tank: { unusable_bottom: null } }))
    expect(dry).toMatchObject({ percent: 5, level: 'urgent', days_to_empty: 0 })
    // From 20 % to 5 % in 3.75 of the 9 days.
    expect((Date.now() - Date.parse(dry['dry_at'])) / DAY).toBeCloseTo(9 - 15 / USE, 0)
  })

  test('is counted and found by the level shown, on the list, the map and the dashboard', async () => {
    const device = await silentTank(30, 4, { device: { latitude: '42.3', longitude: '-83.1' } })
    const customer = server.as('customer')
    const query = `device_id=${device.device_id}`
    const listed = await customer.call('GET', `/devices?${query}&level=urgent`)
    expect(listed.body.devices).toMatchObject([{ level: 'urgent', level_source: 'estimated' }])
    const status = await customer.call('GET', `/devices/fleet_status?${query}`)
    expect(status.body.fleet).toMatchObject({ total: 1, urgent: 1 })
    const { body } = await customer.call('GET', `/devices/gps_coords?${query}`)
    expect(body).toMatchObject({ estimated: [device.device_id] })
    expect((Date.now() / 1000 - body.estimated_since[0]) / 86_400).toBeCloseTo(4, 1)
  })

  test('is exported and printed as an estimate with its age, and a measured level with its margin', async () => {
    const estimated = await silentTank(60, 4)
    const measured = await silentTank(50, 1 / 24)
    const { device_id } = measured
    const columns = ['public_id', 'tank_percent', 'tank_litres', 'tank_gallons', 'tank_gallons_margin']
    const fields = [...columns, 'level_source', 'level_measured_at'].join()
    const admin = server.as('administrator')
    const ids = `columns=${fields}`
    const csv = await admin.call('GET', `/devices/export?${ids}`)
    const lines = csv.raw.replace('\ufeff', '').trim().split('\n')
    // In the reader's unit system.
    expect(lines[0]).toBe('Device id,Level (%),Volume (gal),Volume ± (gal),Level is,Level measured')
    const lineOf = (device: TestDevice) =>
      lines.find((line) => line.startsWith(`${device.public_id},`))!.split(',')
    const [, percent, volume, margin, source, at] = lineOf(measured)
    expect(Number(percent)).toBeCloseTo(50, 0)
    expect(Number(volume) * 3.785411784).toBeCloseTo(1000, -1)
    // A float of ± 2 mm and entered sides: 2 L and 2 % of 1,000 L.
    expect(Number(margin) * 3.785411784).toBeGreaterThan(15)
    expect(Number(margin) * 3.785411784).toBeLessThan(30)
    expect(source).toBe('Measured')
    expect(Date.now() - Date.parse(at!)).toBeLessThan(2 * 3_600_000)
    const cells = lineOf(estimated)
    expect(cells[3]).toBe('')
    expect(cells[4]).toBe('Estimated')
    expect((Date.now() - Date.parse(cells[5]!)) / DAY).toBeCloseTo(4, 1)
    const sheet = await admin.call('GET', `/devices/export?${ids}&format=xlsx`)
    expect(sheet.status).toBe(200)
    // An export of all fields includes them, after the fields.
    await sql`update devices set temperature_metric = 21.5 where device_id = ${device_id}`.execute(server.db)
    const whole = await admin.call('GET', '/devices/export')
    expect(whole.raw).not.toContain('°C')
    const warmth = await admin.call('GET', '/devices/export?columns=public_id,imperial_temperature')
    expect(warmth.raw).toContain(`Temperature (°F)\n`)
    expect(warmth.raw).toContain(`${measured.public_id},70.7\n`)
    const everything = whole.raw.replace('\ufeff', '').split('\n')[0]!
    expect(everything.startsWith('Device id,')).toBe(true)
    expect(everything).toMatch(/Notes.*,Level \(%\),Volume \(gal\),Volume ± \(gal\),Level is,Level measured$/)
    const { body: list } = await admin.call('GET', `/devices/print?${ids}`)
    expect(list.print.html).toMatch(/Volume ± \(gal\).*Estimated/s)
    const page = async (id: number) =>
      (await admin.call('GET', `/devices/print?device_id=${id}`)).body.print.html
    expect(await page(device_id)).toMatch(/± \d+ gal.*Measured /s)
    expect(await page(estimated.device_id)).toMatch(/≈ \d+%.*Estimated; last measured /s)
    expect(await tankOf(measured)).toMatchObject({ volume_margin: expect.any(Number) })
    expect(await tankOf(estimated)).toMatchObject({ volume_margin: null })
    expect((await admin.call('GET', '/devices/export?columns=tank_secret')).status).toBe(422)
  })

  test('is updated by the schedule', async () => {
    const device = await silentTank(60, 3)
    const before = await tankOf(device)
    await estimateSilentTanks({
      actor: systemActor,
      db: server.db,
      now: new Date(Date.now() + 5 * DAY),
      encryptor: server.encryptor,
    })
    await server.settle()
    const after = await tankOf(device)
    expect(after['percent']).toBeCloseTo(before['percent'] - 5 * USE, 0)
    expect(after['measured_percent']).toBe(before['measured_percent'])
  })

  test('keeps the measured level, with its age, if its use is unknown', async () => {
    const device = await deviceWithTank(server)
    await device.send({ records: [record(Date.now() - 3 * DAY, 44)] })
    await server.settle()
    const tank = await tankOf(device)
    expect(tank).toMatchObject({ level_source: 'measured', no_forecast: 'too_little_data' })
    expect(tank['level_age']).toBeGreaterThan((3 * DAY) / 1000 - 5)
  })
})

describe('a sensor without trusted readings', () => {
  test('is treated as silent when frozen, and raises its own alert until it moves again', async () => {
    const device = await deviceWithTank(server)
    const now = Math.floor(Date.now() / 1000) * 1000
    // Its sensor flickers, which distinguishes it from an unused tank.
    const before = Array.from({ length: 80 }, (_, i) =>
      record(now - 4 * DAY - (80 - i) * 3 * HOUR, 80 - i * 0.5 + (i % 3 === 1 ? 1.5 : 0)),
    )
    const still = Array.from({ length: 97 }, (_, i) => record(now - 4 * DAY + i * HOUR, 40))
    await device.send({ records: [...before, ...still] })
    await server.settle()
    const tank = await tankOf(device)
    expect(tank).toMatchObject({ trust: 'frozen', level_source: 'estimated' })
    expect(tank['percent']).toBeCloseTo(40 - 4 * 4, -1)
    expect((await alertsOf(device)).map(({ level }) => level)).toContain('frozen_sensor')
    await device.send({ records: [record(now + 1000, 25), record(now + 2000, 24.9)] })
    await server.settle()
    expect((await alertsOf(device)).map(({ level }) => level)).not.toContain('frozen_sensor')
    expect(await tankOf(device)).toMatchObject({ trust: 'good', level_source: 'measured' })
  })

  test('raises an alert when out of range for longer than usual', async () => {
    const device = await silentTank(50, 1)
    await device.send({ records: [record(Date.now() - 1000, 400)] })
    await server.settle()
    expect(await tankOf(device)).toMatchObject({ trust: 'out_of_range', level_source: 'estimated' })
    expect((await alertsOf(device)).map(({ level }) => level)).toEqual(['implausible_sensor'])
    await device.send({ records: [record(Date.now(), 46)] })
    await server.settle()
    expect(await alertsOf(device)).toEqual([])
  })
})

describe('the sensor of a filled tank', () => {
  const kindsOf = async (device: TestDevice) => (await alertsOf(device)).map(({ level }) => level)

  test('filled during a gap is trusted once it repeats its level, even with other readings in between', async () => {
    const device = await silentTank(40, 2)
    await device.send({ records: [record(Date.now() - 3000, 95)] })
    await server.settle()
    expect(await tankOf(device)).toMatchObject({ trust: 'jump', level_source: 'estimated' })
    expect(await kindsOf(device)).not.toContain('implausible_sensor')
    // Its stored readings arrive late.
    await device.send({ records: [30, 20, 10].map((hours) => record(Date.now() - hours * HOUR, 96)) })
    await server.settle()
    expect(await kindsOf(device)).not.toContain('implausible_sensor')
    await device.send({ records: [record(Date.now() - 2000, 94.9)] })
    await server.settle()
    expect(await tankOf(device)).toMatchObject({ trust: 'good', level_source: 'measured' })
    expect((await alertsOf(device, 'closed')).map(({ level }) => level)).not.toContain('implausible_sensor')
  })

  test('is called implausible when two readings after a gap contradict it and each other', async () => {
    const device = await silentTank(50, 2)
    for (const [age, percent] of [
      [3000, 99],
      [2000, 1],
    ] as const) {
      await device.send({ records: [record(Date.now() - age, percent)] })
      await server.settle()
    }
    expect(await kindsOf(device)).toContain('implausible_sensor')
  })
})

describe('a tank that is no longer watched', () => {
  test('has no open alerts: retired device, suspended device, removed tank', async () => {
    const admin = server.as('administrator')
    const ends: ((device: TestDevice) => Promise<unknown>)[] = [
      (device) => admin.call('DELETE', `/devices/${device.device_id}`),
      (device) => admin.call('PATCH', `/devices/${device.device_id}`, { status: 'retired' }),
      (device) => admin.call('PATCH', `/devices/${device.device_id}`, { status: 'suspended' }),
      (device) => admin.call('DELETE', `/devices/${device.device_id}/ports/1`),
    ]
    for (const end of ends) {
      const device = await deviceWithTank(server)
      await device.send({ records: [record(Date.now() - 1000, 5)] })
      await server.settle()
      expect(await alertsOf(device)).toHaveLength(1)
      await end(device)
      await server.settle()
      expect(await alertsOf(device)).toEqual([])
      expect(await alertsOf(device, 'closed')).toHaveLength(1)
    }
  })

  test('is judged again when it is watched again', async () => {
    const device = await deviceWithTank(server)
    const admin = server.as('administrator')
    await admin.call('PATCH', `/devices/${device.device_id}`, { status: 'suspended' })
    await device.send({ records: [record(Date.now() - 1000, 5)] })
    await server.settle()
    expect(await alertsOf(device)).toEqual([])
    await admin.call('PATCH', `/devices/${device.device_id}`, { status: 'normal' })
    await server.settle()
    expect((await alertsOf(device)).map(({ level }) => level)).toEqual(['urgent'])
  })
})

test('the displayed level matches the open alert, even within the hysteresis', async () => {
  const device = await deviceWithTank(server)
  const now = Date.now()
  for (const [before, percent] of [
    [3000, 29],
    [2000, 31],
  ] as const) {
    await device.send({ records: [record(now - before, percent)] })
    await server.settle()
  }
  expect((await alertsOf(device)).map(({ level }) => level)).toEqual(['mild'])
  expect(await tankOf(device)).toMatchObject({ level: 'mild' })
  const { body } = await server
    .as('customer')
    .call('GET', `/devices?device_id=${device.device_id}&level=mild`)
  expect(body.devices).toHaveLength(1)
})

test('changed thresholds are applied to the tank at once', async () => {
  const device = await deviceWithTank(server)
  await device.send({ records: [record(Date.now() - 1000, 50)] })
  await server.settle()
  const { rows } = await sql<{ id: number }>`
    select device_ports_id as id from device_ports where device_id = ${device.device_id}`.execute(server.db)
  const path = `/devices/${device.device_id}/ports/${rows[0]!.id}`
  await server.as('administrator').call('PATCH', path, { reorder_yellow: '70', reorder_red: '60' })
  expect(await tankOf(device)).toMatchObject({ level: 'urgent' })
  await server.settle()
  expect((await alertsOf(device)).map(({ level }) => level)).toEqual(['urgent'])
})
