import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DoorPayment } from '#core/domains/shipments/driver/driverEvents.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { type DriverTools, driverTools } from './testing/driverTools.ts'

let server: TestServer
let on: DriverTools
beforeAll(async () => {
  server = await startTestServer()
  on = await driverTools(server)
})
afterAll(() => server.close())

const money = (amount: string, check_number: string | null = null): DoorPayment => ({
  method: check_number === null ? 'cash' : 'check',
  ...{ amount, check_number, note: null },
})
/** A round whose driver has arrived at its one stop. */
async function arrived() {
  const created = await on.round([on.load('Barn')])
  await on.send(created.event('left', {}), created.event('arrived', {}))
  const stored = async () =>
    (
      await sql<{
        status: string
        amount: string
        method: string
      }>`select status, amount, method from doorstep_payments
      where shipment_id = ${created.id} order by doorstep_payment_id`.execute(server.db)
    ).rows
  return { ...created, stored }
}

test('a payment sent twice, in sequence and at once, is held once', async () => {
  const { event, stored } = await arrived()
  const [paid, late] = [event('paid', money('120.55')), event('paid', money('80', '2107'))]
  expect(await on.send(paid)).toEqual(['applied'])
  expect(await on.send(paid)).toEqual(['applied again'])
  const responses = await Promise.all(Array.from({ length: 5 }, () => on.send(late)))
  expect(responses.flat().toSorted()).toEqual([
    'applied',
    ...Array.from({ length: 4 }, () => 'applied again'),
  ])
  expect(await stored()).toEqual([
    { status: 'held', amount: '120.550', method: 'cash' },
    { status: 'held', amount: '80.000', method: 'check' },
  ])
  const { door_money } = await on.day()
  expect(door_money).toMatchObject([
    { method: 'cash', amount: '120.550', company_title: 'Prairie Fuels', currency: { code: 'USD' } },
    { method: 'check', amount: '80.000', check_number: '2107', is_settled: false },
  ])
})

test('money taken at a stop is recorded even if the office finalized the round before the phone reported anything', async () => {
  const { event, ticket, id } = await on.round([on.load('Barn')])
  const stored = () =>
    sql<{
      status: string
      amount: string
    }>`select status, amount from doorstep_payments where shipment_id = ${id}`
      .execute(server.db)
      .then(({ rows }) => rows)
  await on.send(event('left', {}))
  const office = server.as('administrator')
  await office.call('POST', `/shipment_planner/${id}/status`, { status: 'delivered' })
  expect((await office.call('POST', `/shipment_planner/${id}/finalize`, {})).status).toBe(200)
  expect(await on.send(event('arrived', {}), ticket(), event('paid', money('500')))).toEqual([
    'round_over',
    'round_over',
    'applied',
  ])
  expect(await stored()).toEqual([{ status: 'held', amount: '500.000' }])
  // The office's entry for a load without a ticket stays.
  const { shipment_planner } = (await office.call('GET', `/shipment_planner/${id}`)).body
  expect(shipment_planner.details).toMatchObject([{ delivered: '250.000' }])
})

test('an undone payment is void, and held again when its correction is undone', async () => {
  const { event, stored } = await arrived()
  const gone = event('paid', money('10'))
  const paid = event('paid', money('120'))
  const corrected = event('payment_corrected', { ...money('102'), corrects: paid.event_id })
  const undo = (one: { event_id: string }) => event('undo', { undone: one.event_id })
  expect(await on.send(gone, undo(gone), paid, corrected, undo(corrected))).toEqual(
    Array.from({ length: 5 }, () => 'applied'),
  )
  expect((await stored()).map(({ status }) => status)).toEqual(['void', 'held', 'void'])
  const again = event('payment_corrected', { ...money('102'), corrects: paid.event_id })
  expect(await on.send(again)).toEqual(['applied'])
  expect((await stored()).map(({ status }) => status)).toEqual(['void', 'corrected', 'void', 'held'])
  expect(await on.send(event('payment_corrected', { ...money('1'), corrects: paid.event_id }))).toEqual([
    'no_such_payment',
  ])
})

test('an amount fits its currency, a check needs its number, and payments count after the round too', async () => {
  const { event, stored, ticket, signed } = await arrived()
  expect(await on.send(event('paid', money('1.005')))).toEqual(['amount_too_fine'])
  expect(await on.send(event('paid', money('1.500')))).toEqual(['applied'])
  expect(await on.send(event('paid', money('5', '')))).toEqual(['check_number_missing'])
  await on.send(ticket(), signed(), event('closed', {}), event('round_closed', {}))
  expect(await on.send(event('paid', money('60')))).toEqual(['applied'])
  expect((await stored()).map(({ amount }) => amount)).toEqual(['1.500', '60.000'])
  // The round is over, and its driver still holds the money.
  expect((await on.day()).door_money.map(({ amount }: { amount: string }) => amount)).toContain('60.000')
})

test("payments at another driver's round, or at a stop of another round, are refused", async () => {
  const { id, event } = await arrived()
  const other = await on.round([on.load('Yard')])
  expect(await on.send(event('paid', money('5')))).toEqual(['not_your_round'])
  expect(await on.send({ ...other.event('left', {}) }, { ...other.event('arrived', {}) })).toEqual([
    'applied',
    'applied',
  ])
  const elsewhere = { ...other.event('paid', money('5')), stop_id: event('paid', money('5')).stop_id }
  expect(await on.send(elsewhere)).toEqual(['stop_gone'])
  await server.as('stranger').call('POST', '/driver/events', { events: [other.event('paid', money('5'))] })
  const { rows } =
    await sql`select from doorstep_payments where shipment_id = any(${[id, other.id]})`.execute(server.db)
  expect(rows).toEqual([])
})
