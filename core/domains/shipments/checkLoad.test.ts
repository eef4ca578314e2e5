import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  checkDelivery,
  checkLoad,
  compartmentsOf,
  gradeOf,
  OVERRULABLE,
  weightLimit,
  weightOf,
} from './checkLoad.ts'
import { exactFigure, withBothFigures } from './trucks/vehicleFigures.ts'

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
      { number: 1, vehicle: 0, capacity: 4000, class: 'any' },
      { number: 2, vehicle: 0, capacity: 3000, class: 'any' },
      { number: 3, vehicle: 1, capacity: 9000, class: 'any' },
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

  test('may fill its compartments to the brim, and leave loads for later', () => {
    expect(
      checkLoad([truck], [load({ quantity: 4000 }), load({ compartment: null, quantity: 99_999 })]),
    ).toEqual([])
    expect(checkLoad([truck], [load({ room: 1000 })])).toEqual([])
  })

  test('without a vehicle is only checked for one product per compartment', () => {
    expect(checkLoad([], [load({ quantity: 99_999, compartment: 7 })])).toEqual([])
    expect(checkLoad([], [load(), load({ product_id: 2 })])).toMatchObject([{ rule: 'two_products' }])
  })

  test('never holds more than its compartments, nor exceeds its weight limit, if it passes', () => {
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
      fc.property(loads, (drawn) => {
        if (checkLoad([truck], drawn).length > 0) return
        for (const [number, capacity] of [
          [1, 4000],
          [2, 3000],
        ] as const) {
          const inside = drawn.filter(({ compartment }) => compartment === number)
          expect(new Set(inside.map(({ product_id }) => product_id)).size).toBeLessThanOrEqual(1)
          expect(inside.reduce((sum, { quantity }) => sum + quantity, 0)).toBeLessThanOrEqual(capacity)
        }
        const weight = drawn.reduce((sum, item) => sum + weightOf(item.quantity, item.specific_gravity), 0)
        expect(weight).toBeLessThanOrEqual(5000)
      }),
    )
  })
})

describe('by grade', () => {
  test('one product of two customers may share a compartment', () => {
    expect(
      checkLoad(
        [truck],
        [load({ product_id: 1, grade: 'Diesel #2' }), load({ product_id: 2, product_name: 'diesel #2' })],
      ),
    ).toEqual([])
  })

  test('a product that must not follow the last load needs cleaning, reported once', () => {
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

describe('loads to one tank', () => {
  test('are judged together, and reported at the one that exceeds the room', () => {
    const bring = (quantity: number, more: object = {}) =>
      load({ tanks: [5], room: 3901, quantity, compartment: null, ...more })
    expect(checkLoad([], [bring(3500), bring(3000)])).toMatchObject([
      { index: 1, rule: 'over_ullage', params: { limit: 3901, found: 6500 } },
    ])
    expect(checkLoad([], [bring(3500), bring(401)])).toEqual([])
    expect(checkLoad([], [bring(3500), bring(3000, { tanks: [6] })])).toEqual([])
  })

  test('never exceed its room together if they pass', () => {
    const some = fc.array(
      fc.record({ quantity: fc.integer({ min: 1, max: 2000 }), tanks: fc.constantFrom([1], [2]) }),
      {
        maxLength: 6,
      },
    )
    fc.assert(
      fc.property(some, fc.integer({ min: 0, max: 5000 }), (drawn, room) => {
        const loads = drawn.map((item) => load({ ...item, room, compartment: null }))
        if (checkLoad([], loads).length > 0) return
        for (const tank of [1, 2]) {
          const sum = drawn
            .filter(({ tanks }) => tanks[0] === tank)
            .reduce((all, { quantity }) => all + quantity, 0)
          expect(sum).toBeLessThanOrEqual(room)
        }
      }),
    )
  })
})

describe('a delivery is limited by the quantity of its product on board', () => {
  const delivered = (quantity: number, more: object = {}) => ({
    ...load({ quantity, ...more }),
    loaded: 1000,
    isExplained: true,
  })
  const held = (compartment: number, litres: number | null, product_id = 1) => ({
    ...{ compartment, litres, product_id },
  })
  test.each([
    ['in its own compartment', [delivered(1900)], [held(1, 2000)], []],
    ['no more than that', [delivered(2100)], [held(1, 2000)], ['over_load']],
    ['beyond that by the tolerance of both meters', [delivered(2012)], [held(1, 2000)], []],
    ['no more than their tolerance', [delivered(2013)], [held(1, 2000)], ['over_load']],
    ['in all compartments that hold it', [delivered(2100)], [held(1, 2000), held(2, 500)], []],
    ['not in those with another grade', [delivered(2100)], [held(1, 2000), held(2, 500, 9)], ['over_load']],
    ['by all its loads together', [delivered(1100), delivered(1000)], [held(1, 2000)], ['over_load']],
    ['by as much as a compartment holds without a recorded lift', [delivered(3900)], [held(1, null)], []],
    ['never less than planned', [delivered(1000)], [held(1, 900)], []],
  ])('%s', (_, loads, aboard, rules) => {
    expect(checkDelivery([truck], loads, { aboard }).map(({ rule }) => rule)).toEqual(rules)
  })
  test('a delivery may exceed the plan by its company’s tolerance', () => {
    const off = { ...delivered(1015), isExplained: false }
    const rules = (tolerance: number | null) =>
      checkDelivery([truck], [off], { aboard: [held(1, 2000)], tolerance }).map(({ rule }) => rule)
    expect([rules(null), rules(2), rules(1), rules(0)]).toEqual([[], [], ['over_plan'], ['over_plan']])
  })
})

describe('a delivery', () => {
  const delivered = (quantity: number, more: object = {}) => ({
    ...load({ quantity, ...more }),
    loaded: 1000,
  })
  test.each([
    [[delivered(1050)], []],
    [[delivered(1051)], ['over_plan']],
    [[delivered(1051, { isExplained: true })], []],
    [[delivered(500_000)], ['over_plan', 'over_load']],
    [[delivered(900, { room: 800, tanks: [1] })], ['over_ullage']],
    [[delivered(500, { room: 800, tanks: [1] }), delivered(400, { room: 800, tanks: [1] })], ['over_ullage']],
    [[delivered(1000)], []],
  ])('%j exceeds %j', (loads, rules) => {
    expect(checkDelivery([truck], loads).map(({ rule }) => rule)).toEqual(rules)
  })
})

describe('the figures of a vehicle', () => {
  test('are exact as entered, in gallons or litres', () => {
    expect(exactFigure(3785, '1000.000000', '3.785411784')).toBe(3785.411784)
    expect(exactFigure(4000, '1056.688209', '3.785411784')).toBe(4000)
    const thousand = { ...truck, compartment1: 3785, imperial_compartment1: '1000.000000' }
    const gallons = (count: number) => load({ quantity: Number((count * 3.785411784).toFixed(9)) })
    expect(checkLoad([thousand], [gallons(600), gallons(400)])).toEqual([])
    expect(checkLoad([thousand], [gallons(600), gallons(400.001)])).toMatchObject([
      { rule: 'over_compartment' },
    ])
  })

  test('are accepted in either unit system; sending back a read record changes nothing', () => {
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

  test('convert back to the entered gallons from the stored litres', () => {
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

describe('the loading rules, one by one', () => {
  const bring = (quantity: number, more: object = {}) => load({ quantity, specific_gravity: '0.1', ...more })

  test('a grade is the one entered, else the name of the product, else its id', () => {
    expect(gradeOf({ product_id: 1, grade: ' ULSD ', product_name: 'Diesel' })).toBe('ULSD')
    expect(gradeOf({ product_id: 1, grade: '', product_name: 'Diesel' })).toBe('Diesel')
    expect(gradeOf({ product_id: 1, grade: null, product_name: null })).toBe('1')
    expect(gradeOf({ product_id: null })).toBe('')
  })

  test('a vehicle has at most five compartments, in litres as exact as entered', () => {
    const numbers = compartmentsOf([{ ...truck, num_of_compartments: 9 }]).map(({ number }) => number)
    expect(numbers).toEqual([1, 2, 3, 4, 5])
    const gallons = { ...truck, compartment1: 3785, imperial_compartment1: '1000.000000' }
    expect(compartmentsOf([gallons])[0]!.capacity).toBe(3785.411784)
  })

  test('a vehicle may carry the lower of its known limits', () => {
    const limit = (payload: number, max_weight: number, more: object = {}) =>
      weightLimit({ ...truck, payload, max_weight, ...more })
    expect([limit(5000, 0), limit(0, 4000), limit(5000, 4000), limit(4000, 5000)]).toEqual([
      5000, 4000, 4000, 4000,
    ])
    expect(limit(0, 0)).toBeNull()
    expect(limit(454, 0, { imperial_payload: '1000.000000' })).toBe(453.59237)
    expect(limit(0, 454, { imperial_max_weight: '1000.000000' })).toBe(453.59237)
  })

  test('two products in one compartment are reported at the second, with the first', () => {
    expect(
      checkLoad([truck], [bring(1, { grade: 'A' }), bring(1, { grade: 'a' }), bring(1, { grade: 'B' })]),
    ).toEqual([{ index: 2, rule: 'two_products', params: { limit: 1, other: 'A' } }])
    expect(checkLoad([truck], [bring(1, { grade: 'A' }), bring(1, { grade: 'B', compartment: 2 })])).toEqual(
      [],
    )
    expect(
      checkLoad([truck], [bring(1, { grade: 'A', compartment: null }), bring(1, { grade: 'B' })]),
    ).toEqual([])
  })

  test('an unknown compartment is reported with the number of compartments', () => {
    expect(checkLoad([truck], [bring(1, { compartment: 3 })])).toEqual([
      { index: 0, rule: 'compartment_missing', params: { limit: 2 } },
    ])
  })

  test('too much in a compartment is reported once, with the total', () => {
    expect(checkLoad([truck], [bring(3000), bring(1500), bring(1500)])).toEqual([
      { index: 1, rule: 'over_compartment', params: { limit: 4000, found: 4500 } },
    ])
    expect(checkLoad([truck], [bring(4000.0000001)])).toEqual([])
    expect(checkLoad([truck], [bring(4000.00001)])).toHaveLength(1)
  })

  test('too much weight is reported once per vehicle, at the load that exceeds it', () => {
    const heavy = (quantity: number, compartment: number) =>
      load({ quantity, compartment, specific_gravity: '2' })
    const [found, ...others] = checkLoad(
      [truck, trailer],
      [heavy(2000, 1), heavy(2000, 2), heavy(10, 2), heavy(9000, 3)],
    )
    expect(others).toEqual([])
    expect(found).toMatchObject({ index: 1, rule: 'over_weight', params: { limit: 5000 } })
    expect(found!.params.found).toBeCloseTo(2 * 0.9991 * 4000, 6)
    expect(checkLoad([{ ...truck, payload: 0 }], [heavy(4000, 1)])).toEqual([])
    expect(checkLoad([truck], [heavy(9000, null as never)])).toEqual([])
  })

  test('incompatible products may not share a vehicle, whichever of them declares the incompatibility', () => {
    const acid = (compartment: number | null) => bring(1, { grade: 'Acid', compartment })
    const base = (compartment: number | null) =>
      bring(1, { grade: 'Base', compartment, not_beside: 'Salt| acid ' })
    const issue = (index: number, other: string) => [
      { index, rule: 'not_beside', params: { limit: 1, other } },
    ]
    expect(checkLoad([truck], [acid(1), base(2)])).toEqual(issue(1, 'Acid'))
    expect(checkLoad([truck], [base(1), acid(2)])).toEqual(issue(1, 'Base'))
    expect(checkLoad([truck, trailer], [base(1), acid(3)])).toEqual([])
    expect(checkLoad([truck], [base(1), acid(null)])).toEqual([])
    expect(checkLoad([truck], [base(1), bring(1, { grade: 'Acids', compartment: 2 })])).toEqual([])
    expect(checkLoad([], [base(1), acid(2)])).toEqual([])
    const unnamed = bring(1, { product_id: null, compartment: 2 })
    expect(checkLoad([truck], [bring(1, { not_beside: '||' }), unnamed])).toEqual([])
  })

  test('a compartment of the trailer is cleaned after the trailer’s last product', () => {
    const gasoline = { product_id: 9, grade: 'Gasoline', not_followed_by: 'Kerosene' }
    const kerosene = (compartment: number | null) => bring(1, { grade: 'kerosene', compartment })
    const used = { ...trailer, last_products: [gasoline] }
    expect(checkLoad([truck, used], [kerosene(1), kerosene(3), kerosene(3)])).toEqual([
      { index: 1, rule: 'needs_cleaning', params: { limit: 1, other: 'Gasoline' } },
    ])
    expect(checkLoad([{ ...truck, last_products: [null, gasoline] }], [kerosene(1)])).toEqual([])
    expect(checkLoad([{ ...truck, last_products: [null, gasoline] }], [kerosene(2)])).toHaveLength(1)
    expect(checkLoad([{ ...truck, last_products: [gasoline] }], [kerosene(null), kerosene(7)])).toMatchObject(
      [{ rule: 'compartment_missing' }],
    )
  })

  test('carried-over product takes its own grade only, weighs until delivered, and adds up', () => {
    const diesel = { product_id: 9, grade: 'Diesel', liters: 3500, specific_gravity: '0.850' }
    const carrying = { ...truck, carried: [diesel, null] }
    const [own, other] = [{ grade: 'diesel' }, { grade: 'Gasoline' }]
    // 3500 L weigh 2972 kg of the 5000, and are part of a load of their grade: 4000 L in all.
    expect(checkLoad([carrying], [bring(4000, own)])).toEqual([])
    expect(checkLoad([carrying], [bring(4001, own)])).toMatchObject([{ rule: 'over_compartment' }])
    expect(checkLoad([carrying], [bring(10, other), bring(10, other)])).toEqual([
      { index: 0, rule: 'carried_over', params: { limit: 1, other: 'Diesel' } },
    ])
    expect(
      checkLoad([carrying], [bring(2400, { ...other, compartment: 2, specific_gravity: '0.85' })]),
    ).toMatchObject([{ index: 0, rule: 'over_weight' }])
    expect(checkLoad([truck], [bring(2400, { ...other, compartment: 2, specific_gravity: '0.85' })])).toEqual(
      [],
    )
    expect(
      checkLoad([carrying], [bring(2300, { ...other, compartment: 2, specific_gravity: '0.85' })]),
    ).toEqual([])
    expect(
      checkLoad([carrying], [bring(100, { ...other, compartment: 2, not_beside: 'Diesel' })]),
    ).toMatchObject([{ index: 0, rule: 'not_beside', params: { other: 'Diesel' } }])
    // On the trailer, numbered after the truck's.
    const towed = { ...trailer, carried: [diesel] }
    expect(checkLoad([truck, towed], [bring(1, { ...other, compartment: 3 })])).toMatchObject([
      { rule: 'carried_over' },
    ])
    expect(checkLoad([carrying], [])).toEqual([])
  })

  test('the room of a tank is judged over all its loads, and reported once', () => {
    const to = (tanks: number[] | undefined, quantity: number, room: number | null | undefined = 1000) =>
      bring(quantity, { tanks, room, compartment: null })
    expect(checkLoad([], [to([1, 2], 600), to([2, 3], 600), to([2], 600)])).toEqual([
      { index: 1, rule: 'over_ullage', params: { limit: 1000, found: 1200 } },
    ])
    expect(checkLoad([], [to([1], 600), to([3], 600)])).toEqual([])
    expect(checkLoad([], [to(undefined, 600), to(undefined, 600)])).toEqual([])
    expect(checkLoad([], [to([1], 9999, null), bring(9999, { compartment: null })])).toEqual([])
    expect(checkLoad([], [to([1], 1000.0000001)])).toEqual([])
  })

  test('only tank limits and cleaning can be overruled with a right and a reason', () => {
    expect(OVERRULABLE.toSorted()).toEqual([
      ...['carried_over', 'needs_cleaning', 'no_tank_holds', 'out_of_order', 'over_ullage'],
    ])
  })

  test('a delivery is reported with loaded and delivered quantities; mixed products no longer matter', () => {
    const delivered = (quantity: number, more: object = {}) => ({ ...bring(quantity, more), loaded: 1000 })
    expect(
      checkDelivery([truck], [delivered(1000.0000001), delivered(1200, { compartment: 2, product_id: 3 })]),
    ).toEqual([{ index: 1, rule: 'over_plan', params: { limit: 1000, found: 1200 } }])
    expect(checkDelivery([truck], [delivered(900), delivered(900, { product_id: 2 })])).toEqual([])
    expect(checkDelivery([truck], [delivered(900, { compartment: 7 })])).toEqual([])
  })
})

describe('axles', () => {
  const known = {
    ...{ truck_name: 'T 7', payload: 0 },
    ...{ front_axle_limit: 7000, front_axle_empty: 4000, rear_axle_limit: 10_000, rear_axle_empty: 6000 },
    ...{ rear_share1: '20', rear_share2: '75.00' },
  }
  const axled = { ...truck, ...known }
  const water = (quantity: number, compartment: number) =>
    load({ quantity, compartment, specific_gravity: String(1 / 0.9991) })

  test('bear their share of each compartment plus their empty weight, each with its own limit', () => {
    expect(checkLoad([axled], [water(3750, 1), water(0, 2)])).toEqual([])
    expect(checkLoad([axled], [water(3700, 1), water(400, 2)])).toMatchObject([
      {
        index: 1,
        rule: 'over_front_axle',
        params: { limit: 7000, found: expect.closeTo(7060), vehicle: 'T 7' },
      },
    ])
    expect(checkLoad([axled], [water(3000, 2), water(2200, 2)])).toMatchObject([
      { index: 1, rule: 'over_compartment' },
    ])
    expect(checkLoad([{ ...axled, rear_axle_limit: 8000 }], [water(2000, 1), water(2200, 2)])).toMatchObject([
      { index: 1, rule: 'over_rear_axle', params: { limit: 8000, found: expect.closeTo(8050) } },
    ])
  })

  test('bear carried-over product too, and fall back from pounds to kilograms', () => {
    const left = { ...load({ specific_gravity: String(1 / 0.9991) }), liters: 400 }
    const carrying = { ...axled, carried: [null, left] }
    expect(checkLoad([carrying], [water(3700, 1)])).toMatchObject([{ index: 0, rule: 'over_front_axle' }])
    const inPounds = { front_axle_limit: 4536, imperial_front_axle_limit: '10000' }
    const [issue] = checkLoad([{ ...axled, ...inPounds }], [water(1000, 1)])
    expect(issue!.params.limit).toBe(4535.9237)
  })

  test('bear any weight without known limits; a missing share counts as 100 %', () => {
    const unknown = { ...known, front_axle_limit: null, rear_axle_limit: 0 }
    expect(checkLoad([{ ...truck, ...unknown }], [water(4000, 1), water(3000, 2)])).toEqual([])
    expect(checkLoad([{ ...axled, rear_share1: null }], [water(4000, 1)])).toMatchObject([
      { rule: 'over_front_axle', params: { found: expect.closeTo(8000) } },
    ])
  })

  test('are separate for the trailer, as is its weight limit', () => {
    const { num_of_compartments, compartment1 } = trailer
    const axledTrailer = { ...axled, num_of_compartments, compartment1 }
    expect(checkLoad([truck, axledTrailer], [water(6000, 3)]).map(({ rule }) => rule)).toEqual([
      'over_front_axle',
    ])
    expect(checkLoad([truck, { ...trailer, payload: 900 }], [water(1000, 3)])).toMatchObject([
      { rule: 'over_weight', params: { limit: 900 } },
    ])
    expect(checkLoad([{ ...truck, payload: 900 }, trailer], [water(1000, 3)])).toEqual([])
  })

  test('pass after every stop if they pass for a full round, for any positions of the compartments', () => {
    const share = fc.integer({ min: -50, max: 150 })
    const loads = fc.array(
      fc.record({ compartment: fc.constantFrom(1, 2), quantity: fc.integer({ min: 1, max: 2000 }) }),
      { minLength: 1, maxLength: 5 },
    )
    fc.assert(
      fc.property(loads, share, share, fc.integer({ min: 4000, max: 9000 }), (drawn, one, other, limit) => {
        const shares = { rear_share1: one, rear_share2: other, front_axle_limit: limit }
        const round = drawn.map(({ quantity, compartment }) => water(quantity, compartment))
        const issuesOf = (some: typeof round) =>
          checkLoad([{ ...axled, ...shares }], some).filter(({ rule }) => rule.endsWith('_axle'))
        if (issuesOf(round).length > 0) return
        for (const [index] of round.entries()) expect(issuesOf(round.slice(index + 1))).toEqual([])
      }),
    )
  })
})

describe('the unloading order', () => {
  const rear = { ...truck, truck_name: 'T 7', unloading_order: 'rear_first' }
  const front = { ...rear, unloading_order: 'front_first' }
  const at = (compartment: number, stop: number | null) => load({ compartment, stop })

  test('serves stops in the order in which compartments are emptied', () => {
    expect(checkLoad([rear], [at(2, 1), at(1, 2)])).toEqual([])
    expect(checkLoad([rear], [at(1, 1), at(2, 2)])).toEqual([
      { index: 1, rule: 'out_of_order', params: { limit: 1, other: '1', vehicle: 'T 7' } },
    ])
    expect(checkLoad([front], [at(1, 1), at(2, 2)])).toEqual([])
    expect(checkLoad([front], [at(2, 1), at(1, 2)])).toMatchObject([
      { index: 1, rule: 'out_of_order', params: { other: '2' } },
    ])
  })

  test('does not restrict a single stop, unknown stops, or another vehicle', () => {
    expect(checkLoad([rear], [at(1, 1), at(2, 1)])).toEqual([])
    expect(checkLoad([rear], [at(1, null), at(2, 2)])).toEqual([])
    expect(checkLoad([truck], [at(1, 1), at(2, 2)])).toEqual([])
    expect(checkLoad([rear, { ...trailer, unloading_order: 'rear_first' }], [at(2, 1), at(3, 2)])).toEqual([])
  })

  test('applies to all loads of a compartment', () => {
    expect(checkLoad([rear], [at(2, 1), at(2, 3), at(1, 2), at(1, 3)])).toMatchObject([
      { index: 1, rule: 'out_of_order' },
    ])
    expect(checkLoad([rear], [at(2, 1), at(2, 2), at(1, 2), at(1, 3)])).toEqual([])
  })
})
