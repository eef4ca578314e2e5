import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReportedLift } from '#core/domains/shipments/driver/driverEvents.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { type DriverTools, driverTools, HOUR_AGO } from './testing/driverTools.ts'

const GAL = 3.785411784
let server: TestServer
let on: DriverTools
beforeAll(async () => {
  server = await startTestServer()
  on = await driverTools(server)
})
afterAll(() => server.close())

const lift = (gross: string, more: Partial<ReportedLift> = {}): ReportedLift => ({
  ...{
    number: `BOL ${gross}`,
    compartment: 1,
    product_id: on.diesel,
    terminal_id: null,
    supplier: 'Refinery',
  },
  ...{ unit_id: on.gallon, gross, net: null, celsius: 30, lifted_at: HOUR_AGO, ...more },
})
/** A round that its driver has not started. */
async function planned() {
  const created = await on.round([on.load('Barn')])
  const onTruck = async () =>
    (await on.admin('GET', `/shipment_planner/${created.id}/on_truck`)).body.on_truck
  return { ...created, onTruck }
}
const gallonsOf = (litres: number) => Math.round((litres / GAL) * 1000) / 1000

test('a lift sent twice, in sequence and at once, is one lift, by the rules of the office', async () => {
  const { event, onTruck } = await planned()
  const lifted = event('lifted', lift('600'))
  expect(await on.send(lifted)).toEqual(['applied'])
  expect(await on.send(lifted)).toEqual(['applied again'])
  const late = event('lifted', lift('200', { lifted_at: '2999-01-01T00:00:00.000Z' }))
  const responses = await Promise.all(Array.from({ length: 5 }, () => on.send(late)))
  expect(responses.flat().toSorted()).toEqual([
    'applied',
    ...Array.from({ length: 4 }, () => 'applied again'),
  ])
  const { lifts, compartments } = await onTruck()
  expect(lifts).toMatchObject([
    {
      ...{ number: 'BOL 600', gross: '600.000', supplier: 'Refinery', event_id: lifted.event_id },
      ...{ lifted_at: HOUR_AGO, celsius: 30 },
    },
    { number: 'BOL 200', event_id: late.event_id },
  ])
  // Warm diesel has less volume at 60 °F; a phone's clock that is ahead loads nothing in the future.
  expect(Number(lifts[0].net)).toBeLessThan(600)
  expect(Date.parse(lifts[1].lifted_at)).toBeLessThanOrEqual(Date.now())
  expect(gallonsOf(compartments[0].on_board_liters)).toBe(800)
  const { rounds } = await on.day()
  expect(rounds[0].on_truck.lifts.map(({ event_id }: { event_id: string }) => event_id)).toEqual([
    lifted.event_id,
    late.event_id,
  ])
})

test('a lift that breaks a rule does not count, with the reason: repeated, too much, no such compartment', async () => {
  const { event, onTruck } = await planned()
  const rules = async (input: ReportedLift) => {
    const { body } = await on.asDriver('POST', '/driver/events', { events: [event('lifted', input)] })
    return body.outcomes[0]
  }
  expect((await rules(lift('500'))).outcome).toBe('applied')
  expect(await rules(lift('500'))).toMatchObject({
    outcome: 'conflict',
    said: expect.stringMatching(/already/),
  })
  expect(await rules(lift('9999'))).toMatchObject({ said: expect.stringMatching(/holds only/) })
  expect(await rules(lift('1', { compartment: 7 }))).toMatchObject({ said: expect.stringMatching(/only 2/) })
  expect((await onTruck()).lifts).toHaveLength(1)
  expect((await on.day()).open_events).toHaveLength(3)
})

test('a correction names its lift, from this phone or the office, and each lift is corrected once', async () => {
  const { id, event, onTruck } = await planned()
  const [first, second] = [event('lifted', lift('600')), event('lifted', lift('100', { compartment: 2 }))]
  const right = (corrects: string | number, gross: string, more = {}) =>
    event('lift_corrected', { ...lift(gross, more), corrects, reason: 'Read wrong' })
  expect(await on.send(first, second, right(first.event_id, '650'))).toEqual([
    'applied',
    'applied',
    'applied',
  ])
  expect(await on.send(right(first.event_id, '655'))).toEqual(['refused'])
  expect(await on.send(right(randomUUID(), '655'))).toEqual(['no_such_lift'])
  expect(await on.send({ ...right(first.event_id, '655'), body: lift('655') })).toEqual(['no_such_lift'])
  const { body } = await on.admin('POST', `/shipment_planner/${id}/lifts`, {
    ...{ number: 'Office', unit_id: on.gallon },
    lines: [{ compartment: 2, product_id: on.diesel, gross: '50' }],
  })
  const { lift_ticket_id } = body.on_truck.lifts.find(({ number }: { number: string }) => number === 'Office')
  expect(await on.send(right(lift_ticket_id, '0', { compartment: 2 }))).toEqual(['applied'])
  const { lifts, compartments } = await onTruck()
  expect(lifts.filter(({ is_corrected }: { is_corrected: boolean }) => is_corrected)).toHaveLength(2)
  expect(
    compartments.map((compartment: { on_board_liters: number }) => gallonsOf(compartment.on_board_liters)),
  ).toEqual([650, 100])
  // A lift of another round is not found.
  const other = await planned()
  const elsewhere = other.event('lift_corrected', {
    ...lift('1'),
    corrects: lift_ticket_id,
    reason: 'Not mine',
  })
  expect(await on.send(elsewhere)).toEqual(['no_such_lift'])
})

test("lifts of another driver's or company's round are refused, and products or terminals of another company", async () => {
  const { event, onTruck } = await planned()
  const own = await planned()
  expect(await on.send(event('lifted', lift('600')))).toEqual(['not_your_round'])
  const events = [own.event('lifted', lift('601'))]
  await server.as('stranger').call('POST', '/driver/events', { events })
  expect((await onTruck()).lifts).toEqual([])
  expect((await own.onTruck()).lifts).toEqual([])
  const created = await on.admin('POST', '/terminals', { company_id: COMPANY.stranger, name: 'Elsewhere' })
  const { terminal_id } = created.body.terminal
  const product = await on.admin('POST', '/tank_products', {
    ...{ product_name: 'Theirs', company_id: COMPANY.stranger, color: '#335577', specific_gravity: '0.850' },
  })
  const { product_id } = product.body.tank_product
  expect(await on.send(own.event('lifted', lift('602', { terminal_id })))).toEqual(['refused'])
  expect(await on.send(own.event('lifted', lift('603', { product_id })))).toEqual(['refused'])
  expect((await own.onTruck()).lifts).toEqual([])
})

test('a lift belongs to its round, not to a stop, and a finished round accepts no lift', async () => {
  const { event, ticket, signed } = await planned()
  const { stop_id } = event('arrived', {})
  expect(await on.send({ ...event('lifted', lift('600')), stop_id: null })).toEqual(['applied'])
  expect(await on.send(event('left', {}), event('arrived', {}))).toEqual(['applied', 'applied'])
  expect(
    await on.send({ ...event('arrived', {}), kind: 'undo', body: { undone: randomUUID() }, stop_id }),
  ).toEqual(['not_the_last_step'])
  // If all balances are even, the round closes automatically.
  const correction = event('lift_corrected', {
    ...lift('250'),
    ...{ corrects: (await on.day()).rounds[0].on_truck.lifts[0].lift_ticket_id, reason: 'Half' },
  })
  expect(
    await on.send(
      correction,
      ticket(0, { quantity: '250', meter_end: '1250' }),
      signed(),
      event('closed', {}),
      event('round_closed', {}),
    ),
  ).toEqual(Array.from({ length: 5 }, () => 'applied'))
  expect(await on.send(event('lifted', lift('10')))).toEqual(['refused'])
})
