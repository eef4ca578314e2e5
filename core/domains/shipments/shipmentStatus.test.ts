import { expect, test } from 'vitest'
import { nextStatuses, statusName } from '#core/resources/statuses/statuses.ts'
import { SHIPMENT_STATUS as IS, shipmentStatuses } from './shipmentStatus.ts'

const { values: SHIPMENT_STATUS_IDS, done: DONE_SHIPMENTS } = shipmentStatuses
const nextShipmentStatuses = (status_id: number) => nextStatuses(shipmentStatuses, { status_id })
const shipmentStatusOf = (id: number) => statusName(shipmentStatuses, id)

test.each([
  ['draft', ['in_route', 'cancelled']],
  ['in_route', ['delivered', 'draft', 'cancelled']],
  ['delivered', ['finalized', 'in_route']],
  ['finalized', []],
  ['cancelled', []],
] as const)('%s can become %j', (from, next) => {
  expect(nextShipmentStatuses(IS[from])).toEqual(next.map((name) => IS[name]))
})

test('a number that is not a status is a programming error', () => {
  expect(() => nextShipmentStatuses(6)).toThrow(RangeError)
})

test('every status has its number, and two of them are final', () => {
  expect(SHIPMENT_STATUS_IDS.map(shipmentStatusOf)).toEqual([
    'draft',
    'in_route',
    'delivered',
    'finalized',
    'cancelled',
  ])
  expect(DONE_SHIPMENTS.map(shipmentStatusOf)).toEqual(['finalized', 'cancelled'])
  expect(shipmentStatuses.final).toEqual(DONE_SHIPMENTS)
  expect(() => shipmentStatusOf(6)).toThrow('6')
})
