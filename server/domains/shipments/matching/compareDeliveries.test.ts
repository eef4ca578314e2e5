import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { testProduct, waitingOrder } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { driverTools } from '#server/domains/shipments/driver/testing/driverTools.ts'
import { systemActor } from '#server/platform/context.ts'
import { compareDeliveries } from './compareDeliveries.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const MIDNIGHT = Math.floor(Date.now() / DAY) * DAY
/** When the truck was at the tank. */
const THEN = MIDNIGHT - 3 * DAY + 10 * HOUR

let server: TestServer
let product_id: number
beforeAll(async () => {
  server = await startTestServer()
  product_id = (await testProduct(server, { specific_gravity: '0.850' })).product_id
})
afterAll(() => server.close())

const admin = (method: string, path: string, body?: unknown) =>
  server.as('administrator').call(method, path, body)

interface TankOptions {
  product?: number
  /** °C of the liquid, if the tank reports it. */
  celsius?: number
}

/** A tank of 2,000 L with a use of 1 % a day, six days of readings every two hours, and `rise` litres delivered then. */
async function tankThatRoseBy(rise: number, { product = product_id, celsius }: TankOptions = {}) {
  const device = await deviceWithTank(server, { tank: { product_id: product } })
  const times = Array.from({ length: 6 * 12 }, (_, i) => MIDNIGHT - 6 * DAY + i * 2 * HOUR)
  const percentAt = (time: number) => 40 + (MIDNIGHT - time) / DAY + (time > THEN ? (rise / 2000) * 100 : 0)
  const port = (time: number) => ({ port: 1, value: percentAt(time) * 20, temperature: celsius })
  await device.send({
    records: times.map((time) =>
      record(time, percentAt(time), celsius === undefined ? {} : { ports: [port(time)] }),
    ),
  })
  await server.settle()
  const { body } = await admin('GET', `/devices/${device.device_id}/ports`)
  return { device_id: device.device_id, port: body.device_ports[0].device_ports_id as number }
}

let trucks = 0
async function newTruck(): Promise<number> {
  const { body } = await admin('POST', '/tanker_trucks', {
    company_id: COMPANY.customer,
    truck_name: `Bobtail ${++trucks}`,
    num_of_compartments: 2,
    compartment1: 4000,
    compartment2: 3000,
    max_weight: 5000,
    payload: 6000,
    gvwr: 12_000,
  })
  return body.tanker_truck.truck_id
}

/** A round that delivers `litres` to a tank in `loads`, by its driver's report. */
async function delivered(
  port: number | null,
  litres: number,
  { loads = 1, line }: { loads?: number; line?: number } = {},
) {
  const truck_id = await newTruck()
  const driver = await admin('POST', '/people', {
    company_id: COMPANY.customer,
    first_name: 'Dee',
    last_name: 'Driver',
  })
  const details = Array.from({ length: loads }, (_, index) => ({
    product_id,
    quantity_ordered: 500,
    compartment: index + 1,
    ...(port !== null && { device_ports_id: port }),
    ...(line && { document_detail_id: line }),
  }))
  const { body } = await admin('POST', '/shipment_planner', {
    company_id: COMPANY.customer,
    truck_id,
    delivered_by: driver.body.person.people_id,
    load_date: '2026-11-20',
    overrule_ullage: 1,
    overrule_reason: 'In a test',
    details,
  })
  const shipment = body.shipment_planner
  await admin('POST', `/shipment_planner/${shipment.shipment_id}/status`, { status: 'in route' })
  await admin('POST', `/shipment_planner/${shipment.shipment_id}/status`, { status: 'delivered' })
  const response = await admin('POST', `/shipment_planner/${shipment.shipment_id}/finalize`, {
    details: shipment.details.map(({ shipment_detail_id }: { shipment_detail_id: number }) => ({
      shipment_detail_id,
      quantity_delivered: String(litres / loads),
    })),
    overrule_reason: 'In a test',
  })
  expect(response.status, response.raw).toBe(200)
  await server.settle()
  await sql`update shipment_planners set left_at = ${new Date(THEN - 2 * HOUR)}, delivered_at = ${new Date(THEN + 3 * HOUR)}
    where shipment_id = ${shipment.shipment_id}`.execute(server.db)
  return { shipment_id: shipment.shipment_id as number, truck_id }
}

const compare = () =>
  compareDeliveries({ actor: systemActor, db: server.db, now: new Date(), encryptor: server.encryptor })
async function checkOf(shipment_id: number) {
  const { body } = await admin('GET', `/delivery_checks?shipment_id=${shipment_id}&state=`)
  return body.delivery_checks[0]
}

describe('a delivery', () => {
  test.each([
    ['agrees where the tank rose by what the ticket says', 500, 500, 'agrees', 0],
    ['is to be checked where less came', 300, 500, 'open', -200],
    ['is to be checked where nothing came', 0, 500, 'open', -500],
    ['is to be checked where more came', 700, 500, 'open', 200],
  ])('%s', async (_, rise, ticket, state, difference) => {
    const { port } = await tankThatRoseBy(rise)
    const { shipment_id } = await delivered(port, ticket)
    await compare()
    const check = await checkOf(shipment_id)
    expect(check).toMatchObject({ state, ticket_liters: '500.0' })
    expect(Math.abs(Number(check.difference_liters) - difference)).toBeLessThan(15)
    expect(Math.abs(Number(check.rise_liters) - rise)).toBeLessThan(15)
    expect(Number(check.difference_gallons)).toBeCloseTo(Number(check.difference_liters) / 3.785411784, 0)
  })

  test("adds up in either unit, with the tank's usual bias on a separate line", async () => {
    const { port } = await tankThatRoseBy(500)
    const { shipment_id } = await delivered(port, 500)
    await compare()
    await sql`update delivery_checks set ticket_liters = 24577.2, rise_liters = 20129.7, difference_liters = -4383.1
      where shipment_id = ${shipment_id}`.execute(server.db)
    const check = await checkOf(shipment_id)
    expect(check).toMatchObject({
      ...{ ticket_gallons: '6492.6', bias_gallons: '-17.0', rise_gallons: '5317.7' },
      ...{ difference_gallons: '-1157.9', bias_liters: '-64.4' },
    })
  })

  test('is compared with the tank of its order line', async () => {
    const { device_id } = await tankThatRoseBy(300)
    const order = await waitingOrder(server, {
      device_id,
      details: [{ product_id, quantity: '200', unit_price: '1' }],
    })
    const { shipment_id } = await delivered(null, 500, { line: order.details[0].document_detail_id })
    await compare()
    expect(await checkOf(shipment_id)).toMatchObject({ state: 'open', device_id })
  })

  test('covers several loads to one tank, and is compared once however often the task runs', async () => {
    const { port } = await tankThatRoseBy(600)
    const { shipment_id } = await delivered(port, 600, { loads: 2 })
    await compare()
    await compare()
    const { body } = await admin('GET', `/delivery_checks?shipment_id=${shipment_id}&state=`)
    expect(body.delivery_checks).toHaveLength(1)
    expect(body.delivery_checks[0]).toMatchObject({ state: 'agrees', ticket_liters: '600.0' })
  })

  test('names the tank that rose instead if it went to the wrong tank', async () => {
    const meant = await tankThatRoseBy(0)
    const filled = await tankThatRoseBy(520)
    const { shipment_id } = await delivered(meant.port, 520)
    await compare()
    expect(await checkOf(shipment_id)).toMatchObject({ state: 'open', risen_device_id: filled.device_id })
  })

  test('is not judged if the tank has no readings', async () => {
    const device = await deviceWithTank(server, { tank: { product_id } })
    const { body } = await admin('GET', `/devices/${device.device_id}/ports`)
    const { shipment_id } = await delivered(body.device_ports[0].device_ports_id, 400)
    await compare()
    expect(await checkOf(shipment_id)).toMatchObject({ state: 'unseen', rise_liters: null })
  })

  test('waits for readings that may still come', async () => {
    const device = await deviceWithTank(server, { tank: { product_id } })
    const times = Array.from({ length: 30 }, (_, i) => THEN - 2.5 * DAY + i * 2 * HOUR - HOUR)
    await device.send({ records: times.filter((time) => time < THEN).map((time) => record(time, 40)) })
    await server.settle()
    const { body } = await admin('GET', `/devices/${device.device_id}/ports`)
    const { shipment_id } = await delivered(body.device_ports[0].device_ports_id, 400)
    await compare()
    expect(await checkOf(shipment_id)).toMatchObject({ state: 'waiting' })
    await device.send({
      records: Array.from({ length: 8 }, (_, i) => record(THEN + (i + 1) * 2 * HOUR, 60)),
    })
    await server.settle()
    await sql`update delivery_checks set updated_at = now() - interval '1 hour'`.execute(server.db)
    await compare()
    expect(await checkOf(shipment_id)).toMatchObject({ state: 'agrees', rise_liters: '400.0' })
  })
})

describe('warm product delivered into a cold tank', () => {
  /** 600 L of propane at 30 °C by a driver's metered ticket; the tank's device may report 0 °C. */
  async function warmPropane(rise: number, reading: { celsius?: number }, metered: number | null = 30) {
    const tools = await driverTools(server)
    const { port } = await tankThatRoseBy(rise, { ...reading, product: tools.propane })
    const { id, made, event, ticket, signed } = await tools.round(
      [tools.load('Farm', { product_id: tools.propane, quantity: '158', device_ports_id: port })],
      { overrule_ullage: 1, overrule_reason: 'In a test' },
    )
    await tools.send(
      event('left', {}),
      event('arrived', {}),
      ticket(0, { quantity: (600 / 3.785411784).toFixed(3), celsius: metered }),
      signed(),
      event('closed', {}),
      event('round_closed', {}),
    )
    // The driver alone may not deliver that quantity of propane: the dispatcher has overruled the limit.
    await sql`update shipment_planners set status_id = ${SHIPMENT_STATUS.finalized}, left_at = ${new Date(THEN - 2 * HOUR)}, delivered_at = ${new Date(THEN + 3 * HOUR)}
      where shipment_id = ${id}`.execute(server.db)
    await sql`update shipment_stops set arrived_at = ${new Date(THEN - HOUR / 2)}, done_at = ${new Date(THEN + HOUR / 2)}
      where stop_id = ${made.stops[0].stop_id}`.execute(server.db)
    await compare()
    return checkOf(id)
  }

  test('agrees with the meter, with the calculation shown', async () => {
    // 484.4 kg/m³ at 30 °C, 528.6 at 0 °C: 600 L become 549.8.
    const check = await warmPropane(549.8, { celsius: 0 })
    expect(check).toMatchObject({ state: 'agrees', ticket_celsius: '30.00', before_celsius: '0.00' })
    expect(check).toMatchObject({ after_celsius: '0.00', ticket_fahrenheit: '86.0' })
    // When its stop was done, not when its round ended.
    expect(Date.parse(check.delivered_at)).toBe(THEN + HOUR / 2)
    expect(Number(check.warmth_liters)).toBeCloseTo(50, -1)
    expect(Math.abs(Number(check.rise_liters) - 600)).toBeLessThan(5)
    const { before_liters, after_liters, used_liters, warmth_liters, rise_liters } = check
    const sum = Number(after_liters) - Number(before_liters) + Number(used_liters) + Number(warmth_liters)
    expect(sum).toBeCloseTo(Number(rise_liters), 0)
  })

  test("has a wider margin if the tank's temperature is unknown", async () => {
    const measured = await warmPropane(549.8, { celsius: 0 })
    const unmeasured = await warmPropane(549.8, {})
    expect(unmeasured).toMatchObject({ warmth_liters: '0.0', before_celsius: null, state: 'agrees' })
    expect(Number(unmeasured.margin_liters)).toBeGreaterThan(1.08 * Number(measured.margin_liters))
  })

  test('is compared again when its ticket gets another temperature', async () => {
    const check = await warmPropane(549.8, { celsius: 0 }, null)
    expect(check).toMatchObject({ ticket_celsius: null, warmth_liters: '0.0' })
    await sql`update delivery_tickets set celsius = 30 where shipment_id = ${check.shipment_id}`.execute(
      server.db,
    )
    await compare()
    expect(await checkOf(check.shipment_id)).toMatchObject({ ticket_celsius: '30.00' })
  })
})

describe('a difference', () => {
  async function openCheck(rise = 300, options = {}) {
    const { port } = await tankThatRoseBy(rise)
    const { shipment_id } = await delivered(port, 500, options)
    await compare()
    return { port, shipment_id, check: await checkOf(shipment_id) }
  }

  test('can be explained, and stays explained', async () => {
    const { shipment_id, check } = await openCheck()
    const path = `/delivery_checks/${check.delivery_check_id}/explain`
    expect((await admin('POST', path, { reason: 'bad' })).status).toBe(422)
    const { body } = await admin('POST', path, { reason: 'short_delivery', note: 'Hose leaked' })
    expect(body.delivery_check).toMatchObject({
      state: 'explained',
      reason: 'short_delivery',
      note: 'Hose leaked',
    })
    await compare()
    expect(await checkOf(shipment_id)).toMatchObject({ state: 'explained', ticket_liters: '500.0' })
  })

  test('becomes a correction of all loads to the tank, once', async () => {
    const { shipment_id, check } = await openCheck(300, { loads: 2 })
    const path = `/delivery_checks/${check.delivery_check_id}/correct`
    const first = await admin('POST', path, { delivered: '300.001', reason: 'mistyped' })
    expect(first.body.delivery_check, first.raw).toMatchObject({ state: 'corrected', ticket_liters: '300.0' })
    const { body } = await admin('GET', `/shipment_planner/${shipment_id}`)
    const delivered = body.shipment_planner.details.map((detail: { quantity_delivered: string }) =>
      Number(detail.quantity_delivered),
    )
    expect(delivered[0] + delivered[1]).toBeCloseTo(300.001, 6)
    expect((await admin('POST', path, { delivered: '200', reason: 'mistyped' })).status).toBe(409)
  })

  test('is corrected once if two users correct it at once', async () => {
    const { check } = await openCheck()
    const path = `/delivery_checks/${check.delivery_check_id}/correct`
    const responses = await Promise.all(
      ['310', '320', '330'].map((amount) => admin('POST', path, { delivered: amount, reason: 'mistyped' })),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  test('is not visible to customers, drivers or other companies', async () => {
    const { check } = await openCheck()
    for (const type of ['customer', 'driver', 'technician'] as const) {
      const response = await server.as(type).call('GET', `/delivery_checks/${check.delivery_check_id}`)
      expect([403, 404, 405]).toContain(response.status)
    }
  })
})

describe('a meter', () => {
  test('gets one finding if it counts too much, which is updated, and closed when the meter is proved', async () => {
    const { port } = await tankThatRoseBy(500)
    const { shipment_id, truck_id } = await delivered(port, 500)
    await compare()
    // Driving two hundred rounds would take long, so insert their results.
    for (let n = 1; n <= 200; n++) {
      await sql`with round as (
          insert into shipment_planners (company_id, status_id, truck_id, load_date, delivered_at)
          values (${COMPANY.customer}, 5, ${truck_id}, '2026-01-01', null) returning shipment_id)
        insert into delivery_checks (company_id, shipment_id, device_ports_id, device_id, port_number, truck_id, delivered_at,
          state, ticket_liters, rise_liters, gauge_liters)
        select c.company_id, round.shipment_id, c.device_ports_id, c.device_id, 1, ${truck_id},
          now() - make_interval(days => ${205 - n}), 'agrees', ${1000 * (n > 120 ? 1.03 : 1)}, ${1000 + 20 * Math.sin(n * 1.7)}, 20
        from delivery_checks c, round where c.shipment_id = ${shipment_id}`.execute(server.db)
    }
    const again = async () => {
      await sql`update delivery_checks set state = 'waiting', updated_at = '2026-01-01' where shipment_id = ${shipment_id}`.execute(
        server.db,
      )
      await compare()
      const { body } = await admin('GET', `/meter_findings?truck_id=${truck_id}&state=`)
      return body.meter_findings
    }
    expect(await again()).toMatchObject([{ state: 'open', drift_percent: expect.stringMatching(/^[23]\./) }])
    const [finding] = await again()
    const path = `/meter_findings/${finding.meter_finding_id}/close`
    expect((await admin('POST', path, { proved_on: '2099-01-01' })).status).toBe(422)
    const today = new Date().toISOString().slice(0, 10)
    const { body } = await admin('POST', path, { proved_on: today, note: 'Set by 3 %' })
    expect(body.meter_finding).toMatchObject({ state: 'closed', proved_on: today })
    expect((await admin('POST', path, { proved_on: today })).status).toBe(409)
    expect(await again()).toMatchObject([{ state: 'closed' }])
  })
})
