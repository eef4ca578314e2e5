import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkLoad, type Load, type Vehicle } from '#core/domains/shipments/checkLoad.ts'
import { fillCompartments } from './fillCompartments.ts'

const truck = (sizes: readonly number[], max_weight = 0): Vehicle => ({
  num_of_compartments: sizes.length,
  payload: 0,
  max_weight,
  compartment1: sizes[0] ?? 0,
  compartment2: sizes[1] ?? 0,
  compartment3: sizes[2] ?? 0,
  compartment4: sizes[3] ?? 0,
  compartment5: sizes[4] ?? 0,
})
const load = (quantity: number, grade = 'ULSD', compartment: number | null = null): Load => ({
  product_id: 1,
  grade,
  quantity,
  compartment,
  specific_gravity: '0.85',
})

test('next to its own grade first, else into the smallest compartment that takes it whole', () => {
  const vehicles = [truck([4000, 1000, 2000])]
  expect(fillCompartments(vehicles, [], load(900), 1)).toEqual([{ compartment: 2, quantity: 900 }])
  expect(fillCompartments(vehicles, [load(100, 'ULSD', 1)], load(900), 1)).toEqual([
    { compartment: 1, quantity: 900 },
  ])
  expect(fillCompartments(vehicles, [load(100, 'E10', 2)], load(900), 1)).toEqual([
    { compartment: 3, quantity: 900 },
  ])
})

test('a load larger than every compartment is divided in whole units, in part if that is worth it', () => {
  const vehicles = [truck([1000, 500])]
  expect(fillCompartments(vehicles, [], load(1200), 3)).toEqual([
    { compartment: 1, quantity: 999 },
    { compartment: 2, quantity: 201 },
  ])
  expect(fillCompartments(vehicles, [], load(4000), 1)).toEqual([
    { compartment: 1, quantity: 1000 },
    { compartment: 2, quantity: 500 },
  ])
  expect(fillCompartments(vehicles, [], load(9000), 1)).toEqual([])
})

test('a load is limited to what the vehicle may carry', () => {
  const [piece] = fillCompartments([truck([4000], 1000)], [], load(2000), 1)
  expect(piece!.quantity).toBe(1177)
})

test('a load is placed on carried-over product of its grade first, and never on another grade', () => {
  const left = (grade: string) => ({ ...load(0, grade), liters: 300 })
  const vehicles = [{ ...truck([4000, 1000, 2000]), carried: [left('ULSD'), left('E10'), null] }]
  expect(fillCompartments(vehicles, [], load(900), 1)).toEqual([{ compartment: 1, quantity: 900 }])
  expect(fillCompartments(vehicles, [], load(2500, 'DEF'), 1)).toEqual([{ compartment: 3, quantity: 2000 }])
})

test('no more than an axle bears, and in unloading order', () => {
  const axles = {
    ...{ rear_axle_limit: 7000, rear_axle_empty: 6000 },
    ...{ rear_share1: 50, rear_share2: 100, unloading_order: 'rear_first' },
  }
  const vehicles = [{ ...truck([4000, 4000]), ...axles }]
  expect(fillCompartments(vehicles, [], { ...load(500), stop: 1 }, 1)).toEqual([
    { compartment: 2, quantity: 500 },
  ])
  const aboard = [{ ...load(500, 'E10', 2), stop: 1 }]
  expect(fillCompartments(vehicles, aboard, { ...load(2000), stop: 2 }, 1)).toEqual([
    { compartment: 1, quantity: 1355 },
  ])
  const front = [{ ...vehicles[0]!, unloading_order: 'front_first' }]
  expect(fillCompartments(front, aboard, { ...load(2000), stop: 2 }, 1)).toEqual([])
})

test('every result passes the loading check', () => {
  const loads = fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 3000 }),
      grade: fc.constantFrom('ULSD', 'E10', 'DEF'),
      stop: fc.integer({ min: 1, max: 4 }),
      expansion_room: fc.constantFrom(null, '12.5'),
    }),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 100, max: 4000 }), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 500, max: 9000 }),
      loads,
      fc.constantFrom('any', 'rear_first', 'front_first'),
      fc.integer({ min: 0, max: 8000 }),
      (sizes, max_weight, needed, unloading_order, front_axle_limit) => {
        const shares = {
          rear_share1: 10,
          rear_share2: 40,
          rear_share3: 60,
          rear_share4: 110,
          rear_share5: 80,
        }
        const vehicles = [
          { ...truck(sizes, max_weight), unloading_order, front_axle_limit, front_axle_empty: 0, ...shares },
        ]
        const aboard: Load[] = []
        for (const { quantity, grade, ...more } of needed) {
          const one = { ...load(quantity, grade), ...more }
          aboard.push(...fillCompartments(vehicles, aboard, one, 1).map((piece) => ({ ...one, ...piece })))
        }
        expect(checkLoad(vehicles, aboard)).toEqual([])
      },
    ),
  )
})
