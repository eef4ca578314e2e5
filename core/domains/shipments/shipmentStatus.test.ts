import { expect, test } from 'vitest'
import {
  DONE_SHIPMENTS,
  SHIPMENT_STATUS as IS,
  nextShipmentStatuses,
  SHIPMENT_STATUS_IDS,
  shipmentStatusOf,
} from './shipmentStatus.ts'

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

test('every status has its number, and nothing is left to do for two of them', () => {
  expect(SHIPMENT_STATUS_IDS.map(shipmentStatusOf)).toEqual([
    'draft',
    'in_route',
    'delivered',
    'finalized',
    'cancelled',
  ])
  expect(DONE_SHIPMENTS.map(shipmentStatusOf)).toEqual(['finalized', 'cancelled'])
  expect(() => shipmentStatusOf(6)).toThrow('6')
})
