import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkLoad, type Load, type Vehicle } from '#core/domains/shipments/checkLoad.ts'
import {
  asLoads,
  type ProposedLoading,
  proposeLoading,
  type Solve,
} from '#core/domains/shipments/loading/proposeLoading.ts'
import { solveLoading } from './solveLoading.ts'

/** Specific gravity at which a litre weighs a kilogram, so that weight limits are whole litres. */
const GRAVITY_OF_ONE_KG_PER_LITRE = String(1 / 0.9991)

const vehicleOf = (
  capacities: readonly number[],
  payload = 0,
  last: Vehicle['last_products'] = [],
): Vehicle => ({
  num_of_compartments: capacities.length,
  payload,
  max_weight: 0,
  compartment1: capacities[0] ?? 0,
  compartment2: capacities[1] ?? 0,
  compartment3: capacities[2] ?? 0,
  compartment4: capacities[3] ?? 0,
  compartment5: capacities[4] ?? 0,
  last_products: last,
})
const loadOf = (grade: string, quantity: number, more: Partial<Load> = {}): Load => ({
  product_id: 1,
  grade,
  quantity,
  compartment: null,
  specific_gravity: GRAVITY_OF_ONE_KG_PER_LITRE,
  ...more,
})

async function proposed(vehicles: Vehicle[], loads: Load[], step = 1): Promise<ProposedLoading> {
  const found = await solveLoading({ vehicles, loads, step })
  expect(found).not.toBeNull()
  expect(checkLoad(vehicles, asLoads(loads, found!.pieces))).toEqual([])
  for (const [index, { quantity }] of loads.entries()) {
    const aboard = sum(found!.pieces.filter((piece) => piece.index === index))
    const left = sum(found!.behind.filter((item) => item.index === index))
    expect(aboard + left).toBeCloseTo(quantity, 3)
  }
  return found!
}
const sum = (all: readonly { quantity: number }[]) =>
  all.reduce((litres, { quantity }) => litres + quantity, 0)

describe('the loading of a round', () => {
  test('puts loads of one grade together, and splits one that fits no single compartment', async () => {
    const { pieces, behind } = await proposed(
      [vehicleOf([4000, 3000, 2000])],
      [loadOf('Diesel', 5000), loadOf('Gasoline', 1500), loadOf('Diesel', 1900)],
    )
    expect(behind).toEqual([])
    expect(pieces.filter(({ index }) => index === 1)).toEqual([{ index: 1, compartment: 3, quantity: 1500 }])
    expect(pieces).toHaveLength(4)
  })

  test('loads nothing onto another grade carried over, and counts its weight', async () => {
    const left = { ...loadOf('Diesel', 0), liters: 1000 }
    const carrying = { ...vehicleOf([4000, 3000], 5000), carried: [left, null] }
    const gasoline = await proposed([carrying], [loadOf('Gasoline', 3500)])
    expect(gasoline.pieces).toEqual([{ index: 0, compartment: 2, quantity: 3000 }])
    expect(gasoline.limits.map(({ rule }) => rule)).toContain('carried_over')
    const diesel = await proposed([carrying], [loadOf('Diesel', 4500)])
    expect(diesel.behind).toEqual([])
    const heavy = await proposed([{ ...carrying, payload: 3500 }], [loadOf('Gasoline', 3000)])
    expect(sum(heavy.pieces)).toBeCloseTo(2500, 0)
    expect(heavy.limits.map(({ rule }) => rule)).toContain('over_weight')
  })

  test('leaves the expansion room of a product empty', async () => {
    const gas = { expansion_room: '20' }
    const { pieces, behind } = await proposed(
      [vehicleOf([4000, 1000])],
      [loadOf('Propane', 3600, gas), loadOf('Propane', 600, gas)],
    )
    expect(sum(pieces)).toBeCloseTo(4000)
    expect(sum(behind)).toBeCloseTo(200)
  })

  test('leaves a load in the compartment that a person chose', async () => {
    const { pieces } = await proposed(
      [vehicleOf([4000, 4000])],
      [loadOf('Diesel', 1000, { compartment: 2 }), loadOf('Gasoline', 1000)],
    )
    expect(pieces).toEqual([
      { index: 0, compartment: 2, quantity: 1000 },
      { index: 1, compartment: 1, quantity: 1000 },
    ])
  })

  test('leaves a load whole that was aboard, although a lighter one would bring more litres', async () => {
    const light = String(0.7 / 0.9991)
    const { pieces, behind, limits } = await proposed(
      [vehicleOf([4000, 4000], 5000)],
      [
        loadOf('Diesel', 3000, { compartment: 1, isAboard: true }),
        loadOf('Gasoline', 4000, { specific_gravity: light }),
      ],
    )
    expect(pieces[0]).toEqual({ index: 0, compartment: 1, quantity: 3000 })
    expect(behind).toEqual([{ index: 1, quantity: expect.closeTo(4000 - 2000 / 0.7, 0) }])
    expect(limits.map(({ rule }) => rule)).toEqual(['over_weight'])
  })

  test('loads as much as possible if the loads in compartments do not fit by themselves', async () => {
    const { pieces } = await proposed(
      [vehicleOf([4000, 4000], 5000)],
      [
        loadOf('Diesel', 4000, { compartment: 1, isAboard: true }),
        loadOf('Gasoline', 3000, { compartment: 2, isAboard: true }),
      ],
    )
    expect(sum(pieces)).toBeCloseTo(5000, 0)
  })

  test('a split load fits its compartments as stored, to a thousandth of a gallon', async () => {
    const gallon = 3.785411784
    const vehicles = [vehicleOf([12_000, 12_000, 12_000])]
    const load = loadOf('Diesel', 7034 * gallon)
    const { pieces, behind } = await proposed(vehicles, [load], gallon)
    expect(behind).toEqual([])
    const parts = pieces.slice(0, -1).map(({ quantity }) => Number((quantity / gallon).toFixed(3)))
    const stored = [...parts, 7034 - parts.reduce((one, other) => one + other, 0)]
    const asStored = pieces.map((piece, index) => ({ ...piece, quantity: stored[index]! * gallon }))
    expect(checkLoad(vehicles, asLoads([load], asStored))).toEqual([])
  })

  test('splits into whole units, the last piece taking the remainder', async () => {
    const gallon = 3.785411784
    const { pieces } = await proposed(
      [vehicleOf([1000 * gallon, 1000 * gallon])],
      [loadOf('Diesel', 1500.5 * gallon)],
      gallon,
    )
    const gallons = pieces.map(({ quantity }) => quantity / gallon).toSorted((one, other) => other - one)
    expect(gallons[0]! % 1 === 0 || Math.abs(gallons[0]! - Math.round(gallons[0]!)) < 1e-9).toBe(true)
    expect(gallons[0]! + gallons[1]!).toBeCloseTo(1500.5, 9)
  })
})

describe('if not everything fits, the binding limit is named', () => {
  test('weight, and the load whose removal makes the others fit', async () => {
    const { behind, limits, without } = await proposed(
      [vehicleOf([4000, 4000], 5000)],
      [loadOf('Diesel', 2000), loadOf('Gasoline', 3000), loadOf('Diesel', 1200)],
    )
    expect(sum(behind)).toBeCloseTo(1200)
    expect(limits).toEqual([{ rule: 'over_weight', gain: expect.closeTo(1200) }])
    expect(without).toBe(2)
  })

  test('too few compartments for the grades', async () => {
    const { behind, limits, without } = await proposed(
      [vehicleOf([4000, 4000])],
      [loadOf('Diesel', 900), loadOf('Gasoline', 800), loadOf('Kerosene', 700)],
    )
    expect(sum(behind)).toBeCloseTo(700)
    expect(limits).toEqual([{ rule: 'two_products', gain: expect.closeTo(700) }])
    expect(without).toBe(2)
  })

  test('the last product of a compartment', async () => {
    const dirty = { product_id: 9, grade: 'Acid', not_followed_by: 'Diesel' }
    const { behind, limits } = await proposed([vehicleOf([4000], 0, [dirty])], [loadOf('Diesel', 900)])
    expect(sum(behind)).toBe(900)
    expect(limits).toEqual([{ rule: 'needs_cleaning', gain: expect.closeTo(900) }])
  })

  test('every one, if lifting any of them would help', async () => {
    const dirty = { product_id: 9, grade: 'Acid', not_followed_by: 'Diesel' }
    const { behind, limits, together } = await proposed(
      [vehicleOf([4000, 500], 0, [dirty])],
      [loadOf('Diesel', 900)],
    )
    expect(sum(behind)).toBe(400)
    expect(limits.map(({ rule }) => rule).toSorted()).toEqual(['needs_cleaning', 'over_compartment'])
    expect(together).toEqual([])
  })

  test('limits that bind only together', async () => {
    const tank = { tanks: [7], room: 1000 }
    const { limits, together } = await proposed([vehicleOf([1000])], [loadOf('Diesel', 1500, tank)])
    expect(limits).toEqual([])
    expect(together.toSorted()).toEqual(['over_compartment', 'over_ullage'])
  })

  test('an axle at its limit, though the vehicle could carry more', async () => {
    const truck = {
      ...vehicleOf([4000, 4000]),
      ...{ rear_axle_limit: 9000, rear_axle_empty: 6000, rear_share1: '25', rear_share2: '75' },
    }
    const { pieces, behind, limits } = await proposed(
      [truck],
      [loadOf('Diesel', 4000), loadOf('Gasoline', 4000)],
    )
    expect(limits).toEqual([{ rule: 'over_rear_axle', gain: expect.closeTo(4000 / 3, 1) }])
    expect(sum(behind)).toBeCloseTo(4000 / 3, -1)
    // 25 % of 4000 kg in front leaves 2000 kg for the rear axles, 75 % of the load behind.
    expect(sum(pieces)).toBeCloseTo(4000 + 2000 / 0.75, -1)
  })

  test('the unloading order of a vehicle', async () => {
    const truck = { ...vehicleOf([2000, 1000]), unloading_order: 'rear_first' }
    const loads = [loadOf('Diesel', 900, { stop: 2 }), loadOf('Gasoline', 1800, { stop: 1 })]
    const { behind, limits } = await proposed([truck], loads)
    expect(sum(behind)).toBeCloseTo(800)
    expect(limits).toContainEqual({ rule: 'out_of_order', gain: expect.closeTo(800) })
    expect(limits.map(({ rule }) => rule)).not.toContain('over_ullage')
    const other = await proposed([{ ...truck, unloading_order: 'front_first' }], loads)
    expect(other.behind).toEqual([])
  })

  test('products that must not be next to each other', async () => {
    const { limits } = await proposed(
      [vehicleOf([4000, 4000])],
      [loadOf('Acid', 900, { not_beside: 'Chlorine' }), loadOf('Chlorine', 800)],
    )
    expect(limits).toEqual([{ rule: 'not_beside', gain: expect.closeTo(800) }])
  })

  test('a missing compartment to which a person fixed a load', async () => {
    const { pieces, behind, limits } = await proposed(
      [vehicleOf([4000])],
      [loadOf('Diesel', 500, { compartment: 3 }), loadOf('Diesel', 700)],
    )
    expect([pieces, behind]).toEqual([
      [{ index: 1, compartment: 1, quantity: 700 }],
      [{ index: 0, quantity: 500 }],
    ])
    expect(limits).toEqual([{ rule: 'compartment_missing', gain: 500 }])
  })

  test('the refusal of the rest, if the solver finds no solution with lifted limits in time', () => {
    const dirty = { product_id: 9, grade: 'Acid', not_followed_by: 'Diesel' }
    const vehicles = [vehicleOf([4000, 500], 0, [dirty])]
    const quick: Solve = (_, effort) =>
      effort === 'best'
        ? new Map([
            ['x0_2', 500],
            ['a0', 500],
          ])
        : null
    const found = proposeLoading({ vehicles, loads: [loadOf('Diesel', 900)], step: 1 }, quick)
    expect(found).toMatchObject({
      behind: [{ index: 0, quantity: 400 }],
      limits: [{ rule: 'needs_cleaning', gain: 400 }],
    })
  })

  test('the room of a tank that two loads share', async () => {
    const tank = { tanks: [7], room: 1000 }
    const { behind, limits } = await proposed(
      [vehicleOf([4000])],
      [loadOf('Diesel', 800, tank), loadOf('Diesel', 700, tank)],
    )
    expect(sum(behind)).toBeCloseTo(500)
    expect(limits).toEqual([{ rule: 'over_ullage', gain: expect.closeTo(500) }])
  })
})

/** The maximum that can be on board: tries every distribution of whole litres to compartments with the rules themselves. */
function bestByBruteForce(vehicles: Vehicle[], loads: Load[]): number {
  const places = vehicles.reduce((all, { num_of_compartments }) => all + num_of_compartments, 0)
  const ways = loads.map(({ quantity }) => waysToDeal(quantity, places))
  let most = 0
  const deal = (index: number, dealt: Load[]) => {
    if (index === loads.length) {
      const litres = sum(dealt)
      if (litres > most && checkLoad(vehicles, dealt).length === 0) most = litres
      return
    }
    for (const way of ways[index]!) {
      const pieces = way.flatMap((quantity, at) =>
        quantity > 0 ? [{ ...loads[index]!, compartment: at + 1, quantity }] : [],
      )
      deal(index + 1, [...dealt, ...pieces])
    }
  }
  deal(0, [])
  return most
}

function waysToDeal(quantity: number, places: number): number[][] {
  if (places === 0) return [[]]
  return Array.from({ length: quantity + 1 }, (_, first) =>
    waysToDeal(quantity - first, places - 1).map((rest) => [first, ...rest]),
  ).flat()
}

const grade = fc.constantFrom('Diesel', 'Gasoline', 'Acid')
const someLoad = fc
  .record({
    grade,
    quantity: fc.integer({ min: 1, max: 3 }),
    tank: fc.integer({ min: 1, max: 2 }),
    stop: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ grade: of, quantity, tank, stop }) =>
    loadOf(of, quantity, {
      stop,
      tanks: [tank],
      // All loads of a tank share one room.
      room: tank === 1 ? 2 : null,
      not_beside: of === 'Acid' ? 'Gasoline' : '',
      // Half of an even compartment is still whole litres.
      expansion_room: of === 'Gasoline' ? 50 : null,
    }),
  )
const someVehicle = fc
  .record({
    capacities: fc.array(fc.constantFrom(2, 4), { minLength: 1, maxLength: 2 }),
    payload: fc.integer({ min: 0, max: 5 }),
    isDirty: fc.boolean(),
    unloading_order: fc.constantFrom('any', 'rear_first', 'front_first'),
    // With these shares, the best litres are whole numbers.
    shares: fc.constantFrom([0, 100], [100, 0], [50, 50], null),
    axles: fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 })),
  })
  .map(({ capacities, payload, isDirty, unloading_order, shares, axles: [front, rear] }) => ({
    ...vehicleOf(capacities, payload, [
      isDirty ? { product_id: 9, grade: 'Acid', not_followed_by: 'Diesel' } : null,
    ]),
    unloading_order,
    ...(shares && {
      ...{ front_axle_limit: front && 5 + front, front_axle_empty: 5 },
      ...{ rear_axle_limit: rear && 7 + rear, rear_axle_empty: 7 },
      ...{ rear_share1: shares[0]!, rear_share2: shares[1]! },
    }),
  }))

test('the solver loads as much as brute force finds', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(someVehicle, { minLength: 1, maxLength: 2 }),
      fc.array(someLoad, { minLength: 1, maxLength: 3 }),
      async (vehicles, loads) => {
        const { pieces, behind, limits, together } = await proposed(vehicles, loads, 0.01)
        expect(behind.length === 0).toBe(limits.length + together.length === 0)
        expect(Math.abs(sum(pieces) - bestByBruteForce(vehicles, loads))).toBeLessThan(0.05)
      },
    ),
    { numRuns: 150 },
  )
})

test("a round on which the solver's presolve fails is still loaded, and its limits are named", async () => {
  const truck = {
    ...vehicleOf([2439, 3363], 9434),
    ...{ front_axle_limit: null, front_axle_empty: 5199, rear_axle_limit: 10_804, rear_axle_empty: 4342 },
    ...{ rear_share1: 20.93, rear_share2: 44.49 },
  }
  const tank = { tanks: [1], room: 4000 }
  const { limits } = await proposed(
    [truck],
    [
      loadOf('Gasoline', 1846.495, { ...tank, specific_gravity: 0.745, stop: 2 }),
      loadOf('Acid', 3498, {
        ...{ ...tank, specific_gravity: 1.1, not_beside: 'Gasoline', expansion_room: 9, stop: 2 },
      }),
      loadOf('Kerosene', 453.341, { ...tank, specific_gravity: 0.81, stop: 3 }),
      loadOf('Diesel', 3375.872, { specific_gravity: 0.85, expansion_room: 3, stop: 4 }),
    ],
    3.785411784,
  )
  expect(limits.map(({ rule }) => rule)).toEqual(['over_compartment', 'two_products'])
})
