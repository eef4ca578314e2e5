import { defineStatuses, statusName } from '#core/resources/statuses/statuses.ts'
import { ORDER_DECIDERS } from './ordering.ts'

/** Types of transaction documents. One table holds them all. */
export const DOCUMENT_TYPES = ['quote', 'sales_order', 'purchase_order', 'invoice', 'credit_note'] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

/** Whether a type of document changes what a customer owes. Such documents have a balance and a number without gaps. */
export function isReceivable(document_type: unknown): boolean {
  return document_type === 'invoice' || document_type === 'credit_note'
}

const WRITE_OFF = { to: 'write_off', isAside: true } as const
/** Accounting has taken it over; payments are recorded as before. */
const BILLED = { to: 'billed', isAside: true } as const
const DROPPED = ['rejected', 'declined', 'write_off', 'void', 'cancelled'] as const
/** A paid document needs no further step. */
const CLOSED = { to: 'closed', isAside: true } as const
/** Final statuses: the contents no longer change. */
const FINISHED = [...DROPPED, 'paid', 'closed'] as const

/**
 * The statuses of documents, and the steps of users. Statuses that follow from deliveries (open, invoiced) and from payments
 * (partially billed, paid) are not steps of users. The numbers are part of the API and never change.
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
        // The main step releases the order: the dispatcher sees it from then on.
        new: ['waiting_for_shipment', 'approved', 'draft', 'cancelled'],
        draft: ['waiting_for_shipment', 'approved', 'cancelled'],
        approved: ['waiting_for_shipment', 'cancelled'],
        // A delivery sets it automatically. A user sets it if the goods came another way, which requires permission to delete documents.
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
        // The next step is a payment; a write-off is not the main step. A sent invoice is credited, not voided.
        sent: [BILLED, WRITE_OFF],
        partially_billed: [WRITE_OFF],
        billed: [WRITE_OFF],
        paid: [CLOSED],
      },
      // Created by a command and issued at once; later statuses depend on its use.
      credit_note: { open: ['sent'], paid: [CLOSED] },
    },
  },
  {
    first: 'new',
    // What is left to do about an invoiced order is on its invoice.
    done: [...FINISHED, 'invoiced'],
    final: FINISHED,
    waiting: ['draft'],
    dropped: DROPPED,
    who: ORDER_DECIDERS,
    sellersOnly: true,
    over: 'messages.document_finished',
  },
)

/** The numbers of the statuses by name. */
export const DOCUMENT_STATUS = documentStatuses.is

export type DocumentStatus = keyof typeof DOCUMENT_STATUS
type DocumentStatusId = (typeof DOCUMENT_STATUS)[DocumentStatus]

/** Conversions of a document: target types, and the statuses that allow them. */
const CONVERSIONS: Partial<
  Record<DocumentType, { from: readonly DocumentStatus[]; to: readonly DocumentType[] }>
> = {
  quote: { from: ['accepted', 'awarded'], to: ['purchase_order', 'sales_order'] },
  // As often as deliveries are unbilled.
  sales_order: { from: ['open', 'received'], to: ['invoice'] },
}

/** Released orders that are not closed: deliveries and invoices determine their status. */
const FULFILLED: readonly DocumentStatus[] = ['waiting_for_shipment', 'open', 'received', 'invoiced']

/** Approved orders, including later statuses. */
const APPROVED: readonly DocumentStatus[] = ['approved', 'sent', 'accepted', ...FULFILLED]

/** An invoice accepts payments once it is out, and only then. */
const PAYABLE: readonly DocumentStatus[] = ['open', 'sent', 'partially_billed', 'billed']

/** Sales orders that rounds deliver: released, and not delivered in full. */
export const TO_DELIVER_STATUSES: readonly number[] = [
  DOCUMENT_STATUS.waiting_for_shipment,
  DOCUMENT_STATUS.open,
]

/** Statuses of an order that can still be planned; a new one still waits for the seller's approval. */
export const PLANNABLE_STATUSES: readonly number[] = [
  DOCUMENT_STATUS.new,
  DOCUMENT_STATUS.approved,
  ...TO_DELIVER_STATUSES,
]

/** Whether a document is an order that rounds deliver. */
export function isToDeliver(document: { document_type?: unknown; status_id?: unknown }): boolean {
  return document.document_type === 'sales_order' && TO_DELIVER_STATUSES.includes(Number(document.status_id))
}

/** The name of a status by its number. Throws for an unknown number. */
const documentStatusOf = (id: number) => statusName(documentStatuses, id)

/** The types that a document in this status can be converted to; usually none. */
export function conversionsOf(type: DocumentType, status_id: number): readonly DocumentType[] {
  const conversion = CONVERSIONS[type]
  return conversion?.from.includes(documentStatusOf(status_id)) ? conversion.to : []
}

/** Whether deliveries and invoices determine the status of a sales order now. */
export function isFulfilled(status_id: number): boolean {
  return FULFILLED.includes(documentStatusOf(status_id))
}

/** Whether an order in this status counts as approved. */
export function isApprovedBy(type: DocumentType, status_id: number): boolean {
  return (
    (type === 'sales_order' || type === 'purchase_order') && APPROVED.includes(documentStatusOf(status_id))
  )
}

/** The numbers of the statuses in which an invoice accepts payments. */
export const PAYABLE_STATUSES: readonly number[] = PAYABLE.map((name) => DOCUMENT_STATUS[name])

/** Statuses of a sent, valid invoice: its contents can be credited. */
const CREDITABLE: readonly DocumentStatus[] = ['open', 'sent', 'partially_billed', 'billed', 'paid', 'closed']

/** Whether an invoice in this status can be credited once it was sent. */
export function isCreditable(status_id: number): boolean {
  return CREDITABLE.includes(documentStatusOf(status_id))
}

export function isPayable(type: DocumentType, status_id: number): boolean {
  return type === 'invoice' && PAYABLE.includes(documentStatusOf(status_id))
}

/** The status of an invoice after a payment: paid if settled, else partially billed, unless it is already billed. */
export function statusAfterPayment<S extends number>(status_id: S, isSettled: boolean): S | DocumentStatusId {
  if (isSettled) return DOCUMENT_STATUS.paid
  return documentStatusOf(status_id) === 'billed' ? status_id : DOCUMENT_STATUS.partially_billed
}

/**
 * The status of an invoice after the reversal of a payment. A written-off invoice stays so.
 * @param before its status before the first payment, if known
 */
export function statusAfterReversal(status_id: number, hasOthers: boolean, before: number | null): number {
  if (documentStatusOf(status_id) === 'write_off') return status_id
  return hasOthers ? DOCUMENT_STATUS.partially_billed : (before ?? DOCUMENT_STATUS.open)
}
