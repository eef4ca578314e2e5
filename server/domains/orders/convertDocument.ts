import { sql } from 'kysely'
import { vendors } from '#core/domains/companies/vendors.ts'
import { conversionsOf, DOCUMENT_STATUS, type DocumentType } from '#core/domains/orders/documentStatus.ts'
import { unpricedIssues } from '#core/domains/orders/figuresLeave.ts'
import { taxedTotals } from '#core/domains/orders/taxedTotals.ts'
import { type DocumentFigures, storedTotals } from '#core/domains/orders/totals.ts'
import { transaction_document_details } from '#core/domains/orders/transaction_document_details.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { issueIf } from '#core/platform/issue.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict } from '#server/platform/refusal.ts'
import { translate } from '#server/platform/translate.ts'
import { audit } from '#server/resources/audit.ts'
import { copyOf } from '#server/resources/copyOf.ts'
import { type DetailRow, readDetails, replaceDetails } from '#server/resources/details.ts'
import { namedTables } from '#server/resources/namedTables.ts'
import { updateRecord } from '#server/resources/operations.ts'
import { lockRecord, rowsOf } from '#server/resources/rows.ts'
import { refuseIssues, toColumns } from '#server/resources/validate.ts'
import { billedAmounts, billedLines } from './billedLines.ts'
import { withTotals } from './documentLines.ts'
import { requireOrderDecisionRight } from './orderingLimits.ts'
import { priceDelivered } from './priceDelivered.ts'
import { readDecimalPlaces } from './readDecimalPlaces.ts'
import { type Document, readDocument } from './readDocument.ts'
import { settleOrder } from './settleOrder.ts'
import { readTaxesOf, saveTaxes, taxedLines } from './taxLines.ts'

/**
 * Makes the next document of an accepted quote (a purchase or sales order with the same lines, which closes the quote) or of an order with
 * a delivery (an invoice over what is not billed yet).
 * @param vendor_id the vendor of a purchase order
 * @throws Refusal 409 when it cannot be converted to that, or when there is nothing to bill; 422 for a purchase order without a vendor
 */
export async function convertDocument(
  context: Context,
  id: number,
  type: DocumentType,
  vendor_id?: number,
): Promise<Document> {
  requireOrderDecisionRight(context)
  // What waited for a posted price may have one by now.
  if (type === 'invoice') await priceDelivered(context, [id])
  const document = await lockRecord(context, transaction_documents, id)
  refuseConversion(context, document, type)
  await refuseVendor(context, type, vendor_id)
  const places = await readDecimalPlaces(context, document)
  const before = await readDetails(context, transaction_document_details, { column: 'document_id', id })
  const isBilling = document.document_type === 'sales_order'
  const lines = isBilling
    ? await billedLines(context, document, before, places)
    : before.map((line) => copyOf(transaction_document_details, line))
  if (isBilling && lines.length === 0) throw conflict('messages.nothing_to_bill')
  if (isBilling) refuseUnbillable(before, lines)
  const counted = withTotals(lines, places)
  const amounts = isBilling ? await billedAmounts(context, document, counted, places) : {}
  const values: Record<string, unknown> = {
    ...copyOf(transaction_documents, document),
    ...amounts,
    document_type: type,
    seller_id: document.seller_id,
    ...(vendor_id !== undefined && { vendor_id }),
  }
  const taxable = { ...(values as Document), seller_id: document.seller_id, document_date: null }
  const found = await readTaxesOf(context, taxable, counted)
  const { totals, taxes } = taxedTotals(taxedLines(counted, found), values as DocumentFigures, places)
  const made = await insertDocument(context, {
    ...{ ...values, ...storedTotals(type, totals) },
    source_document_id: id,
  })
  await replaceDetails(context, transaction_document_details, { column: 'document_id', id: made }, counted)
  await saveTaxes(context, made, taxes)
  await audit(context, 'transaction_documents', made, 'create', [
    { field: 'source_document_id', before: null, after: id },
  ])
  if (isBilling) await settleOrder(context, id)
  else await updateRecord(context, transaction_documents, id, { status_id: DOCUMENT_STATUS.closed })
  return readDocument(context, made)
}

/** Inserts a new document with today's date by default, due by its own date and terms. */
export async function insertDocument(
  { db }: Context,
  values: Record<string, unknown>,
  {
    status_id = DOCUMENT_STATUS.new,
    notBefore = null,
  }: { status_id?: number; notBefore?: string | null } = {},
): Promise<number> {
  const day = sql`greatest(business_today(), ${notBefore}::date)`
  const made = await namedTables(db)
    .insertInto('transaction_documents')
    .values({
      ...toColumns(transaction_documents, values, true),
      status_id,
      document_date: day,
      due_date: sql`${day} + (select term_days from payment_terms
        where payment_term_id = ${values['payment_term_id']})::int`,
    })
    .returning('document_id')
    .executeTakeFirstOrThrow()
  return Number(made['document_id'])
}

/** Delivered lines without a price are priced on the order before they are billed. @throws Refusal 422 naming the lines */
function refuseUnbillable(ordered: readonly DetailRow[], billed: readonly DetailRow[]): void {
  const isBilled = ({ document_detail_id }: DetailRow) =>
    billed.some(({ source_detail_id }) => Number(source_detail_id) === Number(document_detail_id))
  refuseIssues(unpricedIssues(ordered, isBilled))
}

/** A purchase order requires a vendor that the actor may see; other documents have none. @throws Refusal 422 */
async function refuseVendor(context: Context, type: DocumentType, vendor_id?: number): Promise<void> {
  const isOrdered = type === 'purchase_order'
  if (vendor_id === undefined)
    return refuseIssues(issueIf(isOrdered, { field: 'vendor_id', rule: 'required' }))
  if (!isOrdered) return refuseIssues([{ field: 'vendor_id', rule: 'purchase_only' }])
  const known = await rowsOf(context, vendors)
    .where('vendors.company_id', '=', vendor_id)
    .select('vendors.company_id')
    .executeTakeFirst()
  refuseIssues(issueIf(!known, { field: 'vendor_id', rule: 'not_found' }))
}

function refuseConversion({ actor }: Context, document: Document, type: DocumentType): void {
  const allowed = conversionsOf(document.document_type, document.status_id)
  if (allowed.includes(type)) return
  const choice = (field: string, value: string | number) =>
    translate(actor.language, `records.transaction_documents.choices.${field}.${value}`).toLowerCase()
  const names = allowed.map((one) => choice('document_type', one))
  throw conflict('messages.conversion_refused', {
    what: choice('document_type', document.document_type),
    status: choice('status_id', document.status_id),
    to: choice('document_type', type),
    allowed: names.length > 0 ? names.join(', ') : translate(actor.language, 'messages.no_step'),
  })
}
