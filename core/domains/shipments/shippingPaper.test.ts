import { expect, test } from 'vitest'
import { isDangerous, missingOnPaper, paperLine } from './shippingPaper.ts'

const diesel = {
  ...{ un_number: 'NA1993', proper_shipping_name: 'Diesel fuel', hazard_class: '3', packing_group: 'III' },
}
const none = { un_number: null, proper_shipping_name: null, hazard_class: null, packing_group: null }

test('the paper lists dangerous goods in the order of the rule', () => {
  expect(paperLine(diesel)).toBe('NA1993, Diesel fuel, 3, PG III')
  expect(isDangerous(none)).toBe(false)
})

test.each([
  [diesel, []],
  [none, []],
  [{ ...diesel, packing_group: null }, ['packing_group']],
  [{ ...none, hazard_class: '3' }, ['un_number', 'proper_shipping_name', 'packing_group']],
  [{ ...diesel, hazard_class: '2.1', packing_group: null }, []],
] as const)('the paper of %j lacks %j', (product, fields) => {
  expect(missingOnPaper(product)).toEqual(fields)
})
