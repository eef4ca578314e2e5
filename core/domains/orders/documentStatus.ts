/** What a transaction document can be. One table holds them all. */
export const DOCUMENT_TYPES = ['quote', 'sales_order', 'purchase_order', 'invoice'] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

/** The statuses of documents by their names; the numbers are the wire's and never change. */
export const DOCUMENT_STATUS = {
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
} as const

export type DocumentStatus = keyof typeof DOCUMENT_STATUS

export const DOCUMENT_STATUS_IDS = [
  20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39,
] as const

type Steps = Partial<Record<DocumentStatus, readonly DocumentStatus[]>>

/** What may follow what. The screen draws its buttons from this, the server refuses by it. */
const NEXT: Record<DocumentType, Steps> = {
  quote: {
    new: ['draft', 'quoted'],
    draft: ['quoted', 'void'],
    quoted: ['sent', 'accepted', 'rejected', 'void'],
    sent: ['accepted', 'awarded', 'rejected', 'declined', 'void'],
  },
  sales_order: {
    new: ['draft', 'waiting_for_shipment', 'approved', 'cancelled'],
    draft: ['waiting_for_shipment', 'approved', 'cancelled'],
    approved: ['waiting_for_shipment', 'cancelled'],
    waiting_for_shipment: ['received', 'open', 'cancelled'],
    open: ['received', 'closed'],
    received: ['invoiced'],
    invoiced: ['closed'],
  },
  purchase_order: {
    new: ['draft', 'approved'],
    draft: ['approved', 'cancelled'],
    approved: ['sent', 'cancelled'],
    sent: ['accepted', 'declined', 'received', 'cancelled'],
    accepted: ['received', 'cancelled'],
    received: ['closed'],
  },
  invoice: {
    new: ['draft', 'open'],
    draft: ['open', 'void'],
    open: ['sent', 'partially_billed', 'billed', 'paid', 'write_off', 'void'],
    sent: ['partially_billed', 'paid', 'write_off', 'void'],
    partially_billed: ['billed', 'paid', 'write_off'],
    billed: ['paid', 'write_off'],
    paid: ['closed'],
  },
}

/** What a document can be converted to, and what it is itself afterwards. */
const CONVERSIONS: Partial<
  Record<
    DocumentType,
    { from: readonly DocumentStatus[]; to: readonly DocumentType[]; after: DocumentStatus }
  >
> = {
  quote: { from: ['accepted', 'awarded'], to: ['purchase_order', 'sales_order'], after: 'closed' },
  sales_order: { from: ['received'], to: ['invoice'], after: 'invoiced' },
}

/** Money comes in for an invoice that is out, and only then. */
const PAYABLE: readonly DocumentStatus[] = ['open', 'sent', 'partially_billed', 'billed']

/** The end of a document: what is written in it stays as it is. */
const FINISHED: readonly DocumentStatus[] = [
  'rejected',
  'declined',
  'paid',
  'closed',
  'write_off',
  'void',
  'cancelled',
]

/** The name of a status by its number. Throws for a number that is none. */
export function documentStatusOf(id: number): DocumentStatus {
  const found = (Object.entries(DOCUMENT_STATUS) as [DocumentStatus, number][]).find(
    ([, value]) => value === id,
  )
  if (!found) throw new RangeError(`no document status: ${id}`)
  return found[0]
}

/** The statuses that a document of this type may get from here, by their numbers. */
export function nextDocumentStatuses(type: DocumentType, status_id: number): number[] {
  return (NEXT[type][documentStatusOf(status_id)] ?? []).map((name) => DOCUMENT_STATUS[name])
}

/** The types that a document in this status can be converted to; none for most. */
export function conversionsOf(type: DocumentType, status_id: number): readonly DocumentType[] {
  const conversion = CONVERSIONS[type]
  return conversion?.from.includes(documentStatusOf(status_id)) ? conversion.to : []
}

/** The status of a document that was converted. Throws for a type that is never converted. */
export function statusAfterConversion(type: DocumentType): number {
  const conversion = CONVERSIONS[type]
  if (!conversion) throw new RangeError(`never converted: ${type}`)
  return DOCUMENT_STATUS[conversion.after]
}

export function isPayable(type: DocumentType, status_id: number): boolean {
  return type === 'invoice' && PAYABLE.includes(documentStatusOf(status_id))
}

export function isFinished(status_id: number): boolean {
  return FINISHED.includes(documentStatusOf(status_id))
}

/**
 * What an invoice is after a payment: paid when nothing is left, else partially billed, unless it is already
 * further than that.
 */
export function statusAfterPayment(status_id: number, isSettled: boolean): number {
  if (isSettled) return DOCUMENT_STATUS.paid
  return documentStatusOf(status_id) === 'billed' ? status_id : DOCUMENT_STATUS.partially_billed
}

/** What a sales order is once something of it was delivered; null when that changes nothing. */
export function statusAfterDelivery(status_id: number, isComplete: boolean): number | null {
  const wanted = isComplete ? DOCUMENT_STATUS.received : DOCUMENT_STATUS.open
  return nextDocumentStatuses('sales_order', status_id).includes(wanted) ? wanted : null
}
