import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkLoad, type Load, type Vehicle } from '../checkLoad.ts'
import { suggestCompartment } from './suggestCompartment.ts'

const truck: Vehicle = {
  num_of_compartments: 3,
  payload: 0,
  max_weight: 0,
  compartment1: 4500,
  compartment2: 3000,
  compartment3: 2000,
  compartment4: 0,
  compartment5: 0,
}
const load = (product_id: number, quantity: number, compartment: number | null = null): Load => ({
  ...{ product_id, quantity, compartment },
  specific_gravity: '0.85',
})
const DIESEL = 1
const GASOLINE = 2

test.each([
  ['the smallest empty one that takes it', [], 1500, 3],
  ['one with the same product and room', [load(DIESEL, 2000, 1)], 1500, 1],
  ['an empty one next to another product', [load(GASOLINE, 100, 3)], 1500, 2],
  ['an empty one when the shared one is full', [load(DIESEL, 2000, 2)], 1500, 3],
  ['one that it fills to the brim', [], 2000, 3],
  ['the largest if it needs all of it', [], 4500, 1],
  ['none that holds two products', [load(DIESEL, 10, 3), load(GASOLINE, 10, 3)], 100, 2],
  ['nothing that is too small', [], 4501, null],
])('suggests %s', (_, loads, quantity, expected) => {
  expect(suggestCompartment([truck], loads, load(DIESEL, quantity))).toBe(expected)
})

test('suggests nothing without a vehicle, and the first of two identical ones', () => {
  expect(suggestCompartment([], [], load(DIESEL, 1))).toBeNull()
  const alike = { ...truck, compartment1: 2000, compartment2: 2000, compartment3: 2000 }
  expect(suggestCompartment([alike], [], load(DIESEL, 100))).toBe(1)
})

test('is placed on a carried-over load of its grade, and never on another one', () => {
  const left = (grade: string) => ({ product_id: 9, grade, liters: 300, specific_gravity: 1 })
  const carrying = { ...truck, carried: [left('Diesel'), null, left('Gasoline')] }
  const of = (grade: string, quantity: number) => ({ ...load(DIESEL, quantity), grade })
  expect(suggestCompartment([carrying], [], of('diesel', 1500))).toBe(1)
  expect(suggestCompartment([carrying], [], of('kerosene', 1500))).toBe(2)
  expect(suggestCompartment([carrying], [], of('kerosene', 3500))).toBeNull()
})

test('leaves expansion room, and respects axle limits and unloading order', () => {
  expect(suggestCompartment([truck], [], { ...load(DIESEL, 1900), expansion_room: '10' })).toBe(2)
  const axles = {
    rear_axle_limit: 5000,
    rear_axle_empty: 4000,
    rear_share1: 0,
    rear_share2: 50,
    rear_share3: 100,
  }
  expect(suggestCompartment([{ ...truck, ...axles }], [], load(DIESEL, 1500))).toBe(2)
  const ordered = { ...truck, unloading_order: 'rear_first' }
  const aboard = [{ ...load(GASOLINE, 500, 2), stop: 1 }]
  expect(suggestCompartment([ordered], aboard, { ...load(DIESEL, 500), stop: 2 })).toBe(1)
  expect(suggestCompartment([ordered], aboard, { ...load(DIESEL, 500), stop: 1 })).toBe(3)
})

test('never suggests a compartment that breaks a rule', () => {
  const grades = ['Diesel', 'Gasoline', 'Acid']
  const some = fc.record({
    grade: fc.constantFrom(...grades),
    quantity: fc.integer({ min: 1, max: 3000 }),
    stop: fc.integer({ min: 1, max: 3 }),
    expansion_room: fc.constantFrom(null, '12.5'),
    not_beside: fc.constantFrom('', 'Acid'),
  })
  const carried = fc.constantFrom(
    null,
    ...grades.map((grade) => ({ ...load(DIESEL, 0), grade, liters: 200 })),
  )
  fc.assert(
    fc.property(
      fc.array(some, { maxLength: 8 }),
      fc.record({
        payload: fc.constantFrom(0, 4000),
        unloading_order: fc.constantFrom('any', 'rear_first', 'front_first'),
        front_axle_limit: fc.constantFrom(0, 6000, 7000),
        front_axle_empty: fc.constant(4000),
        rear_share1: fc.integer({ min: -20, max: 60 }),
        rear_share2: fc.integer({ min: 20, max: 80 }),
        rear_share3: fc.integer({ min: 60, max: 120 }),
        carried: fc.array(carried, { minLength: 3, maxLength: 3 }),
      }),
      (drawn, more) => {
        const vehicles = [{ ...truck, ...more }]
        const aboard: Load[] = []
        for (const item of drawn) {
          const expected = { ...load(DIESEL, item.quantity), ...item }
          const compartment = suggestCompartment(vehicles, aboard, expected)
          if (compartment !== null) aboard.push({ ...expected, compartment })
        }
        expect(checkLoad(vehicles, aboard)).toEqual([])
      },
    ),
  )
})
