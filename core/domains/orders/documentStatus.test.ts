import { describe, expect, test } from 'vitest'
import { isDone, isFinal, nextStatuses, phaseOf, statusName } from '#core/resources/statuses/statuses.ts'
import {
  conversionsOf,
  DOCUMENT_TYPES,
  type DocumentStatus,
  type DocumentType,
  documentStatuses,
  DOCUMENT_STATUS as IS,
  isApprovedBy,
  isFulfilled,
  isPayable,
  statusAfterPayment,
  statusAfterReversal,
} from './documentStatus.ts'

const { values: DOCUMENT_STATUS_IDS } = documentStatuses
const nextDocumentStatuses = (document_type: DocumentType, status_id: number) =>
  nextStatuses(documentStatuses, { document_type, status_id })
const documentStatusOf = (id: number) => statusName(documentStatuses, id)
const isFinished = (id: number) => isFinal(documentStatuses, id)

describe('steps', () => {
  test.each([
    ['quote', IS.new, [IS.quoted, IS.draft]],
    ['quote', IS.sent, [IS.accepted, IS.awarded, IS.rejected, IS.declined, IS.void]],
    ['quote', IS.accepted, []],
    ['sales_order', IS.new, [IS.waiting_for_shipment, IS.approved, IS.draft, IS.cancelled]],
    ['sales_order', IS.waiting_for_shipment, [IS.received, IS.cancelled]],
    ['sales_order', IS.open, [IS.received, IS.closed]],
    ['purchase_order', IS.sent, [IS.accepted, IS.declined, IS.received, IS.cancelled]],
    ['invoice', IS.open, [IS.sent, IS.billed, IS.write_off, IS.void]],
    ['invoice', IS.paid, [IS.closed]],
  ] as const)('a %s that is %i', (type, from, next) => {
    expect(nextDocumentStatuses(type, from)).toEqual(next)
  })

  test('final statuses have no steps, no step leads to new, and none stays in place', () => {
    for (const type of DOCUMENT_TYPES) {
      for (const id of DOCUMENT_STATUS_IDS) {
        const next = nextDocumentStatuses(type, id)
        expect(next).not.toContain(id)
        expect(next).not.toContain(IS.new)
        if (isFinished(id) && id !== IS.paid) expect(next).toEqual([])
      }
    }
  })

  test('a number that is not a status is a programming error', () => {
    expect(() => nextDocumentStatuses('quote', 19)).toThrow(RangeError)
    expect(() => nextDocumentStatuses('quote', 19)).toThrow('19')
  })

  /** All steps of users, the main one first. Statuses not listed have none. */
  const STEPS: Record<DocumentType, Partial<Record<DocumentStatus, string>>> = {
    quote: {
      new: 'quoted draft',
      draft: 'quoted void',
      quoted: 'sent accepted rejected void',
      sent: 'accepted awarded rejected declined void',
    },
    sales_order: {
      new: 'waiting_for_shipment approved draft cancelled',
      draft: 'waiting_for_shipment approved cancelled',
      approved: 'waiting_for_shipment cancelled',
      waiting_for_shipment: 'received cancelled',
      open: 'received closed',
      invoiced: 'closed',
    },
    purchase_order: {
      new: 'approved draft',
      draft: 'approved cancelled',
      approved: 'sent cancelled',
      sent: 'accepted declined received cancelled',
      accepted: 'received cancelled',
      received: 'closed',
    },
    invoice: {
      new: 'open draft',
      draft: 'open void',
      open: 'sent billed write_off void',
      sent: 'billed write_off',
      partially_billed: 'write_off',
      billed: 'write_off',
      paid: 'closed',
    },
    credit_note: { open: 'sent', paid: 'closed' },
  }

  test.each(DOCUMENT_TYPES)('every step of a %s, and no other', (type) => {
    const found = namesWhere((id) => nextDocumentStatuses(type, id).length > 0).map((name) => [
      name,
      nextDocumentStatuses(type, IS[name]).map(documentStatusOf).join(' '),
    ])
    expect(Object.fromEntries(found)).toEqual(STEPS[type])
  })
})

/** The names of the statuses for which a condition holds. */
function namesWhere(holds: (id: number) => boolean): DocumentStatus[] {
  return DOCUMENT_STATUS_IDS.filter(holds).map(documentStatusOf)
}

test('every status has its number, and no number is missing', () => {
  expect([...DOCUMENT_STATUS_IDS]).toEqual(Object.values(IS))
  expect(namesWhere(() => true)).toEqual(Object.keys(IS))
})

test('only final statuses count as finished; an invoiced order needs no more work either', () => {
  expect(namesWhere(isFinished).toSorted()).toEqual(
    ['rejected', 'declined', 'paid', 'closed', 'write_off', 'void', 'cancelled'].toSorted(),
  )
  expect(namesWhere((id) => isDone(documentStatuses, id)).toSorted()).toEqual(
    [...namesWhere(isFinished), 'invoiced'].toSorted(),
  )
})

test('deliveries determine an order’s status from its release until it is closed', () => {
  expect(namesWhere(isFulfilled)).toEqual(['waiting_for_shipment', 'received', 'invoiced', 'open'])
})

test('only invoices that are out and not settled accept payments', () => {
  expect(namesWhere((id) => isPayable('invoice', id))).toEqual(['sent', 'open', 'partially_billed', 'billed'])
  for (const type of ['quote', 'sales_order', 'purchase_order'] as const) {
    expect(namesWhere((id) => isPayable(type, id))).toEqual([])
  }
})

test('only an accepted quote and a partly delivered order can be converted', () => {
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

test('no user sets an invoice to paid or partially billed, or an order to open or invoiced', () => {
  const steps = DOCUMENT_STATUS_IDS.flatMap((id) => nextDocumentStatuses('invoice', id))
  for (const status of [IS.paid, IS.partially_billed]) expect(steps).not.toContain(status)
  const ofOrders = DOCUMENT_STATUS_IDS.flatMap((id) => nextDocumentStatuses('sales_order', id))
  for (const status of [IS.open, IS.invoiced]) expect(ofOrders).not.toContain(status)
})

test('a payment makes an invoice that is out partially billed or paid', () => {
  for (const id of DOCUMENT_STATUS_IDS.filter((documentStatusId) => isPayable('invoice', documentStatusId))) {
    expect(statusAfterPayment(id, true)).toBe(IS.paid)
    expect(statusAfterPayment(id, false)).toBe(id === IS.billed ? IS.billed : IS.partially_billed)
  }
  expect(isPayable('sales_order', IS.open)).toBe(false)
  expect(isPayable('invoice', IS.new)).toBe(false)
})

test('a reversed payment restores the invoice’s earlier status', () => {
  expect(statusAfterReversal(IS.paid, false, IS.sent)).toBe(IS.sent)
  expect(statusAfterReversal(IS.closed, false, null)).toBe(IS.open)
  expect(statusAfterReversal(IS.paid, true, IS.sent)).toBe(IS.partially_billed)
  expect(statusAfterReversal(IS.write_off, false, IS.sent)).toBe(IS.write_off)
})

test('a released order is approved, in every later status', () => {
  expect(isApprovedBy('sales_order', IS.waiting_for_shipment)).toBe(true)
  expect(isApprovedBy('sales_order', IS.new)).toBe(false)
  expect(isApprovedBy('invoice', IS.sent)).toBe(false)
})

test('orders of both kinds are approved from the approval on; quotes and invoices never are', () => {
  for (const type of ['sales_order', 'purchase_order'] as const) {
    expect(namesWhere((id) => isApprovedBy(type, id))).toEqual([
      'waiting_for_shipment',
      'approved',
      'accepted',
      'sent',
      'received',
      'invoiced',
      'open',
    ])
  }
  for (const type of ['quote', 'invoice'] as const) {
    expect(namesWhere((id) => isApprovedBy(type, id))).toEqual([])
  }
})

describe('the phase of a document', () => {
  test.each([
    ['new', 'waiting'],
    ['draft', 'waiting'],
    ['waiting_for_shipment', 'active'],
    ['received', 'active'],
    ['paid', 'done'],
    ['closed', 'done'],
    ['cancelled', 'dropped'],
    ['write_off', 'dropped'],
  ] as const)('%s is %s', (name, phase) => {
    expect(phaseOf(documentStatuses, IS[name])).toBe(phase)
  })
})
