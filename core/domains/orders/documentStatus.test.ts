import { describe, expect, test } from 'vitest'
import {
  conversionsOf,
  DOCUMENT_STATUS_IDS,
  DOCUMENT_TYPES,
  DOCUMENT_STATUS as IS,
  isApprovedBy,
  isFinished,
  isPayable,
  nextDocumentStatuses,
  statusAfterPayment,
  statusAfterReversal,
} from './documentStatus.ts'

describe('what may follow', () => {
  test.each([
    ['quote', IS.new, [IS.quoted, IS.draft]],
    ['quote', IS.sent, [IS.accepted, IS.awarded, IS.rejected, IS.declined, IS.void]],
    ['quote', IS.accepted, []],
    ['sales_order', IS.new, [IS.approved, IS.waiting_for_shipment, IS.draft, IS.cancelled]],
    ['sales_order', IS.waiting_for_shipment, [IS.received, IS.cancelled]],
    ['sales_order', IS.open, [IS.received, IS.closed]],
    ['purchase_order', IS.sent, [IS.accepted, IS.declined, IS.received, IS.cancelled]],
    ['invoice', IS.open, [IS.sent, IS.write_off, IS.void]],
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

test('only an accepted quote and an order of which something was delivered become something else', () => {
  const found = DOCUMENT_TYPES.flatMap((type) =>
    DOCUMENT_STATUS_IDS.flatMap((id) => conversionsOf(type, id).map((to) => `${type} ${id} ${to}`)),
  )
  expect(found).toEqual([
    'quote 24 purchase_order',
    'quote 24 sales_order',
    'quote 27 purchase_order',
    'quote 27 sales_order',
    'sales_order 30 invoice',
    'sales_order 32 invoice',
  ])
})

test('no person makes an invoice paid, billed or partially billed, or an order open or invoiced (fault 5)', () => {
  const steps = DOCUMENT_STATUS_IDS.flatMap((id) => nextDocumentStatuses('invoice', id))
  for (const status of [IS.paid, IS.billed, IS.partially_billed]) expect(steps).not.toContain(status)
  const ofOrders = DOCUMENT_STATUS_IDS.flatMap((id) => nextDocumentStatuses('sales_order', id))
  for (const status of [IS.open, IS.invoiced]) expect(ofOrders).not.toContain(status)
})

test('a payment makes an invoice that is out partially billed or paid', () => {
  for (const id of DOCUMENT_STATUS_IDS.filter((one) => isPayable('invoice', one))) {
    expect(statusAfterPayment(id, true)).toBe(IS.paid)
    expect(statusAfterPayment(id, false)).toBe(id === IS.billed ? IS.billed : IS.partially_billed)
  }
  expect(isPayable('sales_order', IS.open)).toBe(false)
  expect(isPayable('invoice', IS.new)).toBe(false)
})

test('a payment that is taken back makes of an invoice what it was before', () => {
  expect(statusAfterReversal(IS.paid, false, IS.sent)).toBe(IS.sent)
  expect(statusAfterReversal(IS.closed, false, null)).toBe(IS.open)
  expect(statusAfterReversal(IS.paid, true, IS.sent)).toBe(IS.partially_billed)
  expect(statusAfterReversal(IS.write_off, false, IS.sent)).toBe(IS.write_off)
})

test('an order that is released is approved, whatever came of it', () => {
  expect(isApprovedBy('sales_order', IS.waiting_for_shipment)).toBe(true)
  expect(isApprovedBy('sales_order', IS.new)).toBe(false)
  expect(isApprovedBy('invoice', IS.sent)).toBe(false)
})
