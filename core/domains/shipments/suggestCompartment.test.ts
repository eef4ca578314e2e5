import { expect, test } from 'vitest'
import type { Vehicle } from './checkLoad.ts'
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
const DIESEL = 1
const GASOLINE = 2

test.each([
  ['the smallest empty one that takes it', [], 1500, 3],
  [
    'one with the same product and room',
    [{ product_id: DIESEL, compartment: 1, quantity_ordered: 2000 }],
    1500,
    1,
  ],
  [
    'an empty one beside another product',
    [{ product_id: GASOLINE, compartment: 3, quantity_ordered: 100 }],
    1500,
    2,
  ],
  [
    'an empty one when the shared one is full',
    [{ product_id: DIESEL, compartment: 2, quantity_ordered: 2000 }],
    1500,
    3,
  ],
  ['nothing that is too small', [], 4501, null],
])('suggests %s', (_, loads, quantity, expected) => {
  expect(suggestCompartment([truck], loads, DIESEL, quantity)).toBe(expected)
})

test('suggests nothing without a vehicle', () => {
  expect(suggestCompartment([], [], DIESEL, 1)).toBeNull()
})

test('suggests what is filled to the brim by it, the first of two alike, and none that holds two products', () => {
  expect(suggestCompartment([truck], [], DIESEL, 2000)).toBe(3)
  expect(suggestCompartment([truck], [], DIESEL, 4500)).toBe(1)
  const alike = { ...truck, compartment1: 2000, compartment2: 2000, compartment3: 2000 }
  expect(suggestCompartment([alike], [], DIESEL, 100)).toBe(1)
  const mixed = [
    { product_id: DIESEL, compartment: 3, quantity_ordered: 10 },
    { product_id: GASOLINE, compartment: 3, quantity_ordered: 'x' },
  ]
  expect(suggestCompartment([truck], mixed, DIESEL, 100)).toBe(2)
  expect(
    suggestCompartment(
      [truck],
      [{ product_id: DIESEL, compartment: 3, quantity_ordered: 'x' }],
      DIESEL,
      2000,
    ),
  ).toBe(3)
})

test('goes where its own grade was left, and never on another', () => {
  const left = (grade: string) => ({ product_id: 9, grade, liters: 300, specific_gravity: 1 })
  const carrying = { ...truck, carried: [left('Diesel'), null, left('Gasoline')] }
  expect(suggestCompartment([carrying], [], 'diesel', 1500)).toBe(1)
  expect(suggestCompartment([carrying], [], 'kerosene', 1500)).toBe(2)
  expect(suggestCompartment([carrying], [], 'kerosene', 3500)).toBeNull()
})
