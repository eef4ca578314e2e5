import { expect, test } from 'vitest'
import { liftable } from './liftable.ts'

const [diesel, kerosene, propane] = ['fuel_oil', 'jet_fuel', 'lpg'].map((product_group) => ({
  product_group,
}))
const all = [diesel!, kerosene!, propane!]

test('a truck for gas is not offered liquids, nor one for liquids gas; of a new one nothing is known', () => {
  expect(liftable([propane!], ['any'], all)).toEqual([propane])
  expect(liftable([diesel!], ['any', 'any'], all)).toEqual([diesel, kerosene])
  expect(liftable([], ['any'], all)).toEqual(all)
  expect(liftable([diesel!, propane!], ['any'], all)).toEqual(all)
})

test('what a truck is built for decides before what it carried', () => {
  expect(liftable([diesel!], ['lpg'], all)).toEqual([propane])
  expect(liftable([], ['def', 'fuel'], all)).toEqual([diesel, kerosene])
})
