import { expect, test } from 'vitest'
import { mayCarry } from './mayCarry.ts'

const [diesel, kerosene, propane] = ['fuel_oil', 'jet_fuel', 'lpg'].map((product_group) => ({
  product_group,
}))
const all = [diesel!, kerosene!, propane!]

test('a truck for gas is not offered liquids, nor one for liquids gas; of a new one nothing is known', () => {
  expect(mayCarry([propane!], all)).toEqual([propane])
  expect(mayCarry([diesel!], all)).toEqual([diesel, kerosene])
  expect(mayCarry([], all)).toEqual(all)
  expect(mayCarry([diesel!, propane!], all)).toEqual(all)
})
