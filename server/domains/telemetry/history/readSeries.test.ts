import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record, type TestDevice } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let server: TestServer
let device: TestDevice
const end = Math.floor(Date.now() / HOUR) * HOUR
beforeAll(async () => {
  server = await startTestServer()
  device = await deviceWithTank(server)
  // Sixty days of hours: a slow fall with a delivery after thirty days, and a gap of two days.
  const records = Array.from({ length: 60 * 24 }, (_, hour) => ({ hour, time: end - 60 * DAY + hour * HOUR }))
    .filter(({ hour }) => hour < 45 * 24 || hour >= 47 * 24)
    .map(({ hour, time }) => record(time, 90 - ((hour % (30 * 24)) / (30 * 24)) * 60, { temperature: 12 }))
  for (let start = 0; start < records.length; start += 1000) {
    expect((await device.send({ records: records.slice(start, start + 1000) })).status).toBe(200)
  }
})
afterAll(() => server.close())

const graph = (
  account: 'administrator' | 'customer' | 'stranger',
  query = '',
  name = 'port_history_graph/1',
) => server.as(account).call('GET', `/devices/${device.device_id}/${name}?${query}`)
const range = (from: number, to: number, more = '') => `from=${from}&to=${to}${more}`

describe('the history of a tank', () => {
  test("is raw for a week, in the user's units, with thresholds", async () => {
    const { body } = await graph('customer', range(end - 7 * DAY, end))
    expect(body.resolution).toBe('raw')
    const [volume, percent] = body.series
    expect([volume.unit, percent.unit]).toEqual(['gal', '%'])
    expect(percent.points.length).toBeGreaterThan(160)
    expect(volume.points[0][1]).toBeCloseTo((percent.points[0][1] / 100) * (2000 / 3.785411784), 1)
    expect(body.thresholds).toMatchObject({ yellow_percent: 30, red_percent: 15, unit: 'gal' })
  })

  test('stays within the requested number of points, for any range', async () => {
    for (const [days, max] of [
      [60, 100],
      [7, 50],
      [365, 800],
    ] as const) {
      const { body } = await graph('administrator', range(end - days * DAY, end, `&max_points=${max}`))
      const shown = body.series[0].points.filter(([, value]: [number, number | null]) => value !== null)
      expect(shown.length).toBeLessThanOrEqual(max + 1)
    }
  })

  test('shows missing readings as a gap instead of a line', async () => {
    const { body } = await graph('administrator', range(end - 20 * DAY, end))
    const gaps = body.series[1].points.filter(([, value]: [number, number | null]) => value === null)
    expect(gaps).toHaveLength(1)
    expect(gaps[0][0]).toBeGreaterThan(end - 60 * DAY + 45 * DAY - HOUR)
    expect(gaps[0][0]).toBeLessThan(end - 60 * DAY + 47 * DAY + HOUR)
  })

  test('marks the delivery with its volume', async () => {
    const { body } = await graph('administrator', range(end - 60 * DAY, end))
    const fills = body.marks.changes.filter(({ kind }: { kind: string }) => kind === 'fill')
    expect(fills).toHaveLength(1)
    expect(fills[0].volume * 3.785411784).toBeGreaterThan(1100)
    expect(fills[0].volume * 3.785411784).toBeLessThan(1300)
  })

  test('refuses an invalid range, and a missing port', async () => {
    expect((await graph('administrator', 'from=nonsense')).status).toBe(400)
    expect((await graph('administrator', range(end, end - DAY))).status).toBe(400)
    expect((await graph('administrator', '', 'port_history_graph/9')).status).toBe(404)
  })

  test('is not visible to other companies', async () => {
    for (const name of [
      'port_history_graph/1',
      'battery_graph',
      'signal_strength_graph',
      'temperature_graph',
    ]) {
      expect((await graph('stranger', '', name)).status).toBe(404)
    }
  })
})

test('a device slower than its setting still has a line, with a gap where it was silent', async () => {
  const slow = await deviceWithTank(server, { device: { record_interval: 600 } })
  const start = end - 5 * DAY
  const hours = Array.from({ length: 100 }, (_, n) => n).filter((n) => n < 60 || n >= 70)
  await slow.send({ records: hours.map((n) => record(start + n * HOUR, 80 - n / 10)) })
  const pointsOf = async ({ device_id }: TestDevice, query: string): Promise<[number, number | null][]> => {
    const path = `/devices/${device_id}/port_history_graph/1?${query}`
    return (await server.as('administrator').call('GET', path)).body.series[1].points
  }
  const shown = await pointsOf(slow, range(start, end))
  expect(shown).toHaveLength(91)
  const gaps = shown.filter(([, value]) => value === null)
  expect(gaps).toHaveLength(1)
  expect(gaps[0]![0]).toBeGreaterThan(start + 59 * HOUR)
  const two = await deviceWithTank(server, { device: { record_interval: 600 } })
  await two.send({ records: [record(end - 2 * HOUR, 60), record(end - HOUR, 59)] })
  expect((await pointsOf(two, range(end - DAY, end))).map(([, value]) => value)).toEqual([
    60,
    expect.closeTo(59, 3),
  ])
})

test('the pace of a long silent device follows from its earlier reports', async () => {
  const silent = await deviceWithTank(server, { device: { record_interval: 600 } })
  const start = end - 58 * DAY
  await silent.send({
    records: Array.from({ length: 60 }, (_, n) => record(start + n * 4 * HOUR, 80 - n / 10)),
  })
  const path = `/devices/${silent.device_id}/port_history_graph/1?${range(start, end, '&max_points=5000')}`
  const { body } = await server.as('administrator').call('GET', path)
  expect(body.resolution).toBe('hour')
  expect(body.series[1].points.filter(([, value]: [number, number | null]) => value === null)).toEqual([])
  expect(body.series[1].points).toHaveLength(60)
})

test('battery, signal and temperature are graphs too, signal also in dBm', async () => {
  const week = range(end - 7 * DAY, end)
  const signal = await graph('administrator', week, 'signal_strength_graph')
  expect(signal.body.series.map(({ name }: { name: string }) => name)).toEqual(['signal', 'dbm'])
  expect(signal.body.series[1].points[0][1]).toBe(-73)
  const temperature = await graph('customer', week, 'temperature_graph')
  expect(temperature.body.series[0]).toMatchObject({ unit: '°F' })
  expect(temperature.body.series[0].points[0][1]).toBeCloseTo(53.6, 2)
})

test('each owner sees only their own period after a move', async () => {
  const admin = server.as('administrator')
  await admin.call('PATCH', `/devices/${device.device_id}/move`, { company_id: COMPANY.stranger })
  expect((await graph('customer')).status).toBe(404)
  const before = await graph('stranger', range(end - 30 * DAY, Date.now()))
  expect(before.body.series[0].points).toEqual([])
  expect(before.body.marks.changes).toEqual([])
  await device.send({ records: [record(Date.now() + 1000, 50)] })
  const after = await graph('stranger', range(end - 30 * DAY, Date.now() + 60_000))
  expect(after.body.series[0].points).toHaveLength(1)
  const all = await graph('administrator', range(end - 30 * DAY, end))
  expect(all.body.series[0].points.length).toBeGreaterThan(100)
})
