import { sql } from 'kysely'
import { DOCUMENT_STATUS, isFinished, nextDocumentStatuses } from '#core/domains/orders/documentStatus.ts'
import { type DocumentTotals, documentTotals, isSameAmount, lineTotal } from '#core/domains/orders/totals.ts'
import { transaction_document_details } from '#core/domains/orders/transaction_document_details.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type { ChangesOf, NewRecordOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/audit.ts'
import {
  acceptDetails,
  areSameDetails,
  type DetailRow,
  readDetails,
  replaceDetails,
} from '#server/resources/details.ts'
import { insertRecord, removeRecord, updateRecord } from '#server/resources/operations.ts'
import { lockRecord } from '#server/resources/rows.ts'
import { refuseStep } from '#server/resources/steps.ts'
import { acceptChanges, acceptNew, refuseIssues } from '#server/resources/validate.ts'
import { refuseLocked } from './findShipmentLock.ts'
import { keepAddresses } from './keepAddresses.ts'
import { type Document, readDocument } from './readDocument.ts'
import { withSigns } from './withSigns.ts'

type Details = { details?: DetailRow[] }
const lineKind = transaction_document_details
const ownerOf = (id: number) => ({ column: 'document_id', id })

/** A new document with its lines; it belongs to its device's company unless another is named. */
export async function createDocument(context: Context, body: object): Promise<Document> {
  const { details = [], ...values } = acceptNew(
    context,
    transaction_documents,
    withSigns(body),
  ) as NewRecordOf<typeof transaction_documents> & Details
  const { document_type = 'sales_order', status_id = DOCUMENT_STATUS.new } = values
  if (status_id !== DOCUMENT_STATUS.new) {
    refuseStatus(context, { document_type, status_id: DOCUMENT_STATUS.new }, status_id)
  }
  const lines = withTotals(await acceptDetails(context, lineKind, details, []))
  const totals = totalsOf(values, lines)
  refuseOtherTotals(body, lines, totals)
  const company_id = values.company_id ?? (await companyOfDevice(context, values.device_id))
  const { document_id } = await insertRecord(context, transaction_documents, {
    ...values,
    ...(await keepAddresses(context, { company_id, device_id: values.device_id }, values)),
    company_id,
    document_date: values.document_date ?? (await today(context)),
    ...totals,
  })
  await replaceDetails(context, lineKind, ownerOf(document_id), lines)
  return readDocument(context, document_id)
}

/**
 * Changes a document. A list of lines replaces the old one; the figures are counted anew.
 * @throws Refusal 409 when a product of it is on a shipment, or when the document is finished.
 */
export async function updateDocument(context: Context, id: number, body: object): Promise<Document> {
  const current = await lockRecord(context, transaction_documents, id)
  const accepted = acceptChanges(transaction_documents, withSigns(body), current) as Details
  const { details, ...given } = accepted
  const changes = withoutEmptied(given)
  const next = { ...current, ...changes }
  if (next.document_type !== current.document_type) {
    refuseIssues([{ field: 'document_type', rule: 'fixed' }])
  }
  const before = await readDetails(context, lineKind, ownerOf(id))
  const lines = withTotals(details ? await acceptDetails(context, lineKind, details, before) : before)
  const isSame = areSameDetails(lineKind, lines, before)
  if (!isSame || changesContent(current, changes)) await refuseFixed(context, current)
  const totals = totalsOf(next, lines, paidOf(current))
  refuseOtherTotals(body, lines, totals)
  if (next.status_id !== current.status_id) refuseStatus(context, current, next.status_id)
  const kept = await keepAddresses(context, next, changes)
  await updateRecord(context, transaction_documents, id, { ...changes, ...kept, ...totals })
  if (!isSame) await saveLines(context, id, lines, before)
  return readDocument(context, id)
}

/** Archives a document that no shipment holds. */
export async function removeDocument(context: Context, id: number): Promise<void> {
  await lockRecord(context, transaction_documents, id)
  await refuseLocked(context, id)
  await removeRecord(context, transaction_documents, id)
}

function refuseStatus(
  context: Context,
  { document_type, status_id }: Pick<Document, 'document_type' | 'status_id'>,
  to: number,
): void {
  refuseStep(context, transaction_documents, {
    field: 'status_id',
    from: status_id,
    to,
    allowed: nextDocumentStatuses(document_type, status_id),
  })
}

/** A document always has a company and a date: taking them away leaves them. */
function withoutEmptied(changes: ChangesOf<typeof transaction_documents>) {
  const { company_id, document_date, ...rest } = changes
  return { ...rest, ...(company_id != null && { company_id }), ...(document_date && { document_date }) }
}

async function saveLines(
  context: Context,
  id: number,
  lines: readonly DetailRow[],
  before: readonly DetailRow[],
): Promise<void> {
  await replaceDetails(context, lineKind, ownerOf(id), lines)
  await sql`update transaction_documents set updated_at = ${context.now} where document_id = ${id}`.execute(
    context.db,
  )
  await audit(context, 'transaction_documents', id, 'update', [
    { field: 'details', before: before.map(shortLine), after: lines.map(shortLine) },
  ])
}

function shortLine({ product_id, quantity, unit_price, line_total }: DetailRow): object {
  return { product_id, quantity, unit_price, line_total }
}

function withTotals(lines: readonly DetailRow[]): DetailRow[] {
  return lines.map((line) => ({ ...line, line_total: lineTotal(line) }))
}

/** More digits than a figure has room for. */
const MOST_DIGITS = 13

function totalsOf(document: object, lines: readonly DetailRow[], paid = '0'): DocumentTotals {
  const totals = documentTotals(
    lines.map(({ line_total }) => String(line_total)),
    document,
    paid,
  )
  const isTooLarge = [...Object.values(totals), ...lines.map(({ line_total }) => String(line_total))].some(
    (value) => value.replace(/\D/g, '').length > MOST_DIGITS,
  )
  refuseIssues([
    ...(isTooLarge ? [{ field: 'total_amount', rule: 'too_high' }] : []),
    ...(Number(totals.subtotal) < Number(totals.discount_amount)
      ? [{ field: 'discount', rule: 'discount_too_high' }]
      : []),
    ...(Number(paid) > 0 && Number(totals.balance) < 0
      ? [{ field: 'total_amount', rule: 'below_payments' }]
      : []),
  ])
  return totals
}

/** Who sends figures has counted them too: one that differs is a mistake on one of the two sides. */
function refuseOtherTotals(body: object, lines: readonly DetailRow[], totals: DocumentTotals): void {
  const given = body as Readonly<Record<string, unknown>>
  const rows = Array.isArray(given['details']) ? (given['details'] as DetailRow[]) : []
  const sent = [
    ...Object.entries(totals).map(([field, counted]) => [field, given[field], counted] as const),
    ...rows.map(
      (row, index) =>
        [`details.${index}.line_total`, row['line_total'], String(lines[index]?.['line_total'])] as const,
    ),
  ]
  refuseIssues(
    sent
      .filter(([, value, counted]) => value != null && !isSameAmount(String(value), counted))
      .map(([field, , counted]) => ({ field, rule: 'total_differs', params: { counted } })),
  )
}

/** What was written stays when a shipment holds the document or its life is over. */
async function refuseFixed(context: Context, current: Document): Promise<void> {
  await refuseLocked(context, current.document_id)
  if (isFinished(current.status_id)) throw conflict('messages.document_finished')
}

/** Filing a document away and its next status change nothing of what is written in it. */
function changesContent(current: Document, changes: object): boolean {
  const now = current as unknown as Record<string, unknown>
  return Object.entries(changes).some(
    ([name, value]) => name !== 'archived' && name !== 'status_id' && (now[name] ?? null) !== (value ?? null),
  )
}

function paidOf({ total_amount, balance }: Document): string {
  return documentTotals([total_amount], {}, balance).balance
}

/** 0 for a device that is not there: the reference itself is refused then. */
async function companyOfDevice({ db }: Context, device_id: number): Promise<number> {
  const { rows } = await sql<{ company_id: number }>`
    select company_id from devices where device_id = ${device_id}`.execute(db)
  return rows[0]?.company_id ?? 0
}

async function today({ db }: Context): Promise<string> {
  const { rows } = await sql<{ today: string }>`select business_today() as today`.execute(db)
  return rows[0]!.today
}
