import { vendors } from '#core/domains/companies/vendors.ts'
import type { convertDocument as convertCall } from '#core/domains/orders/calls.ts'
import { DOCUMENT_STATUS, type DocumentType } from '#core/domains/orders/documentStatus.ts'
import { taxedTotals } from '#core/domains/orders/taxedTotals.ts'
import { storedTotals } from '#core/domains/orders/totals.ts'
import { transaction_document_details } from '#core/domains/orders/transaction_document_details.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type { ReceivedBy } from '#core/platform/defineCall.ts'
import { issueIf } from '#core/platform/issue.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { copyOf } from '#server/resources/changes/copyOf.ts'
import { readDetails, replaceDetails } from '#server/resources/changes/details.ts'
import { refuseForeign } from '#server/resources/changes/references.ts'
import { refuseIssues } from '#server/resources/changes/validate.ts'
import { audit } from '#server/resources/history/audit.ts'
import { updateRecord } from '#server/resources/operations.ts'
import { lockRecord, rowsOf } from '#server/resources/rows.ts'
import { refuseHeldCustomer } from '../accounts/creditStanding.ts'
import { refuseConversion } from '../documentRules.ts'
import { insertDocuments } from '../insertDocuments.ts'
import { type LineRow, withTotals } from '../lines/documentLines.ts'
import { readTaxesOf, saveTaxes, taxedLines } from '../lines/taxLines.ts'
import { requireOrderDecisionRight } from '../orderingLimits.ts'
import { readDecimalPlaces } from '../readDecimalPlaces.ts'
import { type Document, readDocument } from '../readDocument.ts'
import { copyDocument } from './copyDocument.ts'
import { makeInvoices } from './makeInvoices.ts'

/**
 * Creates the next document of an accepted quote (a purchase or sales order with the same lines and prices, which closes the quote) or of an
 * order with a delivery (an invoice over the unbilled rest).
 * @throws Refusal 409 when it cannot be converted to that type, or when nothing is left to bill; 422 for a purchase order without a vendor,
 * and for an order of a customer on credit hold without a reason
 */
export async function convertDocument(
  context: Context,
  id: number,
  { document_type: type, vendor_id, credit_reason: reason }: ReceivedBy<typeof convertCall>['body'],
): Promise<Document> {
  if (type === 'invoice') return invoiceOrder(context, id, vendor_id)
  const document = await lockRecord(context, transaction_documents, id)
  requireOrderDecisionRight(context, document)
  refuseConversion(context, document, type)
  // Its device may have moved to another company since.
  await refuseForeign(context, transaction_documents, document)
  await refuseVendor(context, type, vendor_id)
  const credit_reason = reason ?? document.credit_reason
  await refuseHeldCustomer(context, { ...document, document_type: type, credit_reason })
  const places = await readDecimalPlaces(context, document)
  const lines = withTotals(await copyLines(context, id), places)
  const values: Record<string, unknown> = {
    ...copyDocument(document),
    document_type: type,
    credit_reason,
    seller_id: document.seller_id,
    ...(vendor_id !== undefined && { vendor_id }),
  }
  const taxable = { ...(values as Document), seller_id: document.seller_id, document_date: null }
  const lineTaxes = await readTaxesOf(context, taxable, lines)
  const { totals, taxes } = taxedTotals(taxedLines(lines, lineTaxes), values, places)
  const created = firstOf(
    await insertDocuments(context, [{ ...values, ...storedTotals(type, totals), source_document_id: id }]),
  )
  await replaceDetails(context, transaction_document_details, { column: 'document_id', id: created }, lines)
  await saveTaxes(context, created, taxes)
  await audit(context, 'transaction_documents', created, 'create', [
    { field: 'source_document_id', before: null, after: id },
  ])
  await updateRecord(context, transaction_documents, id, { status_id: DOCUMENT_STATUS.closed })
  return readDocument(context, created)
}

/** The lines of the document for its successor. */
async function copyLines(context: Context, id: number): Promise<LineRow[]> {
  const lines = await readDetails(context, transaction_document_details, { column: 'document_id', id })
  return lines.map((line) => ({ ...copyOf(transaction_document_details, line), ...quotedPrice(line) }))
}

/** A quoted price keeps its explanation, and does not depend on the day of delivery. */
function quotedPrice({ price_source, price_found }: LineRow) {
  return { price_source, price_found: price_found && { ...price_found, price_by: 'order' } }
}

async function invoiceOrder(context: Context, id: number, vendor_id?: number): Promise<Document> {
  await refuseVendor(context, 'invoice', vendor_id)
  const invoice = getOrThrow(await makeInvoices(context, [id]), id)
  if (invoice instanceof Refusal) throw invoice
  return readDocument(context, invoice)
}

/** A purchase order requires a vendor that the actor may see; other documents have none. @throws Refusal 422 */
async function refuseVendor(context: Context, type: DocumentType, vendor_id?: number): Promise<void> {
  const isOrdered = type === 'purchase_order'
  if (vendor_id === undefined)
    return refuseIssues(issueIf(isOrdered, { field: 'vendor_id', rule: 'required' }))
  if (!isOrdered) return refuseIssues([{ field: 'vendor_id', rule: 'purchase_only' }])
  const vendor = await rowsOf(context, vendors)
    .where('vendors.company_id', '=', vendor_id)
    .select('vendors.company_id')
    .executeTakeFirst()
  refuseIssues(issueIf(!vendor, { field: 'vendor_id', rule: 'not_found' }))
}
