import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkLoad, compartmentsOf, weightOf } from './checkLoad.ts'

const truck = {
  num_of_compartments: 2,
  payload: 5000,
  max_weight: 0,
  compartment1: 4000,
  compartment2: 3000,
  compartment3: 0,
  compartment4: 0,
  compartment5: 0,
}
const trailer = { ...truck, num_of_compartments: 1, compartment1: 9000, payload: 20_000 }
const load = (more: object = {}) => ({
  product_id: 1,
  compartment: 1,
  quantity: 1000,
  specific_gravity: '0.850',
  ...more,
})

describe('a round', () => {
  test('numbers the truck’s compartments first, then the trailer’s', () => {
    expect(compartmentsOf([truck, trailer])).toEqual([
      { number: 1, vehicle: 0, capacity: 4000 },
      { number: 2, vehicle: 0, capacity: 3000 },
      { number: 3, vehicle: 1, capacity: 9000 },
    ])
  })

  test('weighs volume × specific gravity × 0.99910 kg/L', () => {
    expect(weightOf(1000, '0.850')).toBe(849.235)
  })

  test.each([
    [[load(), load({ product_id: 2 })], 'two_products', 1],
    [[load({ quantity: 3000 }), load({ quantity: 1001 })], 'over_compartment', 1],
    [[load({ compartment: 3 })], 'compartment_missing', 0],
    [[load({ quantity: 4000, specific_gravity: '1.260' })], 'over_weight', 0],
    [[load({ ullage: 999.9 })], 'over_ullage', 0],
  ])('refuses %j: %s', (loads, rule, index) => {
    expect(checkLoad([truck], loads)).toMatchObject([{ rule, index }])
  })

  test('may fill what it has to the brim, and leave loads for later', () => {
    expect(
      checkLoad([truck], [load({ quantity: 4000 }), load({ compartment: null, quantity: 99_999 })]),
    ).toEqual([])
    expect(checkLoad([truck], [load({ ullage: 1000 })])).toEqual([])
  })

  test('without a vehicle is only held to one product a compartment', () => {
    expect(checkLoad([], [load({ quantity: 99_999, compartment: 7 })])).toEqual([])
    expect(checkLoad([], [load(), load({ product_id: 2 })])).toMatchObject([{ rule: 'two_products' }])
  })

  test('that is accepted never holds more than its compartments, nor weighs more than it may', () => {
    const loads = fc.array(
      fc.record({
        product_id: fc.constantFrom(1, 2),
        compartment: fc.constantFrom(1, 2),
        quantity: fc.integer({ min: 1, max: 4500 }),
        specific_gravity: fc.constantFrom('0.700', '1.000'),
      }),
      { maxLength: 4 },
    )
    fc.assert(
      fc.property(loads, (given) => {
        if (checkLoad([truck], given).length > 0) return
        for (const [number, capacity] of [
          [1, 4000],
          [2, 3000],
        ] as const) {
          const inside = given.filter(({ compartment }) => compartment === number)
          expect(new Set(inside.map(({ product_id }) => product_id)).size).toBeLessThanOrEqual(1)
          expect(inside.reduce((sum, { quantity }) => sum + quantity, 0)).toBeLessThanOrEqual(capacity)
        }
        const weight = given.reduce((sum, one) => sum + weightOf(one.quantity, one.specific_gravity), 0)
        expect(weight).toBeLessThanOrEqual(5000)
      }),
    )
  })
})
