import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { qualityCode } from '#core/domains/telemetry/levels/quality.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record, type TestDevice } from '#server/app/testing/deviceWithTank.ts'
import { testProduct } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { systemActor } from '#server/platform/context.ts'
import { judgeDailyUse } from './judgeDailyUse.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const MIDNIGHT = Math.floor(Date.now() / DAY) * DAY

let server: TestServer
let device: TestDevice
let foreign: TestDevice
beforeAll(async () => {
  server = await startTestServer()
  device = await deviceWithTank(server, { device: { upload_interval: 24 } })
  foreign = await deviceWithTank(server, { company: COMPANY.distributor })
  await sql`update devices set time_zone = 'UTC' where device_id = ${device.device_id}`.execute(server.db)
  // Half a percent a day, three times as much in the last week; below 15 % once, with a gap of a day and cold weather.
  const records = Array.from({ length: 70 * 4 }, (_, i) => {
    const age = 70 - i / 4 - 0.1
    const dip = age > 30 && age < 30.5 ? 36 : 0
    return record(MIDNIGHT - age * DAY, 40 + 0.5 * Math.max(age - 7, 0) + 1.5 * Math.min(age, 7) - dip, {
      temperature: age > 20 && age < 22 ? -15 : 10,
    })
  }).filter((_, i) => i < 200 || i > 216)
  for (let start = 0; start < records.length; start += 60)
    expect((await device.send({ records: records.slice(start, start + 60) })).status).toBe(200)
  await server.settle()
  await judgeDailyUse({
    actor: systemActor,
    db: server.db,
    now: new Date(MIDNIGHT + 12 * HOUR),
    encryptor: server.encryptor,
  })
  await server.settle()
})
afterAll(() => server.close())

const customer = () => server.as('customer')
const dryRun = (body: object) => customer().call('POST', '/alert_rules/dry_run', body)
const firedOf = async (body: object) => {
  const response = await dryRun({ device_ids: [device.device_id], ...body })
  expect(response.status).toBe(200)
  return response.body.dry_run.tanks.flatMap((tank: { fired: object[] }) => tank.fired)
}

test('an alert shows the days that raised it with the expected use, only to users who see it', async () => {
  const { body } = await customer().call(
    'GET',
    `/alerts?device_id=${device.device_id}&level=unexplained_loss`,
  )
  const [alert] = body.alerts
  expect(alert).toBeDefined()
  const response = await customer().call('GET', `/alerts/${alert.alert_id}/evidence`)
  expect(response.status).toBe(200)
  const { alert_evidence: evidence } = response.body
  const { unit } = evidence
  const litres = (shown: number) => (unit === 'gal' ? shown * 3.785411784 : shown)
  expect(Math.abs(litres(evidence.size) - 20)).toBeLessThan(6)
  expect(evidence.margin).toBeGreaterThan(0)
  expect(litres(evidence.days.at(-1).used)).toBeCloseTo(30, -1)
  expect(litres(evidence.days.at(-1).expected)).toBeCloseTo(10, -1)
  expect(
    (await server.as('vendor').call('GET', `/alerts/${alert.alert_id}/evidence`)).status,
  ).toBeGreaterThan(400)
})

test('a dry run shows when a rule would have fired with the given thresholds', async () => {
  expect(await firedOf({ rule: 'urgent' })).toEqual([])
  const urgent = await firedOf({ rule: 'urgent', limit: 41 })
  expect(urgent.length).toBeGreaterThanOrEqual(1)
  expect(urgent.at(-1)).toMatchObject({ until: null })
  const cold = await firedOf({ rule: 'temperature', low: 0 })
  expect(cold).toHaveLength(1)
  expect(cold[0].value).toBe(-15)
  expect(Date.parse(cold[0].until)).toBeGreaterThan(Date.parse(cold[0].from))
  expect(await firedOf({ rule: 'temperature', low: -20 })).toEqual([])
  expect(await firedOf({ rule: 'temperature', low: 0, days: 10 })).toEqual([])
  expect((await firedOf({ rule: 'offline' })).length).toBeGreaterThanOrEqual(1)
  const [loss, ...more] = await firedOf({ rule: 'unexplained_loss' })
  expect(more).toEqual([])
  expect(MIDNIGHT - Date.parse(loss.from)).toBeLessThan(7 * DAY)
  expect(loss.until).toBeNull()
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from alerts where device_id = ${device.device_id} and level in ('temperature', 'urgent')`.execute(
    server.db,
  )
  expect(rows[0]!.count).toBe(0)
})

test('a dry run covers only the caller’s devices, up to a maximum number', async () => {
  expect((await dryRun({ rule: 'urgent', device_ids: [device.device_id, foreign.device_id] })).status).toBe(
    404,
  )
  const many = await dryRun({ rule: 'urgent', device_ids: Array.from({ length: 21 }, (_, i) => i + 1) })
  expect(many.status).toBe(422)
  const { body } = await dryRun({ rule: 'battery_low' })
  const seen = body.dry_run.tanks.map((tank: { device_id: number }) => tank.device_id)
  expect(seen).toContain(device.device_id)
  expect(seen).not.toContain(foreign.device_id)
  expect((await dryRun({ rule: 'mail' })).status).toBe(422)
})

test('a dry run without thresholds shows sudden losses, and when a sensor was frozen', async () => {
  const other = await deviceWithTank(server)
  const times = Array.from({ length: 48 }, (_, i) => MIDNIGHT - 3 * DAY + i * HOUR)
  expect((await other.send({ records: times.map((time) => record(time, 60)) })).status).toBe(200)
  await server.settle()
  const of = sql`device_id = ${other.device_id} and port_number = 1`
  const [lost, still, again] = [times[5]!, times[20]!, times[30]!]
  await sql`insert into tank_changes (device_id, port_number, kind, started_at, ended_at, volume, before_volume, after_volume,
      is_judged)
    values (${other.device_id}, 1, 'loss', ${new Date(lost - HOUR)}, ${new Date(lost)}, 400, 1200, 800, true)`.execute(
    server.db,
  )
  await sql`update readings set quality = ${qualityCode('frozen')} where ${of} and at >= ${new Date(still)}
    and at < ${new Date(again)}`.execute(server.db)
  const fired = async (rule: string) => (await dryRun({ rule, device_ids: [other.device_id] })).body.dry_run
  const losses = await fired('sudden_loss')
  expect(losses.count).toBe(1)
  const [loss] = losses.tanks[0].fired
  expect(loss).toMatchObject({ from: new Date(lost).toISOString(), until: null })
  expect(losses.unit === 'gal' ? loss.value * 3.785411784 : loss.value).toBeCloseTo(400, 0)
  expect((await fired('frozen_sensor')).tanks[0].fired).toEqual([
    { from: new Date(still).toISOString(), until: new Date(again).toISOString(), value: null },
  ])
})

describe('overfill is dry-run and explained as its alert is judged', () => {
  const rulesOf = async (id: number) => {
    const { body } = await customer().call('GET', `/devices/${id}/alert_rules`)
    return (rule: string) => body.alert_rules.find((alertRule: { rule: string }) => alertRule.rule === rule)
  }
  const hoursAgo = (hours: number) => Date.now() - hours * HOUR

  test('by its shell capacity, if less than the defined capacity', async () => {
    // The box holds 2,000 L, 95 % of which are 86.4 % of its defined capacity.
    const box = await deviceWithTank(server, { tank: { def_liters: '2200', capacity_confirmed: 1 } })
    await box.send({ records: [3, 2].map((hours) => record(hoursAgo(hours), 92)) })
    await server.settle()
    const before = (await rulesOf(box.device_id))('overfill')
    expect(before.reasons).toEqual([
      {
        reason: 'threshold_not_reached',
        value: expect.closeTo(83.6, 1),
        limit: expect.closeTo(86.36, 1),
        until: null,
      },
    ])
    await box.send({ records: [record(hoursAgo(1), 97)] })
    await server.settle()
    expect((await rulesOf(box.device_id))('overfill').reasons[0].reason).toBe('fires')
    expect(await firedOf({ rule: 'overfill', device_ids: [box.device_id] })).toHaveLength(1)
    expect(await firedOf({ rule: 'overfill', limit: 99, device_ids: [box.device_id] })).toEqual([])
  })

  test('by its fill at 40 °F', async () => {
    const { product_id } = await testProduct(server, { product_group: 'lpg', specific_gravity: '0.504' })
    const gas = await deviceWithTank(server, { tank: { product_id } })
    const hot = { ports: [{ port: 1, value: 1680, temperature: 38 }] }
    await gas.send({ records: [3, 2, 1].map((hours) => record(hoursAgo(hours), 84, hot)) })
    await server.settle()
    const reasons = (await rulesOf(gas.device_id))('overfill').reasons
    expect(reasons[0]).toMatchObject({ reason: 'threshold_not_reached', limit: 80 })
    expect(reasons[0].value).toBeLessThan(80)
    // Below the limit, the page shows only one level.
    await gas.send({
      records: [record(Date.now(), 60, { ports: [{ port: 1, value: 1200, temperature: 38 }] })],
    })
    await server.settle()
    const rules = await rulesOf(gas.device_id)
    expect(rules('overfill').reasons[0].value).toBe(rules('urgent').reasons[0].value)
    expect(await firedOf({ rule: 'overfill', device_ids: [gas.device_id] })).toEqual([])
  })

  test('an urgent tank has no mild alert as well', async () => {
    const low = await deviceWithTank(server)
    await low.send({ records: [3, 2].map((hours) => record(hoursAgo(hours), hours === 3 ? 40 : 10)) })
    await server.settle()
    const rules = await rulesOf(low.device_id)
    expect(rules('urgent').reasons[0].reason).toBe('fires')
    expect(rules('mild').reasons).toEqual([{ reason: 'superseded', value: null, limit: null, until: null }])
    expect(await firedOf({ rule: 'mild', device_ids: [low.device_id] })).toEqual([])
  })
})

test('an alert of a level or a temperature shows the readings up to when it opened', async () => {
  const cold = await deviceWithTank(server, { device: { temperature_low_threshold: '32' } })
  const now = Date.now()
  const records = [3, 2, 1].map((hours) =>
    record(now - hours * HOUR, hours === 3 ? 40 : 10, { temperature: hours === 3 ? 20 : -12 }),
  )
  expect((await cold.send({ records })).status).toBe(200)
  await server.settle()
  const evidenceOf = async (level: string) => {
    const { body } = await customer().call('GET', `/alerts?device_id=${cold.device_id}&level=${level}`)
    const response = await customer().call('GET', `/alerts/${body.alerts[0].alert_id}/evidence`)
    return response.body.alert_evidence
  }
  const urgent = await evidenceOf('urgent')
  expect(urgent).toMatchObject({ by: 'readings', since: null, days: [] })
  expect(urgent.readings.map(({ value }: { value: number }) => Math.round(value))).toEqual([40, 10, 10])
  const temperature = await evidenceOf('temperature')
  expect(temperature).toMatchObject({ reading_unit: '°F' })
  expect(temperature.readings.map(({ value }: { value: number }) => Math.round(value))).toEqual([68, 10, 10])
  expect(urgent).toMatchObject({ reading_unit: '%', cause: { value: 10, limit: 15 } })
  expect(temperature.cause.limit).toBeCloseTo(32)
  expect(temperature.cause.value).toBeCloseTo(10.4)
})

test('each rule explains why its alert is open, or what is missing', async () => {
  const rulesOf = async () => {
    const response = await customer().call('GET', `/devices/${device.device_id}/alert_rules`)
    expect(response.status).toBe(200)
    const rules: Record<string, any>[] = response.body.alert_rules
    return (rule: string) => rules.find((item) => item['rule'] === rule)!
  }
  const before = await rulesOf()
  expect(before('unexplained_loss').reasons[0]).toMatchObject({ reason: 'fires' })
  expect(before('unexplained_loss').alert_id).toBeGreaterThan(0)
  expect(before('urgent').reasons).toEqual([
    { reason: 'threshold_not_reached', value: expect.closeTo(40, 0), limit: 15, until: null },
  ])
  expect(before('temperature').reasons[0].reason).toBe('no_threshold')
  expect(before('offline').reasons[0]).toMatchObject({ reason: 'not_late_enough', until: expect.any(String) })
  expect(before('use_stopped').reasons[0].reason).toBe('nothing_found')
  const until = new Date(Date.now() + HOUR).toISOString()
  await customer().call('POST', `/alerts/${before('unexplained_loss').alert_id}/snooze`, {
    until,
    reason: 'Checked',
  })
  const asleep = (await rulesOf())('unexplained_loss').reasons.map(({ reason }: { reason: string }) => reason)
  expect(asleep.slice(0, 2)).toEqual(['fires', 'snoozed'])
  await sql`update devices set status = 'suspended' where device_id = ${device.device_id}`.execute(server.db)
  expect((await rulesOf())('urgent').reasons[0].reason).toBe('not_watched')
  expect((await customer().call('GET', `/devices/${foreign.device_id}/alert_rules`)).status).toBe(404)
})

test('a sudden loss shows the lost volume, the time span and the usual use', async () => {
  const leaking = await deviceWithTank(server)
  const now = Date.now()
  // 2,000 L: 60 % for six days, then a third of it lost between two reports.
  const hours = [...Array.from({ length: 36 }, (_, index) => 150 - index * 4), 6, 4, 2]
  const records = hours.map((ago) => record(now - ago * HOUR, ago > 6 ? 60 : 40))
  expect((await leaking.send({ records })).status).toBe(200)
  await server.settle()
  const { body } = await customer().call('GET', `/alerts?device_id=${leaking.device_id}&level=sudden_loss`)
  const { alert_evidence } = (await customer().call('GET', `/alerts/${body.alerts[0].alert_id}/evidence`))
    .body
  const { cause, unit } = alert_evidence
  expect(unit).toBe('gal')
  expect(cause.lost * 3.785411784).toBeCloseTo(400, 0)
  expect(cause.hours).toBeCloseTo(4, 1)
})
