import { expect, test } from 'vitest'
import { liftable } from './liftable.ts'

const [diesel, kerosene, propane] = ['fuel_oil', 'jet_fuel', 'lpg'].map((product_group) => ({
  product_group,
}))
const all = [diesel!, kerosene!, propane!]

test('gas trucks are not offered liquids, nor liquid trucks gas; a new truck is offered both', () => {
  expect(liftable([propane!], ['any'], all)).toEqual([propane])
  expect(liftable([diesel!], ['any', 'any'], all)).toEqual([diesel, kerosene])
  expect(liftable([], ['any'], all)).toEqual(all)
  expect(liftable([diesel!, propane!], ['any'], all)).toEqual(all)
})

test('the class of a truck takes precedence over its past products', () => {
  expect(liftable([diesel!], ['lpg'], all)).toEqual([propane])
  expect(liftable([], ['def', 'fuel'], all)).toEqual([diesel, kerosene])
})
