import { expect, test } from 'vitest'
import { SHIPMENT_STATUS as IS, nextShipmentStatuses } from './shipmentStatus.ts'

test.each([
  ['draft', ['in_route', 'cancelled']],
  ['in_route', ['delivered', 'draft', 'cancelled']],
  ['delivered', ['finalized', 'in_route']],
  ['finalized', []],
  ['cancelled', []],
] as const)('%s can become %j', (from, next) => {
  expect(nextShipmentStatuses(IS[from])).toEqual(next.map((name) => IS[name]))
})

test('a number that is no status is a mistake of ours', () => {
  expect(() => nextShipmentStatuses(6)).toThrow(RangeError)
})
