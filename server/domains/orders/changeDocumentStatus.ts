import { sql } from 'kysely'
import { DOCUMENT_STATUS, isApprovedBy, isFulfilled } from '#core/domains/orders/documentStatus.ts'
import { areOutside } from '#core/domains/orders/figuresLeave.ts'
import { quantityOpen, quantityToInvoice } from '#core/domains/orders/fulfilment.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { findOrThrow } from '#core/platform/lists/findOrThrow.ts'
import type { StatusValue } from '#core/resources/statuses/statuses.ts'
import { refuseClosedMonth } from '#server/domains/finance/journal/closedThrough.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, invalid } from '#server/platform/refusal.ts'
import { refuseStep } from '#server/resources/changes/refuseStep.ts'
import { audit } from '#server/resources/history/audit.ts'
import { updateRecord } from '#server/resources/operations.ts'
import { lockRecord } from '#server/resources/rows.ts'
import { refuseHeldCustomer } from './accounts/creditStanding.ts'
import { decidesFor } from './decidesFor.ts'
import { refusePaid } from './documentRules.ts'
import { placeOnInvoices } from './doorMoney/placeDoorMoney.ts'
import { refuseLocked } from './findShipmentLock.ts'
import { refuseSentVoid } from './invoices/sentInvoice.ts'
import { decidesOrders, readFigures, settleInvoicedOrders, settleOrders } from './invoices/settleOrder.ts'
import { refuseRestrictedFields, requireOrderDecisionRight } from './orderingLimits.ts'
import { readDays, writeOff } from './payments/allocate.ts'
import { type Document, readDocument } from './readDocument.ts'
import { refuseHeldStep } from './refuseHeldFigures.ts'

/** Statuses that would leave a shipment without its order. */
const LEAVING: readonly number[] = [DOCUMENT_STATUS.cancelled, DOCUMENT_STATUS.void]

/**
 * Moves a document to its next status.
 * @param reason why an order is received without a delivery, or an invoice leaves without a price
 * @throws Refusal 409 naming the allowed steps; 409 when it would be cancelled while a shipment holds it, or voided after a payment or once
 * sent; 422 for fields that the actor may not decide, for the release of an order of a customer on credit hold without a reason, and for an
 * invoice with a date in the future.
 */
export async function changeDocumentStatus(
  context: Context,
  id: number,
  status_id: StatusValue,
  reason?: string | null,
): Promise<Document> {
  await moveDocument(context, id, status_id, reason)
  return readDocument(context, id)
}

/** Like `changeDocumentStatus`, without reading the document again. */
export async function moveDocument(
  context: Context,
  id: number,
  status_id: StatusValue,
  reason?: string | null,
): Promise<void> {
  const document = await lockRecord(context, transaction_documents, id)
  if (!decidesFor(context.actor, document.company_id)) refuseRestrictedFields({ status_id }, document)
  refuseStep(context, transaction_documents, document, status_id)
  const next = findOrThrow(Object.values(DOCUMENT_STATUS), (one) => one === status_id)
  await applyStatus(context, document, next, reason)
}

/** Statuses of abandoned documents. */
const REFUSED: readonly number[] = [DOCUMENT_STATUS.rejected, DOCUMENT_STATUS.declined]

/** Applies a permitted step of a document, with all its effects. */
export async function applyStatus(
  context: Context,
  document: Document,
  status_id: Document['status_id'],
  reason?: string | null,
): Promise<void> {
  const id = document.document_id
  await refuseHeldStep(context, document, status_id, reason)
  if (isApprovedBy(document.document_type, status_id) && !isFulfilled(document.status_id))
    await refuseHeldCustomer(context, document)
  if (
    document.document_type === 'invoice' &&
    document.given_out === 0 &&
    areOutside({ ...document, status_id })
  )
    await refuseClosedMonth(context, document)
  await refuseFutureInvoice(context, { ...document, status_id }, document)
  if (LEAVING.includes(status_id)) await refuseLocked(context, id)
  if (status_id === DOCUMENT_STATUS.void) {
    await refusePaid(context, id)
    refuseSentVoid(document)
  }
  const isOrder = document.document_type === 'sales_order'
  if (isOrder && status_id === DOCUMENT_STATUS.received) return receiveByHand(context, document, reason)
  const isCut = isOrder && document.status_id === DOCUMENT_STATUS.open
  if (isCut) await refuseUnbilled(context, id)
  await updateRecord(context, transaction_documents, id, {
    status_id,
    ...(isApprovedBy(document.document_type, status_id) && { approved: 1 }),
    // A refused document is not approved.
    ...(REFUSED.includes(status_id) && { approved: 0 }),
    ...(isCut && { closed_short: 1 }),
  })
  if (status_id === DOCUMENT_STATUS.write_off) await writeOff(context, id)
  if (document.document_type === 'invoice') {
    if ([document.status_id, status_id].some(decidesOrders)) await settleInvoicedOrders(context, [id])
    await placeOnInvoices(context, { documents: [id] })
  }
}

type Dated = Pick<Document, 'document_type' | 'status_id' | 'document_date'>

/**
 * An invoice is opened on its date or later, as it takes no payment before. An invoice that is already open stays open.
 * @throws Refusal 422
 */
export async function refuseFutureInvoice(context: Context, next: Dated, current?: Dated): Promise<void> {
  const { document_type, document_date } = next
  if (document_type !== 'invoice' || document_date === null || !areOutside(next)) return
  if (current && areOutside(current) && current.document_date === document_date) return
  const { latest } = await readDays(context)
  if (document_date > latest) throw invalid([{ field: 'document_date', rule: 'in_future' }])
}

/**
 * Releases the open quantities of a part-delivered order. It is then received, or invoiced when everything delivered is billed.
 * @throws Refusal 409 for an order without a delivery yet, or while a shipment is on its way with it
 */
export async function closeShort(context: Context, id: number, reason?: string | null): Promise<Document> {
  const document = await lockRecord(context, transaction_documents, id)
  requireOrderDecisionRight(context, document)
  if (document.document_type !== 'sales_order' || document.status_id !== DOCUMENT_STATUS.open) {
    throw conflict('messages.nothing_to_close')
  }
  await refuseOnTheWay(context, id)
  await updateRecord(context, transaction_documents, id, {
    closed_short: 1,
    close_reason: reason?.trim() || null,
  })
  await settleOrders(context, [id])
  return readDocument(context, id)
}

/**
 * Receives the missing rest of an order without one of our deliveries: collected by the customer, or brought by another company.
 * @throws Refusal 422 without a reason, 409 while a shipment is on its way with it
 */
async function receiveByHand(context: Context, document: Document, reason?: string | null): Promise<void> {
  const { db } = context
  const id = document.document_id
  const figures = await readFigures(context, [id])
  if (figures.length === 0) throw conflict('messages.nothing_to_receive')
  const missing = figures.filter((line) => Number(quantityOpen(line, false)) > 0)
  if (missing.length > 0) {
    if (!reason?.trim()) throw invalid([{ field: 'reason', rule: 'required' }])
    await refuseOnTheWay(context, id)
    for (const line of missing) {
      await sql`update transaction_document_details
        set quantity_by_hand = quantity_by_hand + ${quantityOpen(line, false)}::numeric, quantity_delivered = quantity
        where document_detail_id = ${line.document_detail_id}`.execute(db)
    }
    await audit(context, 'transaction_documents', id, 'receive', [
      { field: 'reason', before: null, after: reason.trim() },
    ])
  }
  await settleOrders(context, [id])
}

/** @throws Refusal 409 while an unfinished shipment holds something of the order. */
async function refuseOnTheWay(context: Context, id: number): Promise<void> {
  const figures = await readFigures(context, [id])
  if (figures.some(({ quantity_planned }) => Number(quantity_planned) > 0))
    throw conflict('messages.order_locked')
}

/** @throws Refusal 409 for an order with a delivery that is on no invoice. */
export async function refuseUnbilled(context: Context, id: number): Promise<void> {
  await refuseOnTheWay(context, id)
  const figures = await readFigures(context, [id])
  if (figures.some((line) => Number(quantityToInvoice(line)) > 0)) throw conflict('messages.unbilled')
}
