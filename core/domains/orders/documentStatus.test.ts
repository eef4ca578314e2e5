import { describe, expect, test } from 'vitest'
import {
  conversionsOf,
  DOCUMENT_STATUS_IDS,
  DOCUMENT_TYPES,
  DOCUMENT_STATUS as IS,
  isFinished,
  isPayable,
  nextDocumentStatuses,
  statusAfterDelivery,
  statusAfterPayment,
} from './documentStatus.ts'

describe('what may follow', () => {
  test.each([
    ['quote', IS.new, [IS.draft, IS.quoted]],
    ['quote', IS.sent, [IS.accepted, IS.awarded, IS.rejected, IS.declined, IS.void]],
    ['quote', IS.accepted, []],
    ['sales_order', IS.new, [IS.draft, IS.waiting_for_shipment, IS.approved, IS.cancelled]],
    ['sales_order', IS.waiting_for_shipment, [IS.received, IS.open, IS.cancelled]],
    ['sales_order', IS.open, [IS.received, IS.closed]],
    ['purchase_order', IS.sent, [IS.accepted, IS.declined, IS.received, IS.cancelled]],
    ['invoice', IS.open, [IS.sent, IS.partially_billed, IS.billed, IS.paid, IS.write_off, IS.void]],
    ['invoice', IS.paid, [IS.closed]],
  ] as const)('a %s that is %i', (type, from, next) => {
    expect(nextDocumentStatuses(type, from)).toEqual(next)
  })

  test('nothing follows the end, nothing goes back to new, and nothing stays where it is', () => {
    for (const type of DOCUMENT_TYPES) {
      for (const id of DOCUMENT_STATUS_IDS) {
        const next = nextDocumentStatuses(type, id)
        expect(next).not.toContain(id)
        expect(next).not.toContain(IS.new)
        if (isFinished(id) && id !== IS.paid) expect(next).toEqual([])
      }
    }
  })

  test('a number that is no status is a mistake of ours', () => {
    expect(() => nextDocumentStatuses('quote', 19)).toThrow(RangeError)
  })
})

test('only an accepted quote and a delivered order become something else', () => {
  const found = DOCUMENT_TYPES.flatMap((type) =>
    DOCUMENT_STATUS_IDS.flatMap((id) => conversionsOf(type, id).map((to) => `${type} ${id} ${to}`)),
  )
  expect(found).toEqual([
    'quote 24 purchase_order',
    'quote 24 sales_order',
    'quote 27 purchase_order',
    'quote 27 sales_order',
    'sales_order 30 invoice',
  ])
})

test('a payment moves an invoice only where the table allows it', () => {
  for (const id of DOCUMENT_STATUS_IDS.filter((one) => isPayable('invoice', one))) {
    for (const isSettled of [true, false]) {
      const after = statusAfterPayment(id, isSettled)
      expect(after === id || nextDocumentStatuses('invoice', id).includes(after)).toBe(true)
    }
  }
  expect(isPayable('sales_order', IS.open)).toBe(false)
  expect(isPayable('invoice', IS.new)).toBe(false)
})

test('a delivery moves an order that waits, and no other', () => {
  expect(statusAfterDelivery(IS.waiting_for_shipment, true)).toBe(IS.received)
  expect(statusAfterDelivery(IS.waiting_for_shipment, false)).toBe(IS.open)
  expect(statusAfterDelivery(IS.open, false)).toBeNull()
  expect(statusAfterDelivery(IS.new, true)).toBeNull()
})
