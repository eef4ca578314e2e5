import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { type DriverTools, driverTools } from './testing/driverTools.ts'

let server: TestServer
let tools: DriverTools
beforeAll(async () => {
  server = await startTestServer()
  tools = await driverTools(server)
})
afterAll(() => server.close())

/** A round of one stop, 250 gal of diesel in compartment 1. */
const startRound = async () => {
  const { load, round, send } = tools
  const made = await round([load('Barn')])
  await send(made.event('left', {}), made.event('arrived', {}))
  return made
}
type StartedRound = Awaited<ReturnType<typeof startRound>>

const lift = (compartment: number, gross: string) => ({
  ...{
    number: `BOL-${compartment}`,
    compartment,
    product_id: tools.diesel,
    terminal_id: null,
    supplier: null,
  },
  ...{ unit_id: tools.gallon, gross, net: null, celsius: null, lifted_at: new Date().toISOString() },
})
const metered = ({ ticket }: StartedRound, quantity: string, reason: string | null = null) =>
  ticket(0, { meter_start: '1000', meter_end: String(1000 + Number(quantity)), quantity, reason })
const end = async (made: StartedRound) => {
  const { event, signed } = made
  return tools.send(signed(), event('closed', {}), event('round_closed', {}))
}

describe('a driver who delivers more than was planned', () => {
  test("closes the stop and the round within the company's tolerance", async () => {
    const made = await startRound()
    expect(await tools.send(metered(made, '250.5'))).toEqual(['applied'])
    expect(await end(made)).toEqual(['applied', 'applied', 'applied'])
    expect((await made.read()).status_id).toBe(4)
  })

  test('gives a reason beyond that, limited by all of the product on board', async () => {
    const made = await startRound()
    await tools.send(made.event('lifted', lift(1, '300')), made.event('lifted', lift(2, '638')))
    expect(await tools.send(metered(made, '900', 'customer_wish'))).toEqual(['applied'])
    expect(await end(made)).toEqual(['applied', 'applied', 'applied'])
    expect(await made.read()).toMatchObject({ status_id: 4, overrules: [] })
  })

  test('draws on product carried over in another compartment', async () => {
    const before = await startRound()
    await tools.send(before.event('lifted', lift(1, '250')), before.event('lifted', lift(2, '638')))
    await tools.send(metered(before, '250'))
    await end(before)
    const { truck_id } = await before.read()
    const made = await tools.round([tools.load('Barn')], { truck_id, load_date: '2026-11-24' })
    await tools.send(made.event('left', {}), made.event('arrived', {}), made.event('lifted', lift(1, '250')))
    await tools.send(metered(made, '800', 'customer_wish'))
    expect(await end(made)).toEqual(['applied', 'applied', 'applied'])
    const { body } = await tools.admin('GET', `/tanker_trucks/${truck_id}/on_truck`)
    const aboard = body.on_truck.compartments.map(
      (compartment: { on_board_liters: number }) => compartment.on_board_liters,
    )
    expect(aboard[0]).toBe(0)
    expect(aboard[1] / 3.785411784).toBeCloseTo(88, 3)
  })

  test('leaves the round to the office without a reason', async () => {
    const made = await startRound()
    await tools.send(metered(made, '300'))
    expect(await end(made)).toEqual(['applied', 'applied', 'awaits_dispatcher'])
    await tools.admin('PATCH', `/customers/${COMPANY.customer}`, { delivery_tolerance: '25' })
    expect(
      (await tools.day()).rounds.find(({ shipment_id }: { shipment_id: number }) => shipment_id === made.id),
    ).toMatchObject({ delivery_tolerance: 25 })
    expect(await tools.send(made.event('round_closed', {}))).toEqual(['applied'])
    await tools.admin('PATCH', `/customers/${COMPANY.customer}`, { delivery_tolerance: null })
  })

  test('cannot deliver more than was on board', async () => {
    const made = await startRound()
    await tools.send(made.event('lifted', lift(1, '300')))
    await tools.send(metered(made, '400', 'customer_wish'))
    expect(await end(made)).toEqual(['applied', 'applied', 'awaits_dispatcher'])
  })
})

test.each([
  // 310 gal are 1,173 L; by its sensor, the tank of 2,000 L takes 1,100 L.
  ['by the gauge at the tank', 30, 'applied'],
  ['by that gauge and no more', 38, 'awaits_dispatcher'],
])('a tank accepts the room by its latest level, or %s', async (_, percent, outcome) => {
  const { admin, diesel, load, round, send } = tools
  const { device_id, send: report } = await deviceWithTank(server, { tank: { product_id: diesel } })
  await report({ records: [record(Date.now() - 60_000, 40)] })
  const { body } = await admin('GET', `/devices/${device_id}/ports`)
  const made = await round([load('Barn', { device_ports_id: body.device_ports[0].device_ports_id })])
  const { shipment_detail_id } = made.made.details[0]
  await send(made.event('left', {}), made.event('arrived', {}))
  const looked = { shipment_detail_id, checked: 'scanned' as const, percent, is_interrupted: false }
  await send(made.event('before', looked), metered(made, '310', 'customer_wish'))
  expect(await end(made)).toEqual(['applied', 'applied', outcome])
})

test.each([
  // The gauge shows 40 %: the tank takes 1,100 L by it. After 600 L it shows 70 %.
  ['as much as it showed room for', 130, 'applied'],
  ['more than it showed room for', 140, 'awaits_dispatcher'],
])('two loads to one tank are judged by its gauge before the first: %s', async (_, second, outcome) => {
  const { admin, diesel, load, round, send } = tools
  const { device_id, send: report } = await deviceWithTank(server, { tank: { product_id: diesel } })
  await report({ records: [record(Date.now() - 60_000, 60)] })
  const { body } = await admin('GET', `/devices/${device_id}/ports`)
  const { device_ports_id } = body.device_ports[0]
  const made = await round(
    [1, 2].map((compartment) => load('Barn', { device_ports_id, compartment, quantity: '90' })),
  )
  await send(made.event('left', {}), made.event('arrived', {}))
  for (const [index, [percent, gallons]] of [
    [40, 158.5],
    [70, second],
  ].entries()) {
    const { shipment_detail_id } = made.made.details[index]
    const looked = {
      shipment_detail_id,
      checked: 'scanned' as const,
      percent: percent!,
      is_interrupted: false,
    }
    const meter = { meter_start: '1000', quantity: String(gallons), reason: 'customer_wish' }
    const number = made.first + index
    await send(made.event('before', looked), made.ticket(0, { ...meter, shipment_detail_id, number }))
  }
  expect(await end(made)).toEqual(['applied', 'applied', outcome])
})

test('a ticket for a tank that holds another product is left to the office', async () => {
  const { admin, diesel, propane, load, round, send } = tools
  const { device_id } = await deviceWithTank(server, { tank: { product_id: diesel } })
  const { body } = await admin('GET', `/devices/${device_id}/ports`)
  const { device_ports_id } = body.device_ports[0]
  const made = await round([load('Barn', { device_ports_id })])
  await send(made.event('left', {}), made.event('arrived', {}))
  await admin('PATCH', `/devices/${device_id}/ports/${device_ports_id}`, { product_id: propane })
  expect(await send(metered(made, '250'))).toEqual(['no_tank_holds'])
})

test('a ticket records its meter, and only users who may overrule limits fill gas beyond its maximum', async () => {
  const { admin, load, round, send, propane } = tools
  const made = await round([load('Home', { product_id: propane })])
  await send(made.event('left', {}), made.event('arrived', {}))
  const wrong = made.ticket(0, { quantity: '480.4', meter_start: '1000', meter_end: '1380.4' })
  expect(await send(wrong)).toEqual(['meter_differs'])
  const { shipment_detail_id } = made.made.details[0]
  const after = made.event('after', { shipment_detail_id, percent: 92 })
  expect(await send(after)).toEqual(['above_max_fill'])
  expect(await send(made.event('after', { shipment_detail_id, percent: 80 }))).toEqual(['applied'])
  const { body } = await admin('POST', `/driver/events/${after.event_id}/resolve`, { how: 'again' })
  expect(body.outcome).toMatchObject({ outcome: 'applied' })
})
