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
  const created = await round([load('Barn')])
  await send(created.event('left', {}), created.event('arrived', {}))
  return created
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
const end = async (create: StartedRound) => {
  const { event, signed } = create
  return tools.send(signed(), event('closed', {}), event('round_closed', {}))
}

describe('a driver who delivers more than was planned', () => {
  test("closes the stop and the round within the company's tolerance", async () => {
    const created = await startRound()
    expect(await tools.send(metered(created, '250.5'))).toEqual(['applied'])
    expect(await end(created)).toEqual(['applied', 'applied', 'applied'])
    expect((await created.read()).status_id).toBe(4)
  })

  test('gives a reason beyond that, limited by all of the product on board', async () => {
    const created = await startRound()
    await tools.send(created.event('lifted', lift(1, '300')), created.event('lifted', lift(2, '638')))
    expect(await tools.send(metered(created, '900', 'customer_wish'))).toEqual(['applied'])
    expect(await end(created)).toEqual(['applied', 'applied', 'applied'])
    expect(await created.read()).toMatchObject({ status_id: 4, overrules: [] })
  })

  test('draws on product carried over in another compartment', async () => {
    const before = await startRound()
    await tools.send(before.event('lifted', lift(1, '250')), before.event('lifted', lift(2, '638')))
    await tools.send(metered(before, '250'))
    await end(before)
    const { truck_id } = await before.read()
    const created = await tools.round([tools.load('Barn')], { truck_id, load_date: '2026-11-24' })
    await tools.send(
      created.event('left', {}),
      created.event('arrived', {}),
      created.event('lifted', lift(1, '250')),
    )
    await tools.send(metered(created, '800', 'customer_wish'))
    expect(await end(created)).toEqual(['applied', 'applied', 'applied'])
    const { body } = await tools.admin('GET', `/tanker_trucks/${truck_id}/on_truck`)
    const aboard = body.on_truck.compartments.map(
      (compartment: { on_board_liters: number }) => compartment.on_board_liters,
    )
    expect(aboard[0]).toBe(0)
    expect(aboard[1] / 3.785411784).toBeCloseTo(88, 3)
  })

  test('without a reason leaves the round to the office', async () => {
    const created = await startRound()
    await tools.send(metered(created, '300'))
    expect(await end(created)).toEqual(['applied', 'applied', 'awaits_dispatcher'])
    await tools.admin('PATCH', `/customers/${COMPANY.customer}`, { delivery_tolerance: '25' })
    expect(
      (await tools.day()).rounds.find(
        ({ shipment_id }: { shipment_id: number }) => shipment_id === created.id,
      ),
    ).toMatchObject({ delivery_tolerance: 25 })
    expect(await tools.send(created.event('round_closed', {}))).toEqual(['applied'])
    await tools.admin('PATCH', `/customers/${COMPANY.customer}`, { delivery_tolerance: null })
  })

  test('cannot deliver more than was on board', async () => {
    const created = await startRound()
    await tools.send(created.event('lifted', lift(1, '300')))
    await tools.send(metered(created, '400', 'customer_wish'))
    expect(await end(created)).toEqual(['applied', 'applied', 'awaits_dispatcher'])
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
  const created = await round([load('Barn', { device_ports_id: body.device_ports[0].device_ports_id })])
  const { shipment_detail_id } = created.made.details[0]
  await send(created.event('left', {}), created.event('arrived', {}))
  const looked = { shipment_detail_id, checked: 'scanned' as const, percent, is_interrupted: false }
  await send(created.event('before', looked), metered(created, '310', 'customer_wish'))
  expect(await end(created)).toEqual(['applied', 'applied', outcome])
})

test.each([
  // The gauge shows 40 %, so the tank takes 1,100 L. After 600 L it shows 70 %.
  ['as much as it showed room for', 130, 'applied'],
  ['more than it showed room for', 140, 'awaits_dispatcher'],
])('two loads to one tank are judged by its gauge before the first: %s', async (_, second, outcome) => {
  const { admin, diesel, load, round, send } = tools
  const { device_id, send: report } = await deviceWithTank(server, { tank: { product_id: diesel } })
  await report({ records: [record(Date.now() - 60_000, 60)] })
  const { body } = await admin('GET', `/devices/${device_id}/ports`)
  const { device_ports_id } = body.device_ports[0]
  const created = await round(
    [1, 2].map((compartment) => load('Barn', { device_ports_id, compartment, quantity: '90' })),
  )
  await send(created.event('left', {}), created.event('arrived', {}))
  for (const [index, [percent, gallons]] of [
    [40, 158.5],
    [70, second],
  ].entries()) {
    const { shipment_detail_id } = created.made.details[index]
    const looked = {
      shipment_detail_id,
      checked: 'scanned' as const,
      percent: percent!,
      is_interrupted: false,
    }
    const meter = { meter_start: '1000', quantity: String(gallons), reason: 'customer_wish' }
    const number = created.first + index
    await send(created.event('before', looked), created.ticket(0, { ...meter, shipment_detail_id, number }))
  }
  expect(await end(created)).toEqual(['applied', 'applied', outcome])
})

test('a ticket for a tank that holds another product is left to the office', async () => {
  const { admin, diesel, propane, load, round, send } = tools
  const { device_id } = await deviceWithTank(server, { tank: { product_id: diesel } })
  const { body } = await admin('GET', `/devices/${device_id}/ports`)
  const { device_ports_id } = body.device_ports[0]
  const created = await round([load('Barn', { device_ports_id })])
  await send(created.event('left', {}), created.event('arrived', {}))
  await admin('PATCH', `/devices/${device_id}/ports/${device_ports_id}`, { product_id: propane })
  expect(await send(metered(created, '250'))).toEqual(['no_tank_holds'])
})

test('a ticket records its meter, and only users who may overrule limits fill gas beyond its maximum', async () => {
  const { admin, load, round, send, propane } = tools
  const created = await round([load('Home', { product_id: propane })])
  await send(created.event('left', {}), created.event('arrived', {}))
  const wrong = created.ticket(0, { quantity: '480.4', meter_start: '1000', meter_end: '1380.4' })
  expect(await send(wrong)).toEqual(['meter_differs'])
  const { shipment_detail_id } = created.made.details[0]
  const after = created.event('after', { shipment_detail_id, percent: 92 })
  expect(await send(after)).toEqual(['above_max_fill'])
  expect(await send(created.event('after', { shipment_detail_id, percent: 80 }))).toEqual(['applied'])
  const { body } = await admin('POST', `/driver/events/${after.event_id}/resolve`, { how: 'again' })
  expect(body.outcome).toMatchObject({ outcome: 'applied' })
})
