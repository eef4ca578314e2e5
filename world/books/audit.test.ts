import { expect, test } from 'vitest'
import { TANK_KINDS } from '../facts/tanks.ts'
import { DAY, GALLON, MINUTE } from '../laws/units.ts'
import { Weather } from '../laws/weather.ts'
import { Random } from '../random.ts'
import { Tank } from '../tank.ts'
import type { World } from '../world.ts'
import { audit } from './audit.ts'
import { Books } from './books.ts'

const START = Date.UTC(2026, 11, 7, 5)

/** The product's answers for a round that lifted 400 gallons and delivered 100 of heating oil. */
const ANSWERS = {
  tickets: [{ number: 1001, gross: '100.000', is_void: false }],
  onTruck: { loaded: 400, delivered: 100, onBoard: 300 },
  checks: [{ device_id: 0 }],
  readings: [START + MINUTE],
}

async function found(changed: Partial<typeof ANSWERS>): Promise<string[]> {
  const answers = { ...ANSWERS, ...changed }
  const books = new Books(() => {})
  const random = new Random('7')
  const weather = new Weather(random.of('weather'), START - DAY)
  const tank = new Tank(1, 'H-1', TANK_KINDS[0]!, weather, random, { litres: 300, at: START })
  const facts = { shipment_id: 1, shipment_detail_id: 1, tank, at: START, document_detail_id: null }
  books.tickets.push({ ...facts, number: 1001, quantity: '100.0' })
  const round = { shipment_id: 1, truck_id: 1, day: '2026-12-07', isClosed: true }
  books.rounds.set(1, { ...round, lifted: new Map([[1, 400]]), delivered: new Map([[1, 100]]) })
  books.records.set('H-1', new Map([[START + MINUTE, {}]]))
  const { loaded, delivered, onBoard } = answers.onTruck
  const compartment = {
    ...{ compartment: 1, carried_liters: 0, returned_liters: 0, loaded_liters: loaded * GALLON },
    ...{ delivered_liters: delivered * GALLON, on_board_liters: onBoard * GALLON },
  }
  const answer = async (path: string) => {
    if (path.startsWith('/delivery_tickets')) return { delivery_tickets: answers.tickets }
    if (path.startsWith('/delivery_checks')) return { delivery_checks: answers.checks }
    if (path.endsWith('/on_truck')) return { on_truck: { compartments: [compartment] } }
    return { series: [{ points: answers.readings.map((at) => [at, 50]) }] }
  }
  const onBoardTruly = new Map([[1, { product_id: 5, gallons: 300 }]])
  const truck = { truck_id: 1, name: 'Truck', carries: 'fuel' as const, compartments: [2000], meter: 0 }
  const world = {
    ...{
      books,
      start: START,
      now: () => START + DAY,
      tanks: [tank],
      get: answer,
      trucks: [{ ...truck, onBoard: onBoardTruly }],
    },
    broken: (promise: number, kind: string, what: string) => books.broken({ promise, kind, what, calls: [] }),
  } as unknown as World
  await audit(world)
  return [...books.found.values()].map(({ promise, kind }) => `${promise}: ${kind}`)
}

test('consistent books break no promise', async () => {
  expect(await found({})).toEqual([])
})

test.each([
  ['1: a ticket is lost', { tickets: [] }],
  ['1: a ticket is doubled', { tickets: [...ANSWERS.tickets, ...ANSWERS.tickets] }],
  ['1: a ticket says another quantity', { tickets: [{ number: 1001, gross: '10.000', is_void: false }] }],
  ['1: a reading stands twice in the history', { readings: [START + MINUTE, START + MINUTE] }],
  [
    '3: what was lifted is not what the driver lifted',
    { onTruck: { loaded: 350, delivered: 100, onBoard: 250 } },
  ],
  [
    '3: what was delivered is not what the tickets say',
    { onTruck: { loaded: 400, delivered: 90, onBoard: 310 } },
  ],
  [
    '3: lifted is not delivered, on board or returned',
    { onTruck: { loaded: 400, delivered: 100, onBoard: 200 } },
  ],
  ['3: a delivery is not compared with what its tank shows', { checks: [] }],
] as const)('%s', async (kind, changed) => {
  expect(await found(changed as Partial<typeof ANSWERS>)).toContain(kind)
})
