import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { taxTotal } from '#core/domains/finance/calculateTaxes.ts'
import type {
  creditInvoice as creditInvoiceCall,
  readCredit as readCreditCall,
} from '#core/domains/orders/calls.ts'
import { CHARGES } from '#core/domains/orders/charges.ts'
import {
  type CreditableInvoice,
  type CreditableLine,
  type CreditRequest,
  creditIssues,
  creditNoteOf,
  leftToCredit,
  quantityToCredit,
} from '#core/domains/orders/creditNote.ts'
import { DOCUMENT_STATUS, isCreditable, isPayable } from '#core/domains/orders/documentStatus.ts'
import { isSentInvoice } from '#core/domains/orders/figuresLeave.ts'
import { quantityOver } from '#core/domains/orders/fulfilment.ts'
import { documentTotals, isSameAmount, storedTotals } from '#core/domains/orders/totals.ts'
import { transaction_document_details } from '#core/domains/orders/transaction_document_details.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type { ReceivedBy, ResponseOf } from '#core/platform/defineCall.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Values } from '#core/platform/values.ts'
import { writableFields } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, invalid } from '#server/platform/refusal.ts'
import { replaceDetails } from '#server/resources/changes/details.ts'
import { refuseIssues } from '#server/resources/changes/validate.ts'
import { audit } from '#server/resources/history/audit.ts'
import { lockRecord, readRecord } from '#server/resources/rows.ts'
import { insertDocuments } from '../insertDocuments.ts'
import { insertTaxes } from '../lines/taxLines.ts'
import { requireOrderDecisionRight } from '../orderingLimits.ts'
import { allocate, markSubscriptionPaid } from '../payments/allocate.ts'
import { readDecimalPlaces } from '../readDecimalPlaces.ts'
import { type Document, type DocumentLine, readDocument, readLines } from '../readDocument.ts'
import { copyDocument } from './copyDocument.ts'
import { readFigures, settleInvoicedOrders } from './settleOrder.ts'
import { readCreditedTaxes } from './taxCredit.ts'

type Line = DocumentLine & CreditableLine
type Credit = NonNullable<ResponseOf<typeof readCreditCall>['credit']>

/** The creditable rest of an invoice; null for a document that cannot be credited. @throws Refusal 404 */
export async function readCredit(context: Context, id: number): Promise<Credit | null> {
  const document: Document = await readRecord(context, transaction_documents, id)
  if (!mayBeCredited(document)) return null
  const invoice = await readCreditable(context, document)
  const over = await readOver(context, invoice.lines)
  return {
    left: leftToCredit(invoice),
    lines: invoice.lines.map((line) => ({
      document_detail_id: line.document_detail_id,
      product_title: line.product_title,
      unit_title: line.unit_title,
      quantity_left: quantityToCredit(line),
      quantity_over: over.get(line.document_detail_id) ?? '0.000',
    })),
  }
}

/**
 * Credits an invoice that was sent, or part of it, with a credit note that is open and numbered at once. It pays the invoice up to its
 * balance. Orders are billed again for credited quantities.
 * @returns the credit note
 * @throws Refusal 409 for a document that cannot be credited, or that is fully credited; 422 for more than the rest, at each field, and for
 * the same lines or amount with the same reason again, unless confirmed
 */
export async function creditInvoice(
  context: Context,
  id: number,
  { reason, is_another, ...request }: ReceivedBy<typeof creditInvoiceCall>['body'],
): Promise<Document> {
  const document = await lockRecord(context, transaction_documents, id)
  requireOrderDecisionRight(context, document)
  if (!mayBeCredited(document)) throw conflict('messages.not_creditable')
  const places = await readDecimalPlaces(context, document)
  const invoice = await readCreditable(context, document)
  refuseIssues(creditIssues(invoice, request, places.company))
  const note = creditNoteOf(invoice, request, places.company)
  if (!note) throw conflict('messages.nothing_to_credit')
  if (!is_another) await refuseSameCredit(context, id, { reason, ...request })
  const { lines, discount, discount_amount, total_amount, ...charges } = note
  const credited = {
    ...{ discount_amount, charges: Decimal.sum(...Object.values(charges)).toFixed() },
    lines: lines.map(({ line, ...figures }) => ({ ...figures, document_detail_id: line.document_detail_id })),
    isRest: isSameAmount(leftToCredit(invoice), total_amount.replace(/^-/, '')),
  }
  const taxes = await readCreditedTaxes(context, id, credited, places.company)
  const totals = documentTotals(
    lines.map(({ line_total }) => line_total),
    { ...charges, discount: discount_amount, exchange_rate: document.exchange_rate },
    '0',
    places,
    taxTotal(taxes),
  )
  const inserted = await insertDocuments(
    context,
    [
      {
        ...copyDocument(document),
        ...{ document_type: 'credit_note', discount_type: 'A', discount, ...charges },
        ...storedTotals('credit_note', totals),
        comments: reason,
        seller_id: document.seller_id,
        source_document_id: id,
      },
    ],
    { status_id: DOCUMENT_STATUS.open, notBefore: document.document_date },
  )
  const created = firstOf(inserted)
  const copied = writableFields(transaction_document_details).map(([name]) => name)
  const rows = lines.map(({ line, ...figures }) => {
    const values: Values = { ...line }
    return {
      ...Object.fromEntries(copied.map((name) => [name, values[name]])),
      ...figures,
      source_detail_id: line.source_detail_id,
      credited_detail_id: line.document_detail_id,
    }
  })
  await replaceDetails(context, transaction_document_details, { column: 'document_id', id: created }, rows)
  await insertTaxes(
    context,
    taxes.map((tax) => ({ ...tax, document_id: created, document_detail_id: null })),
  )
  await audit(context, 'transaction_documents', created, 'create', [
    { field: 'source_document_id', before: null, after: id },
  ])
  await audit(context, 'transaction_documents', id, 'update', [
    { field: 'reason', before: null, after: reason },
  ])
  const isOwed = isPayable(document.document_type, document.status_id) && Number(document.balance) > 0
  if (isOwed && Number(totals.total_amount) < 0)
    await allocate(context, { credit_note_id: created }, [{ document_id: id }])
  await markSubscriptionPaid(context, id)
  await settleInvoicedOrders(context, [id])
  return readDocument(context, created)
}

/**
 * Refuses a credit with the same lines or amount and the same reason as an earlier one. The whole rest can be credited only
 * once. The caller has locked the invoice.
 * @throws Refusal 422
 */
async function refuseSameCredit(
  { db }: Context,
  id: number,
  { reason, details = [], amount }: CreditRequest & { reason: string },
): Promise<void> {
  if (details.length === 0 && amount === undefined) return
  const lines = Object.fromEntries(
    details.map(({ document_detail_id, quantity }) => [document_detail_id, -Number(quantity)]),
  )
  const { rows } = await sql`
    select from transaction_documents c where c.source_document_id = ${id} and c.document_type = 'credit_note'
      and lower(c.comments) = lower(${reason}) and (${amount ?? null}::numeric is null or c.total_amount = -${amount ?? null}::numeric)
      and ${JSON.stringify(lines)}::jsonb = coalesce((select jsonb_object_agg(l.credited_detail_id, l.quantity)
        from transaction_document_details l where l.document_id = c.document_id), '{}') limit 1`.execute(db)
  if (rows.length > 0) throw invalid([{ field: 'is_another', rule: 'same_credit' }])
}

/** A sent invoice whose debt counts. */
function mayBeCredited(document: Document): boolean {
  return (
    document.document_type === 'invoice' &&
    document.archived === 0 &&
    isSentInvoice(document) &&
    isCreditable(document.status_id)
  )
}

async function readCreditable(context: Context, document: Document): Promise<CreditableInvoice<Line>> {
  const { document_id } = document
  const { rows } = await sql<{ id: number | null; quantity: string; discount: string; total: string }>`
    select l.credited_detail_id as id, -sum(l.quantity) as quantity, -sum(l.line_discount_amount) as discount,
      -sum(l.line_total) as total
    from transaction_document_details l join transaction_documents c using (document_id)
    where c.source_document_id = ${document_id} and c.document_type = 'credit_note'
    group by l.credited_detail_id`.execute(context.db)
  const sums = sql.join(
    [...CHARGES, 'discount'].map((name) => sql`coalesce(-sum(${sql.ref(name)}), 0) as ${sql.id(name)}`),
  )
  const { rows: all } = await sql<CreditableInvoice['credited']>`
    select ${sums}, coalesce(-sum(total_amount), 0) as total
    from transaction_documents where source_document_id = ${document_id} and document_type = 'credit_note'`.execute(
    context.db,
  )
  const lines = await readLines(context, document_id)
  const discounts = await readDiscounts(context, document)
  return {
    ...document,
    ...(discounts && { discounts }),
    credited: firstOf(all),
    lines: lines.map((line) => {
      const found = rows.find(({ id }) => id === line.document_detail_id)
      return { ...line, credited: found ?? { quantity: '0', discount: '0', total: '0' } }
    }),
  }
}

/** The discount of each order on an invoice over several; null for others, and once a person entered another discount. */
async function readDiscounts({ db }: Context, { document_id, discount_amount }: Document) {
  const { rows } = await sql<{ discount: string; lines: number[] }>`
    select b.discount, coalesce((select json_agg(l.document_detail_id) from transaction_document_details l
        join transaction_document_details s on s.document_detail_id = l.source_detail_id
        where l.document_id = b.invoice_id and s.document_id = b.order_id), '[]') as lines
    from invoice_orders b where b.invoice_id = ${document_id} order by b.order_id`.execute(db)
  const isAsBilled = isSameAmount(
    discount_amount,
    Decimal.sum('0', ...rows.map(({ discount }) => discount)).toFixed(),
  )
  return rows.length > 0 && isAsBilled ? rows : null
}

/** Excess of the billed over the delivered quantity by line of an invoice, because a ticket was corrected later. */
async function readOver(context: Context, lines: readonly Line[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ document_id: number }>`
    select distinct document_id from transaction_document_details
    where document_detail_id = any(${lines.map(({ source_detail_id }) => source_detail_id ?? 0)})`.execute(
    context.db,
  )
  if (rows.length === 0) return new Map()
  const figures = await readFigures(
    context,
    rows.map(({ document_id }) => document_id),
  )
  return new Map(
    lines.flatMap((line) => {
      const found = figures.find(
        ({ document_detail_id }) => Number(document_detail_id) === line.source_detail_id,
      )
      return found ? [[line.document_detail_id, quantityOver(found, quantityToCredit(line))]] : []
    }),
  )
}
