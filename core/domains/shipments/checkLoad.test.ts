import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkDelivery, checkLoad, compartmentsOf, weightOf } from './checkLoad.ts'
import { exactFigure, withBothFigures } from './vehicleFigures.ts'

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
    [[load({ grade: 'ULSD' }), load({ grade: 'Dyed' })], 'two_products', 1],
    [
      [load({ compartment: 1, not_beside: 'Acid' }), load({ compartment: 2, grade: 'acid' })],
      'not_beside',
      1,
    ],
    [
      [load({ room: 900, tanks: [7], quantity: 500 }), load({ room: 900, tanks: [7], quantity: 401 })],
      'over_ullage',
      1,
    ],
    [[load({ quantity: 3000 }), load({ quantity: 1001 })], 'over_compartment', 1],
    [[load({ compartment: 3 })], 'compartment_missing', 0],
    [[load({ quantity: 4000, specific_gravity: '1.260' })], 'over_weight', 0],
    [[load({ room: 999.9 })], 'over_ullage', 0],
  ])('refuses %j: %s', (loads, rule, index) => {
    expect(checkLoad([truck], loads)).toMatchObject([{ rule, index }])
  })

  test('may fill what it has to the brim, and leave loads for later', () => {
    expect(
      checkLoad([truck], [load({ quantity: 4000 }), load({ compartment: null, quantity: 99_999 })]),
    ).toEqual([])
    expect(checkLoad([truck], [load({ room: 1000 })])).toEqual([])
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

describe('by grade (fault 9)', () => {
  test('one product of two customers may share a compartment', () => {
    expect(
      checkLoad(
        [truck],
        [load({ product_id: 1, grade: 'Diesel #2' }), load({ product_id: 2, product_name: 'diesel #2' })],
      ),
    ).toEqual([])
  })

  test('what must not follow the last load needs cleaning, said once', () => {
    const used = {
      ...truck,
      last_products: [{ product_id: 9, grade: 'Gasoline', not_followed_by: 'Kerosene|DEF' }, null],
    }
    const kerosene = load({ grade: 'Kerosene', quantity: 100 })
    expect(checkLoad([used], [kerosene, kerosene])).toMatchObject([
      { index: 0, rule: 'needs_cleaning', params: { other: 'Gasoline' } },
    ])
    expect(checkLoad([used], [load({ grade: 'Kerosene', compartment: 2 })])).toEqual([])
    expect(checkLoad([used], [load({ grade: 'Gasoline' })])).toEqual([])
  })
})

describe('loads to one tank (fault 4)', () => {
  test('are judged together, and said at the one with which they become too much', () => {
    const bring = (quantity: number, more: object = {}) =>
      load({ tanks: [5], room: 3901, quantity, compartment: null, ...more })
    expect(checkLoad([], [bring(3500), bring(3000)])).toMatchObject([
      { index: 1, rule: 'over_ullage', params: { limit: 3901, found: 6500 } },
    ])
    expect(checkLoad([], [bring(3500), bring(401)])).toEqual([])
    expect(checkLoad([], [bring(3500), bring(3000, { tanks: [6] })])).toEqual([])
  })

  test('that are accepted never exceed its room together', () => {
    const some = fc.array(
      fc.record({ quantity: fc.integer({ min: 1, max: 2000 }), tanks: fc.constantFrom([1], [2]) }),
      {
        maxLength: 6,
      },
    )
    fc.assert(
      fc.property(some, fc.integer({ min: 0, max: 5000 }), (given, room) => {
        const loads = given.map((one) => load({ ...one, room, compartment: null }))
        if (checkLoad([], loads).length > 0) return
        for (const tank of [1, 2]) {
          const sum = given
            .filter(({ tanks }) => tanks[0] === tank)
            .reduce((all, { quantity }) => all + quantity, 0)
          expect(sum).toBeLessThanOrEqual(room)
        }
      }),
    )
  })
})

describe('a delivery (fault 4)', () => {
  const brought = (quantity: number, more: object = {}) => ({ ...load({ quantity, ...more }), loaded: 1000 })
  test.each([
    [[brought(1001)], ['over_load']],
    [[brought(500_000)], ['over_load', 'over_compartment']],
    [[brought(900, { room: 800, tanks: [1] })], ['over_ullage']],
    [[brought(500, { room: 800, tanks: [1] }), brought(400, { room: 800, tanks: [1] })], ['over_ullage']],
    [[brought(1000)], []],
  ])('%j goes beyond %j', (loads, rules) => {
    expect(checkDelivery([truck], loads).map(({ rule }) => rule)).toEqual(rules)
  })
})

describe('the figures of a vehicle', () => {
  test('hold exactly what was entered, in gallons as in litres', () => {
    expect(exactFigure(3785, '1000.000000', '3.785411784')).toBe(3785.411784)
    expect(exactFigure(4000, '1056.688209', '3.785411784')).toBe(4000)
    const thousand = { ...truck, compartment1: 3785, imperial_compartment1: '1000.000000' }
    const gallons = (count: number) => load({ quantity: Number((count * 3.785411784).toFixed(9)) })
    expect(checkLoad([thousand], [gallons(600), gallons(400)])).toEqual([])
    expect(checkLoad([thousand], [gallons(600), gallons(400.001)])).toMatchObject([
      { rule: 'over_compartment' },
    ])
  })

  test('come in either system; what is sent back as it was read changes nothing', () => {
    expect(withBothFigures({ imperial_compartment1: '1000' })).toEqual({
      imperial_compartment1: '1000',
      compartment1: 3785,
    })
    expect(withBothFigures({ payload: 5000 })).toEqual({ payload: 5000, imperial_payload: '11023.113109' })
    const stored = { compartment1: 3785, imperial_compartment1: '1000.000000' }
    expect(withBothFigures(stored, stored)).toEqual({})
    expect(withBothFigures({ compartment1: 3785 }, stored)).toEqual({})
    expect(withBothFigures({ ...stored, imperial_compartment1: '1200' }, stored)).toEqual({
      imperial_compartment1: '1200',
      compartment1: 4542,
    })
  })

  test('in gallons come back from what is stored, whatever they were', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (thousandths) => {
        const imperial = (thousandths / 1000).toFixed(6)
        const { compartment1 } = withBothFigures({ imperial_compartment1: imperial })
        const litres = exactFigure(Number(compartment1), imperial, '3.785411784')
        expect(litres / 3.785411784).toBeCloseTo(thousandths / 1000, 6)
      }),
    )
  })
})
