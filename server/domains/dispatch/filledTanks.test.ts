import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import {
  type DriverTools,
  driverTools,
  HOUR_AGO,
} from '#server/domains/shipments/driver/testing/driverTools.ts'

const HOUR = 3_600_000
const GALLON = 3.785_411_784
/** Litres of the tickets; the loads have the same quantity. */
const DELIVERED = 250 * GALLON

let server: TestServer
let on: DriverTools
beforeAll(async () => {
  server = await startTestServer()
  on = await driverTools(server)
})
afterAll(() => server.close())

const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)

/** A tank of 2,000 L with a level, percent, measured some hours ago. */
async function tank(percent: number, hours = 2, more: Parameters<typeof deviceWithTank>[1] = {}) {
  const device = await deviceWithTank(server, { tank: { product_id: on.diesel }, ...more })
  await device.send({ records: [record(Date.now() - hours * HOUR, percent)] })
  await server.settle()
  const { body } = await on.admin('GET', `/devices/${device.device_id}/ports`)
  return { ...device, device_ports_id: body.device_ports[0].device_ports_id as number }
}
type Tank = Awaited<ReturnType<typeof tank>>

const shown = async ({ device_id }: Tank, as: 'administrator' | 'customer' = 'administrator') =>
  (await server.as(as).call('GET', `/devices/${device_id}`)).body.device.ports[0]
const needsOf = async ({ device_id }: Tank) =>
  (await on.admin('GET', `/dispatch/needs?day=${day}&device_id=${device_id}`)).body.needs
const plan = ({ device_ports_id }: Tank, truck_id: number, more: object = {}) =>
  on.admin('POST', '/dispatch/plan', { day, truck_id, loads: [{ device_ports_id, ...more }] })
async function roundTo({ device_ports_id }: Pick<Tank, 'device_ports_id'>) {
  const round = await on.round([on.load('Barn', { device_ports_id })])
  const { event, ticket, signed } = round
  /** All events of a stop, from the yard to its signature. */
  const deliver = () =>
    on.send(
      event('left', {}),
      event('arrived', {}),
      ticket(0, { meter_end: '1250', quantity: '250' }),
      signed(),
      event('closed', {}),
    )
  return { ...round, deliver }
}
const truckOf = async (made: { shipment_id: number }) =>
  (await on.admin('GET', `/shipment_planner/${made.shipment_id}`)).body.shipment_planner.truck_id as number

describe('a tank just filled', () => {
  test("includes the ticket's quantity until a later reading, wherever it is shown", async () => {
    const barn = await tank(10)
    expect(await needsOf(barn)).toMatchObject([{ rank: 'must' }])
    const { id, event, deliver, read } = await roundTo(barn)
    await deliver()
    const level = { level_source: 'estimated', level: 'fine', delivery: { at: HOUR_AGO } }
    expect(await shown(barn)).toMatchObject(level)
    expect(await on.send(event('round_closed', {}))).toEqual(['applied'])
    expect((await read()).status_id).toBe(4)
    for (const as of ['administrator', 'customer'] as const) {
      const seen = await shown(barn, as)
      expect(seen).toMatchObject({ ...level, measured_percent: expect.closeTo(10, 1) })
      expect(seen.volume * (seen.volume_unit === 'gal' ? GALLON : 1)).toBeCloseTo(200 + DELIVERED, 0)
      expect(seen.percent_range[0]).toBeLessThan(seen.percent)
      expect(seen.percent_range[1]).toBeGreaterThan(seen.percent)
    }
    const [one] = await ticketsOf(id)
    expect((await shown(barn)).delivery.number).toBe(String(one!.number))
    // The effects of the round have settled and added nothing.
    await server.settle()
    expect((await shown(barn)).percent).toBeCloseTo((200 + DELIVERED) / 20, 0)
    expect(await needsOf(barn)).toEqual([])
    const alerts = await on.admin('GET', `/alerts?device_id=${barn.device_id}&status=open`)
    expect(alerts.body.alerts).toEqual([])
  })

  test('is planned up to its remaining room, and never beyond', async () => {
    const barn = await tank(10)
    const { made, event, deliver } = await roundTo(barn)
    const truck_id = await truckOf(made)
    await deliver()
    await on.send(event('round_closed', {}))
    const left = 1900 - 200 - DELIVERED
    const quantity = String(Math.round((left + 100) / GALLON))
    expect(await plan(barn, truck_id, { quantity, unit_id: on.gallon })).toMatchObject({ status: 422 })
    const { body } = await plan(barn, truck_id)
    const round = await on.admin('GET', `/shipment_planner/${body.shipment_id}`)
    const [load] = round.body.shipment_planner.details
    expect(Number(load.quantity_liters)).toBeLessThanOrEqual(left + 0.1)
    expect(Number(load.quantity_liters)).toBeGreaterThan(left - 60)
  })

  test('shows the next reading after the delivery, and adds the delivery to an earlier one', async () => {
    const barn = await tank(10)
    const { event, deliver } = await roundTo(barn)
    await deliver()
    await on.send(event('round_closed', {}))
    await barn.send({ records: [record(Date.now() - 1.5 * HOUR, 8)] })
    await server.settle()
    const between = await shown(barn)
    expect(between).toMatchObject({ level_source: 'estimated', measured_percent: expect.closeTo(8, 1) })
    expect(between.percent).toBeCloseTo((160 + DELIVERED) / 20, 0)
    await barn.send({ records: [record(Date.now() - 60_000, 56), record(Date.now() - 30_000, 56)] })
    await server.settle()
    expect(await shown(barn)).toMatchObject({
      ...{ level_source: 'measured', percent: expect.closeTo(56, 1), delivery: null },
    })
  })

  test('includes the fill after a long silence of its sensor, although an earlier reading arrives late', async () => {
    const barn = await tank(10, 100)
    const { event, deliver } = await roundTo(barn)
    await deliver()
    await on.send(event('round_closed', {}))
    await server.settle()
    await barn.send({ records: [record(Date.now() - 1.5 * HOUR, 8)] })
    await server.settle()
    expect((await shown(barn)).percent).toBeCloseTo((200 + DELIVERED) / 20, 0)
    expect(await needsOf(barn)).toEqual([])
  })

  test('counts the fill once if its sensor has shown it before the round was closed', async () => {
    const barn = await tank(10, 6)
    const filled = (200 + DELIVERED) / 20
    const { id, event } = await roundTo(barn)
    await on.send(event('left', {}))
    await barn.send({
      records: Array.from({ length: 25 }, (_, index) =>
        record(Date.now() - (25 - index) * 0.2 * HOUR, index < 8 ? 10 : filled),
      ),
    })
    await server.settle()
    await on.admin('POST', `/shipment_planner/${id}/status`, { status: 'delivered' })
    await on.admin('POST', `/shipment_planner/${id}/status`, { status: 'finalized' })
    await server.settle()
    expect(await shown(barn)).toMatchObject({
      ...{ level_source: 'measured', percent: expect.closeTo(filled, 1) },
    })
  })

  test.each([
    ['before its ticket', true],
    ['after its ticket', false],
  ])('whose sensor shows the fill in a few readings, reported %s, counts it once', async (_, isBefore) => {
    const barn = await tank(10, 6)
    const filled = (200 + DELIVERED) / 20
    const { event, ticket } = await roundTo(barn)
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()
    await on.send(event('left', {}), { ...event('arrived', {}), at: hoursAgo(1.6) })
    const report = async () => {
      await barn.send({
        records: [2, 1.5, 1.3, 1.1].map((hours, index) =>
          record(Date.now() - hours * HOUR, index < 2 ? 10 : filled),
        ),
      })
      await server.settle()
    }
    if (isBefore) await report()
    expect(await on.send(ticket(0, { meter_end: '1250', quantity: '250' }))).toEqual(['applied'])
    if (!isBefore) await report()
    await server.settle()
    expect((await shown(barn)).percent).toBeCloseTo(filled, 0)
    const alerts = await on.admin('GET', `/alerts?device_id=${barn.device_id}&status=open&level=overfill`)
    expect(alerts.body.alerts).toEqual([])
  })

  test('has a sensor that is trusted from its first reading after the delivery', async () => {
    const barn = await tank(10)
    const filled = (200 + DELIVERED) / 20
    const { event, ticket } = await roundTo(barn)
    const at = new Date(Date.now() - 5000).toISOString()
    await on.send(event('left', {}), { ...event('arrived', {}), at })
    await on.send({ ...ticket(0, { meter_end: '1250', quantity: '250' }), at })
    await barn.send({ records: [record(Date.now() - 1000, filled)] })
    await server.settle()
    expect(await shown(barn)).toMatchObject({ trust: 'good', level_source: 'measured' })
    const alerts = await on.admin('GET', `/alerts?device_id=${barn.device_id}`)
    expect(alerts.body.alerts.map(({ level }: { level: string }) => level)).not.toContain(
      'implausible_sensor',
    )
  })

  test('follows a correction of its ticket', async () => {
    const barn = await tank(10)
    const { made, event, deliver, first } = await roundTo(barn)
    await deliver()
    await on.send(event('round_closed', {}))
    const { shipment_detail_id } = made.details[0]
    const meter = { meter_start: null, meter_end: null, quantity: '150', unit_id: on.gallon, celsius: null }
    const corrected = event('correction', {
      ...{ shipment_detail_id, number: first + 1, corrects: first, reason: 'Misread', ...meter },
    })
    expect(await on.send(corrected)).toEqual(['applied'])
    expect((await shown(barn)).percent).toBeCloseTo((200 + 150 * GALLON) / 20, 0)
  })

  test('counts a delivery once without a sensor', async () => {
    const device = await deviceWithTank(server, { tank: { product_id: on.diesel } })
    const { body } = await on.admin('GET', `/devices/${device.device_id}/ports`)
    const { device_ports_id } = body.device_ports[0]
    const at = new Date(Date.now() - 3 * HOUR).toISOString()
    await on.admin('POST', `/devices/${device.device_id}/ports/${device_ports_id}/levels`, {
      percent: 10,
      at,
    })
    const barn = { ...device, device_ports_id }
    const { event, deliver } = await roundTo(barn)
    await deliver()
    expect((await shown(barn)).percent).toBeCloseTo((200 + DELIVERED) / 20, 0)
    await on.send(event('round_closed', {}))
    await server.settle()
    expect(await shown(barn)).toMatchObject({
      ...{ told_by: 'delivery', percent: expect.closeTo((200 + DELIVERED) / 20, 0), delivery: null },
    })
  })
})

async function ticketsOf(shipment_id: number) {
  const { body } = await on.admin('GET', `/delivery_tickets?shipment_id=${shipment_id}`)
  return body.delivery_tickets as { number: number }[]
}
