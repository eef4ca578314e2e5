import { expect, test } from 'vitest'
import { TANK_KINDS } from '../facts/tanks.ts'
import { DAY } from '../laws/units.ts'
import { Weather } from '../laws/weather.ts'
import { Random } from '../random.ts'
import { Tank } from '../tank.ts'
import type { World } from '../world.ts'
import { Books } from './books.ts'
import { judgeLoads } from './judgeLoads.ts'

const START = Date.UTC(2026, 11, 7, 5)
const TRUCK = {
  truck_id: 1,
  name: 'Fuel wagon',
  carries: 'fuel',
  compartments: [2000],
  onBoard: new Map(),
  meter: 0,
} as const

/** A tank of 1,066 litres with a volume in it, and its planned loads, one round after the other. */
function planned(inIt: number, rounds: readonly { litres: number; product_id?: number }[], filled = 0) {
  const books = new Books(() => {})
  const random = new Random('7')
  const weather = new Weather(random.of('weather'), START - DAY)
  const tank = new Tank(1, 'H-1', TANK_KINDS[0]!, weather, random, { litres: inIt, at: START })
  tank.ids.product_id = 5
  if (filled > 0) tank.fill(START, filled)
  const world = {
    books,
    now: () => START,
    tankOf: () => tank,
    trucks: [TRUCK],
    brokenFor: (_: Tank, promise: number, kind: string, what: string) =>
      books.broken({ promise, kind, what, calls: [] }),
  } as unknown as World
  for (const [index, { litres, product_id = 5 }] of rounds.entries()) {
    const load = { shipment_detail_id: index + 1, document_detail_id: null, public_id: 'H-1' }
    const loads = [{ ...load, product_id, product_title: 'Oil', quantity_liters: litres }]
    judgeLoads(world, [{ shipment_id: index + 1, status_id: 1, truck_id: 1, loads }] as never)
  }
  return [...books.found.values()].map(({ kind }) => kind)
}

test('a load that fits is planned without complaint', () => {
  expect(planned(300, [{ litres: 400 }, { litres: 250 }])).toEqual([])
})

test.each([
  ['a tank is planned beyond its true room', 700, [{ litres: 600 }], 0],
  ['a tank is dispatched twice for one need', 300, [{ litres: 600 }, { litres: 600 }], 0],
  ['a tank that was just filled is planned again', 300, [{ litres: 600 }], 600],
  ['a load of another product than the tank holds', 300, [{ litres: 400, product_id: 6 }], 0],
])('%s', (kind, inIt, rounds, filled) => {
  expect(planned(inIt, rounds, filled)).toEqual([kind])
})
