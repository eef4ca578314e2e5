import { defineStatuses, statusName } from '#core/resources/statuses.ts'
import { ORDER_DECIDERS } from './ordering.ts'

/** What a transaction document can be. One table holds them all. */
export const DOCUMENT_TYPES = ['quote', 'sales_order', 'purchase_order', 'invoice'] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

const WRITE_OFF = { to: 'write_off', isAside: true } as const
/** Accounting has taken it over; payments come in as before. */
const BILLED = { to: 'billed', isAside: true } as const
const DROPPED = ['rejected', 'declined', 'write_off', 'void', 'cancelled'] as const
/** The end of a document: what is written in it stays as it is. */
const FINISHED = [...DROPPED, 'paid', 'closed'] as const

/**
 * What a document can be, and what a person may make of it. What follows from deliveries (open, invoiced) and from payments
 * (partially billed, paid) is no step of a person. The numbers are the wire's and never change.
 */
export const documentStatuses = defineStatuses(
  {
    new: 20,
    draft: 21,
    waiting_for_shipment: 22,
    approved: 23,
    accepted: 24,
    sent: 25,
    quoted: 26,
    awarded: 27,
    rejected: 28,
    declined: 29,
    received: 30,
    invoiced: 31,
    open: 32,
    partially_billed: 33,
    billed: 34,
    paid: 35,
    closed: 36,
    write_off: 37,
    void: 38,
    cancelled: 39,
  },
  {
    by: 'document_type',
    of: {
      quote: {
        new: ['quoted', 'draft'],
        draft: ['quoted', 'void'],
        quoted: ['sent', 'accepted', 'rejected', 'void'],
        sent: ['accepted', 'awarded', 'rejected', 'declined', 'void'],
      },
      sales_order: {
        new: ['approved', 'waiting_for_shipment', 'draft', 'cancelled'],
        draft: ['approved', 'waiting_for_shipment', 'cancelled'],
        approved: ['waiting_for_shipment', 'cancelled'],
        // A delivery does it by itself. By hand the goods came in another way: who may delete documents says so.
        waiting_for_shipment: [{ to: 'received', needs: 'delete', isAside: true }, 'cancelled'],
        open: [{ to: 'received', needs: 'delete', isAside: true }, 'closed'],
        invoiced: ['closed'],
      },
      purchase_order: {
        new: ['approved', 'draft'],
        draft: ['approved', 'cancelled'],
        approved: ['sent', 'cancelled'],
        sent: ['accepted', 'declined', 'received', 'cancelled'],
        accepted: ['received', 'cancelled'],
        received: ['closed'],
      },
      invoice: {
        new: ['open', 'draft'],
        draft: ['open', 'void'],
        open: ['sent', BILLED, WRITE_OFF, 'void'],
        // What follows is a payment; that nobody will pay is no step on the way there.
        sent: [BILLED, WRITE_OFF, { to: 'void', isAside: true }],
        partially_billed: [WRITE_OFF],
        billed: [WRITE_OFF, { to: 'void', isAside: true }],
        paid: ['closed'],
      },
    },
  },
  {
    first: 'new',
    done: FINISHED,
    final: FINISHED,
    waiting: ['draft'],
    dropped: DROPPED,
    who: ORDER_DECIDERS,
    over: 'messages.document_finished',
  },
)

/** The statuses of documents by their names. */
export const DOCUMENT_STATUS = documentStatuses.is

export type DocumentStatus = keyof typeof DOCUMENT_STATUS

/** What a document can be converted to, and from when on. */
const CONVERSIONS: Partial<
  Record<DocumentType, { from: readonly DocumentStatus[]; to: readonly DocumentType[] }>
> = {
  quote: { from: ['accepted', 'awarded'], to: ['purchase_order', 'sales_order'] },
  // As often as something is delivered and not yet billed.
  sales_order: { from: ['open', 'received'], to: ['invoice'] },
}

/** An order that was released and is not at its end: deliveries and invoices decide about its status. */
const FULFILLED: readonly DocumentStatus[] = ['waiting_for_shipment', 'open', 'received', 'invoiced']

/** An order that somebody has approved, whatever came of it. */
const APPROVED: readonly DocumentStatus[] = ['approved', 'sent', 'accepted', ...FULFILLED]

/** Money comes in for an invoice that is out, and only then. */
const PAYABLE: readonly DocumentStatus[] = ['open', 'sent', 'partially_billed', 'billed']

/** The name of a status by its number. Throws for a number that is none. */
const documentStatusOf = (id: number) => statusName(documentStatuses, id)

/** The types that a document in this status can be converted to; none for most. */
export function conversionsOf(type: DocumentType, status_id: number): readonly DocumentType[] {
  const conversion = CONVERSIONS[type]
  return conversion?.from.includes(documentStatusOf(status_id)) ? conversion.to : []
}

/** Whether deliveries and invoices decide about the status of a sales order now. */
export function isFulfilled(status_id: number): boolean {
  return FULFILLED.includes(documentStatusOf(status_id))
}

/** Whether an order in this status is approved by it. */
export function isApprovedBy(type: DocumentType, status_id: number): boolean {
  return (
    (type === 'sales_order' || type === 'purchase_order') && APPROVED.includes(documentStatusOf(status_id))
  )
}

/** The statuses of invoices that take payments, by their numbers. */
export const PAYABLE_STATUSES: readonly number[] = PAYABLE.map((name) => DOCUMENT_STATUS[name])

export function isPayable(type: DocumentType, status_id: number): boolean {
  return type === 'invoice' && PAYABLE.includes(documentStatusOf(status_id))
}

/**
 * What an invoice is after a payment: paid when nothing is left, else partially billed, unless it is already
 * further than that.
 */
export function statusAfterPayment(status_id: number, isSettled: boolean): number {
  if (isSettled) return DOCUMENT_STATUS.paid
  return documentStatusOf(status_id) === 'billed' ? status_id : DOCUMENT_STATUS.partially_billed
}

/**
 * What an invoice is after a payment of it was taken back. One that was written off stays so.
 * @param before what it was before its first payment, where that is known
 */
export function statusAfterReversal(status_id: number, hasOthers: boolean, before: number | null): number {
  if (documentStatusOf(status_id) === 'write_off') return status_id
  return hasOthers ? DOCUMENT_STATUS.partially_billed : (before ?? DOCUMENT_STATUS.open)
}
