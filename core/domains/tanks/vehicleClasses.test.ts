import { describe, expect, test } from 'vitest'
import { classOf, fillable, mayCarry } from './vehicleClasses.ts'

const propane = { product_group: 'lpg' }
const diesel = { product_group: 'fuel_oil' }
const def = { product_group: 'none', vehicle_class: 'def' }
const unknown = { product_group: 'none' }

test('a product without a class has the class of its group', () => {
  expect([propane, diesel, def, unknown].map(classOf)).toEqual(['lpg', 'fuel', 'def', null])
  expect(classOf({ product_group: 'lubricant', vehicle_class: 'chemical' })).toBe('chemical')
})

describe('a compartment', () => {
  test('carries only products of its class', () => {
    expect(mayCarry('lpg', propane)).toBe(true)
    expect(mayCarry('fuel', diesel)).toBe(true)
    for (const [one, product] of [
      ['fuel', propane],
      ['lpg', diesel],
      ['fuel', def],
      ['def', diesel],
    ] as const)
      expect(mayCarry(one, product)).toBe(false)
  })
  test('carries all products if its class is any', () => {
    for (const product of [propane, diesel, def, unknown]) expect(mayCarry('any', product)).toBe(true)
  })
  test('takes a product without a class, unless it is under pressure', () => {
    expect(mayCarry('fuel', unknown)).toBe(true)
    expect(mayCarry('lpg', unknown)).toBe(false)
  })
})

test('liquefied gas fills 85 % of a compartment, unless its product overrides it', () => {
  expect(fillable(propane)).toBe(0.85)
  expect(fillable({ ...propane, expansion_room: '20.00' })).toBe(0.8)
  expect(fillable(diesel)).toBe(1)
  expect(fillable({ ...diesel, expansion_room: 3 })).toBe(0.97)
})
