import { sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import { DOCUMENT_STATUS, documentStatuses, isApprovedBy } from '#core/domains/orders/documentStatus.ts'
import { isSentInvoice, isUnpriced } from '#core/domains/orders/figuresLeave.ts'
import { mayDecideOrders } from '#core/domains/orders/ordering.ts'
import { type DecimalPlaces, storedTotals } from '#core/domains/orders/totals.ts'
import { transaction_document_details } from '#core/domains/orders/transaction_document_details.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { issueIf } from '#core/platform/issue.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { Values } from '#core/platform/values.ts'
import type { ChangesOf, NewRecordOf } from '#core/resources/definition.ts'
import { dateIssues } from '#core/resources/recordIssues.ts'
import { isFinal } from '#core/resources/statuses/statuses.ts'
import { siteOfDevice } from '#server/domains/companies/siteAddress.ts'
import type { LineRow } from '#server/domains/orders/lines/documentLines.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict } from '#server/platform/refusal.ts'
import {
  areSameDetails,
  type DetailRow,
  readDetails,
  replaceDetails,
  saveWithDetails,
} from '#server/resources/changes/details.ts'
import { refuseForeign } from '#server/resources/changes/references.ts'
import { acceptChanges, acceptNew, refuseIssues } from '#server/resources/changes/validate.ts'
import { insertRecord, removeRecord, updateRecord } from '#server/resources/operations.ts'
import { lockRecord, requireSelectable } from '#server/resources/rows.ts'
import { refuseHeldCustomer } from './accounts/creditStanding.ts'
import { applyStatus, refuseFutureInvoice, refuseUnbilled } from './changeDocumentStatus.ts'
import { decidesFor } from './decidesFor.ts'
import { companyOf } from './documentDefaults.ts'
import {
  changedAmountIssues,
  rateIssues,
  refuseBilled,
  refuseBilledPeriod,
  refuseOverbilled,
  refusePaid,
  refuseTakenApproval,
} from './documentRules.ts'
import { refuseLocked } from './findShipmentLock.ts'
import { priceDelivered } from './invoices/priceDelivered.ts'
import { refuseOtherSeries, refuseSentAway, refuseSentChanges } from './invoices/sentInvoice.ts'
import { settleInvoicedOrders, settleOrders } from './invoices/settleOrder.ts'
import { calculateTotals, currentTotals, refuseOtherTotals } from './lines/calculateTotals.ts'
import {
  acceptLines,
  HISTORY_FIELDS,
  refuseBeyondTank,
  refuseUnheld,
  UNDECIDED_PRICE,
  withTotals,
} from './lines/documentLines.ts'
import { keepsTaxes, readTaxesOf, saveTaxes } from './lines/taxLines.ts'
import { readFees, saveFees, withFees } from './lines/withFees.ts'
import { withPrices } from './lines/withPrices.ts'
import { normalizeDocument } from './normalizeDocument.ts'
import {
  orderingDefaults,
  refuseInProgress,
  refuseRestrictedFields,
  refuseRestrictedPrices,
  requireOrderDecisionRight,
} from './orderingLimits.ts'
import { readDays } from './payments/allocate.ts'
import { readDecimalPlaces } from './readDecimalPlaces.ts'
import { type Document, readDocument, type WholeDocument } from './readDocument.ts'
import { refuseHeldFigures, refuseHeldLines } from './refuseHeldFigures.ts'
import { oldZips, snapshotAddresses, withoutOldPlace, withoutOldZips } from './snapshotAddresses.ts'

type Details = { details?: DetailRow[] }
const lineKind = transaction_document_details
const ownerOf = (id: number) => ({ column: 'document_id', id })

/** When and where the goods of a new document were delivered. */
interface Delivered {
  at: string
  site_id: number | null
  /** Its address of delivery; if empty, the site's, or the saved address that the document names. */
  address: Values
}

/**
 * Creates a document with its lines; it belongs to its device's company unless another is named.
 * @param delivered if its goods were delivered already: it is recorded as released although it may have no prices yet
 */
export async function createDocument(
  context: Context,
  input: Values,
  { delivered = null }: { delivered?: Delivered | null } = {},
): Promise<WholeDocument> {
  const isDelivered = delivered !== null
  const decides = await decidesForNew(context, input)
  const ordering = decides ? {} : await orderingDefaults(context, input)
  const body = { ...ordering, ...normalizeDocument(input) }
  if (!decides) refuseRestrictedFields(body, ordering)
  const { details = [], ...values }: NewRecordOf<typeof transaction_documents> & Details = acceptNew(
    context,
    transaction_documents,
    body,
  )
  const { document_type = 'sales_order', status_id = DOCUMENT_STATUS.new } = values
  refuseIssues(
    issueIf(document_type === 'credit_note', { field: 'document_type', rule: 'credit_by_command' }),
  )
  await requireSelectable(context, devices, values.device_id, 'device_id')
  const sent = await acceptLines(context, details, [])
  if (!decides) refuseRestrictedPrices(sent, [])
  if (!isDelivered) {
    const ordered = { document_type, device_id: values.device_id, lines: sent }
    await refuseUnheld(context, ordered)
    await refuseBeyondTank(context, ordered)
  }
  const company_id = values.company_id ?? (await companyOf(context, values.device_id))
  if (!isDelivered) await refuseHeldCustomer(context, { ...values, company_id, document_type })
  const sentSite = delivered ? delivered.site_id : values.site_id
  const site_id =
    sentSite === undefined ? await siteOfDevice(context, values.device_id, company_id) : sentSite
  const document_date = values.document_date ?? (await readDays(context)).today
  refuseIssues(dateIssues(transaction_documents, { ...values, document_date }))
  await refuseFutureInvoice(context, { document_type, status_id, document_date })
  const accepted = await withPrices(
    context,
    { ...values, company_id, document_type, site_id, document_date },
    { sent: sentLines(input), lines: sent, before: [], delivered: delivered?.at ?? null },
  )
  if (!isDelivered) refuseHeldFigures({ ...values, document_type, status_id }, accepted)
  const places = await readDecimalPlaces(context, { company_id, currency_id: values.currency_id })
  refuseIssues([
    ...changedAmountIssues(places, { current: {}, changes: values, before: [], lines: accepted }),
    ...(await rateIssues(context, { ...values, company_id })),
  ])
  const lines = withTotals(accepted, places)
  const owners = { company_id, device_id: values.device_id }
  const snapshot = {
    ...(await snapshotAddresses(context, owners, { ...values, site_id })),
    ...delivered?.address,
  }
  const placed = { ...values, ...snapshot, document_type, company_id, document_date }
  const { fees_found, ...charges } = await withFees(
    context,
    { ...values, company_id, document_type, document_date },
    { lines, before: [], places: places.company, delivered: delivered?.at ?? null },
  )
  const priced = { ...placed, ...charges }
  const { totals, taxes } = calculateTotals(priced, lines, places, await readTaxesOf(context, placed, lines))
  refuseOtherTotals(body, lines, totals)
  const { document_id } = await insertRecord(context, transaction_documents, {
    ...values,
    ...charges,
    site_id,
    ...snapshot,
    ...(isApprovedBy(document_type, status_id) && { approved: 1 }),
    company_id,
    document_date,
    ...storedTotals(document_type, totals),
  })
  await replaceDetails(context, lineKind, ownerOf(document_id), lines)
  await saveTaxes(context, document_id, taxes)
  await saveFees(context, document_id, fees_found)
  return readDocument(context, document_id)
}

/** Whether the actor decides about a new document: that of the named company, or else of its device's. */
async function decidesForNew(context: Context, { company_id, device_id }: Values): Promise<boolean> {
  const { actor } = context
  if (!mayDecideOrders(actor) || actor.sellsTo === 'all') return mayDecideOrders(actor)
  if (typeof company_id === 'number') return decidesFor(actor, company_id)
  if (typeof device_id !== 'number') return true
  const { rows } = await sql<{ company_id: number }>`
    select company_id from devices where device_id = ${device_id}`.execute(context.db)
  return decidesFor(actor, rows[0]?.company_id ?? null)
}

/**
 * Changes a document. A sent list of lines replaces the old list; the figures are recomputed.
 * @throws Refusal 409 when a product of it is on a shipment, when the document is finished, or when an order with unbilled deliveries would
 * be archived; 422 for fields that the actor may not decide.
 */
export async function updateDocument(context: Context, id: number, body: Values): Promise<WholeDocument> {
  const current = await lockRecord(context, transaction_documents, id)
  const change = await acceptChange(context, current, body)
  const { changes, status_id, next, before, lines, places, isSame, isChanged, isPricing } = change
  await refuseChange(context, current, change)
  const { fees_found, ...charges } =
    isChanged && !isPricing
      ? await withFees(context, next, { lines, before: await readFees(context, id), places: places.company })
      : {}
  const snapshot = await snapshotAddresses(context, next, withoutOldPlace(current, changes))
  const isTaxed =
    isChanged &&
    !isSentInvoice(current) &&
    !keepsTaxes(current, { ...changes, ...charges, ...snapshot }, isSame)
  const seller_id = next.company_id === current.company_id ? current.seller_id : undefined
  const { totals, taxes } = isTaxed
    ? await recountDocument(context, { ...next, ...snapshot, seller_id }, charges, { lines, places })
    : { totals: currentTotals(current), taxes: null }
  refuseOtherTotals(body, lines, totals)
  await saveFees(context, id, fees_found)
  await updateRecord(context, transaction_documents, id, {
    ...changes,
    ...charges,
    ...snapshot,
    ...storedTotals(next.document_type, totals),
  })
  if (!isSame) {
    if (!isPricing) await refuseBilled(context, current)
    await saveWithDetails(context, transaction_documents, id, { before, after: lines, shown: HISTORY_FIELDS })
  }
  if (taxes) await saveTaxes(context, id, taxes)
  if (status_id !== undefined && status_id !== current.status_id)
    await applyStatus(context, await lockRecord(context, transaction_documents, id), status_id)
  if (isChanged && current.document_type === 'sales_order')
    await priceDelivered(context, [id], { withFees: true })
  await settle(context, current)
  return readDocument(context, id)
}

/** The changes that a body makes to a document, with its lines before and after. @throws Refusal 403, 409, 422 */
async function acceptChange(context: Context, current: Document, body: Values) {
  const requested = withoutOldZips(normalizeDocument(body), current)
  const decides = decidesFor(context.actor, current.company_id)
  if (!decides) refuseRestrictedFields(requested, current)
  const { details, ...others }: ChangesOf<typeof transaction_documents> & Details = acceptChanges(
    context,
    transaction_documents,
    requested,
    { ...current, ...oldZips(current, null) },
  )
  const { status_id, ...changes } = withoutEmptied(others)
  const next = { ...current, ...changes }
  const isOtherType = next.document_type !== current.document_type
  refuseIssues(issueIf(isOtherType, { field: 'document_type', rule: 'fixed' }))
  const before = await readDetails(context, lineKind, ownerOf(current.document_id))
  const accepted = details ? await acceptLines(context, details, before) : before
  if (!decides) refuseRestrictedPrices(accepted, before)
  const stays = { device_id: current.device_id, lines: before }
  await refuseUnheld(context, { ...next, lines: accepted }, stays)
  await refuseBeyondTank(context, { ...next, lines: accepted }, stays)
  const stated = { sent: sentLines(body), lines: accepted, before }
  const sent = details ? await withPrices(context, next, stated) : before
  const places = await readDecimalPlaces(context, next)
  const isChanged = !areSameDetails(lineKind, sent, before) || changesContent(current, changes)
  const lines = isChanged ? withTotals(sent, places) : before
  return {
    ...{ changes, status_id, next, before, lines, places, isChanged },
    isSame: areSameDetails(lineKind, lines, before),
    // Lines that were delivered without a price can still get one, although their shipment locks them.
    isPricing: !changesContent(current, changes) && isPricedOnly(current, lines, before),
  }
}

/** @throws Refusal 409 or 422 if the state of the document does not allow the change */
async function refuseChange(
  context: Context,
  current: Document,
  change: Awaited<ReturnType<typeof acceptChange>>,
): Promise<void> {
  const { changes, next, before, lines, places, isSame, isChanged, isPricing } = change
  if (!isSame) refuseHeldLines(current, { lines, before })
  if (isChanged) {
    refuseInProgress(context, current)
    if (isSentInvoice(current)) refuseSentChanges(current, { changes, lines, before })
    else refuseOtherSeries(current, next)
    if (!isPricing) await refuseFixed(context, current)
    refuseIssues([
      ...dateIssues(transaction_documents, next, current),
      ...changedAmountIssues(places, { current, changes, before, lines }),
      ...(await rateIssues(context, next, current)),
    ])
    refuseTakenApproval(current, next)
    await refuseFutureInvoice(context, { ...next, status_id: current.status_id }, current)
  }
  if (changes.archived === 1 && current.archived === 0) await refuseArchiving(context, current)
  if (changes.archived === 0 && current.archived === 1) {
    // Its device may have moved to another company since, and the period may have been billed again.
    await refuseForeign(context, transaction_documents, next)
    await refuseBilledPeriod(context, current.document_id)
  }
}

/** The totals and taxes of a document with changed charges, which its taxes do not depend on. */
async function recountDocument(
  context: Context,
  document: Parameters<typeof readTaxesOf>[1] & Parameters<typeof calculateTotals>[0],
  charges: Parameters<typeof calculateTotals>[0],
  { lines, places }: { lines: readonly LineRow[]; places: DecimalPlaces },
) {
  const taxes = await readTaxesOf(context, document, lines)
  return calculateTotals({ ...document, ...charges }, lines, places, taxes)
}

async function settle(context: Context, { document_id: id, document_type }: Document): Promise<void> {
  await settleOrders(context, [id])
  if (document_type !== 'invoice') return
  await refuseOverbilled(context, id)
  await settleInvoicedOrders(context, [id])
}

/** Archives a document without a shipment or a payment. */
export async function removeDocument(context: Context, id: number): Promise<void> {
  const document = await lockRecord(context, transaction_documents, id)
  requireOrderDecisionRight(context, document)
  await refuseLocked(context, id)
  await refuseArchiving(context, document)
  await removeRecord(context, transaction_documents, id)
  if (document.document_type === 'invoice') await settleInvoicedOrders(context, [id])
}

/** @throws Refusal 409 for a document that is paid, sent, or has unbilled deliveries */
async function refuseArchiving(context: Context, document: Document): Promise<void> {
  await refusePaid(context, document.document_id)
  if (document.document_type === 'sales_order') await refuseUnbilled(context, document.document_id)
  if (isSentInvoice(document)) refuseSentAway(document)
}

/** A document always has a company and a date: clearing them has no effect. */
function withoutEmptied(changes: ChangesOf<typeof transaction_documents>) {
  const { company_id, document_date, ...rest } = changes
  return { ...rest, ...(company_id != null && { company_id }), ...(document_date && { document_date }) }
}

/** The content is fixed while a shipment holds the document, or when it is finished. */
async function refuseFixed(context: Context, current: Document): Promise<void> {
  await refuseLocked(context, current.document_id)
  if (isFinal(documentStatuses, current.status_id)) throw conflict('messages.document_finished')
}

/** The lines as sent, before defaults. */
function sentLines(body: Values): DetailRow[] {
  const { details } = body
  return Array.isArray(details) ? details : []
}

/** Whether the only change is that unpriced lines of an order get a price. */
function isPricedOnly(
  { document_type, status_id }: Document,
  lines: readonly LineRow[],
  before: readonly LineRow[],
): boolean {
  if (document_type !== 'sales_order' || isFinal(documentStatuses, status_id)) return false
  const withoutPrice = (row: LineRow) => ({ ...row, ...UNDECIDED_PRICE })
  return (
    areSameDetails(lineKind, lines.map(withoutPrice), before.map(withoutPrice)) &&
    lines.every(
      (line, index) =>
        isUnpriced(itemAt(before, index)) || areSameDetails(lineKind, [line], [itemAt(before, index)]),
    )
  )
}

/** Archiving a document and its next status do not change its content. */
function changesContent(current: Document, changes: Values): boolean {
  const now: Record<string, unknown> = current
  return Object.entries(changes).some(
    ([name, value]) => name !== 'archived' && name !== 'status_id' && (now[name] ?? null) !== (value ?? null),
  )
}
