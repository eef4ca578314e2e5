import { sql } from 'kysely'
import { CHARGES } from '#core/domains/orders/charges.ts'
import { conversionsOf, type DocumentType, isApprovedBy } from '#core/domains/orders/documentStatus.ts'
import { type DecimalPlaces, isMoreThan } from '#core/domains/orders/totals.ts'
import { type Issue, issueIf } from '#core/platform/issue.ts'
import type { Values } from '#core/platform/values.ts'
import type { LineRow } from '#server/domains/orders/lines/documentLines.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, invalid } from '#server/platform/refusal.ts'
import { translate } from '#server/platform/translate.ts'
import { refuseIssues } from '#server/resources/changes/validate.ts'
import { readFigures } from './invoices/settleOrder.ts'
import { BILLS_NOTHING, IS_CREDITED } from './lines/lineQuantities.ts'
import type { Document } from './readDocument.ts'

interface Amounts {
  current: Values
  changes: Values
  before: readonly LineRow[]
  lines: readonly LineRow[]
}

/** A changed amount has no more decimals than its currency. */
export function changedAmountIssues(
  places: DecimalPlaces,
  { current, changes, before, lines }: Amounts,
): Issue[] {
  const scale = places.company
  const next: Values = { ...current, ...changes }
  const issue = (field: string): Issue => ({ field, rule: 'too_many_decimals', params: { scale } })
  const names = [...CHARGES, ...(next.discount_type === 'P' ? [] : ['discount'])]
  const ofLines = lines.flatMap((line, index) => {
    const old = before.find((item) => item.document_detail_id === line.document_detail_id)
    const amount = line.line_discount_amount
    const isOld = old !== undefined && old.line_discount_amount === amount
    return !isOld && isFiner(amount, scale) ? [issue(`details.${index}.line_discount_amount`)] : []
  })
  return [
    ...names
      .filter((name) => name in changes && isFiner(next[name], scale) && current[name] !== next[name])
      .map(issue),
    ...ofLines,
  ]
}

/** A document in its company's currency is not converted. A stored rate stays until it, the currency or the company changes. */
export async function rateIssues(
  { db }: Context,
  {
    company_id,
    currency_id,
    exchange_rate,
  }: Pick<Document, 'company_id' | 'currency_id'> & { exchange_rate?: string },
  current?: Document,
): Promise<Issue[]> {
  const isStored =
    current?.company_id === company_id &&
    current.currency_id === currency_id &&
    Number(current.exchange_rate) === Number(exchange_rate)
  if (isStored || Number(exchange_rate ?? 1) === 1) return []
  const { rows } = await sql`
    select from companies where company_id = ${company_id} and currency_id = ${currency_id}`.execute(db)
  return issueIf(rows.length > 0, { field: 'exchange_rate', rule: 'own_currency_rate' })
}

/** Whether an amount has more digits than the decimals of its currency. */
export function isFiner(amount: unknown, places: number): boolean {
  const decimals = String(amount ?? '').split('.')[1] ?? ''
  return /[1-9]/.test(decimals.slice(places))
}

/** The approval of an order that is approved by its status cannot be removed separately. */
export function refuseTakenApproval(current: Document, next: Document): void {
  if (
    isApprovedBy(current.document_type, current.status_id) &&
    current.approved === 1 &&
    next.approved === 0
  ) {
    refuseIssues([{ field: 'approved', rule: 'approved_by_status' }])
  }
}

/** @throws Refusal 409 for a document with a payment or a credit that was not reversed. */
export async function refusePaid({ db }: Context, id: number): Promise<void> {
  const { rows } = await sql`
    select from allocations where reversed_at is null and num_nonnulls(payment_id, credit_note_id) = 1
      and (document_id = ${id} or credit_note_id = ${id}) limit 1`.execute(db)
  if (rows.length > 0) throw conflict('messages.has_payments')
}

/** @throws Refusal 409 for an invoice over a period of a subscription that another invoice bills, in part or whole. */
export async function refuseBilledPeriod({ db }: Context, invoice_id: number): Promise<void> {
  const { rows } = await sql`
    select from subscription_invoices b join subscription_invoices other on other.subscription_id = b.subscription_id
        and daterange(other.period_start, other.period_end, '[]') && daterange(b.period_start, b.period_end, '[]')
      join transaction_documents d on d.document_id = other.invoice_id
    where b.invoice_id = ${invoice_id} and d.document_id <> ${invoice_id} and d.archived = 0
      and d.status_id <> all(${BILLS_NOTHING}) and not ${IS_CREDITED} limit 1`.execute(db)
  if (rows.length > 0) throw conflict('messages.subscription_billed')
}

/** @throws Refusal 409 when billed lines of an order would change. */
export async function refuseBilled(
  context: Context,
  { document_id, document_type }: Document,
): Promise<void> {
  if (document_type !== 'sales_order') return
  const figures = await readFigures(context, [document_id])
  if (figures.some(({ quantity_invoiced }) => Number(quantity_invoiced) > 0))
    throw conflict('messages.order_billed')
}

/**
 * An invoice of an order bills at most what was delivered.
 * @throws Refusal 422 naming each line that bills more, with the maximum
 */
export async function refuseOverbilled(context: Context, id: number): Promise<void> {
  const { rows } = await sql<{
    source_detail_id: number | null
    document_id: number | null
    quantity: string
  }>`
    select l.source_detail_id, s.document_id, l.quantity from transaction_document_details l
      left join transaction_document_details s on s.document_detail_id = l.source_detail_id
    where l.document_id = ${id} order by l.sort_order, l.document_detail_id`.execute(context.db)
  const orders = [...new Set(rows.flatMap(({ document_id }) => (document_id === null ? [] : [document_id])))]
  if (orders.length === 0) return
  const figures = await readFigures(context, orders)
  const issues = rows.flatMap(({ source_detail_id }, index): Issue[] => {
    const found = figures.find(({ document_detail_id }) => document_detail_id === source_detail_id)
    return found && isMoreThan(found.quantity_invoiced, found.quantity_delivered)
      ? [
          {
            field: `details.${index}.quantity`,
            rule: 'above_delivered',
            params: { delivered: found.quantity_delivered },
          },
        ]
      : []
  })
  if (issues.length > 0) throw invalid(issues)
}

/** @throws Refusal 409 naming the types that the document can be converted to */
export function refuseConversion({ actor }: Context, document: Document, type: DocumentType): void {
  const allowed = conversionsOf(document.document_type, document.status_id)
  if (allowed.includes(type)) return
  const choice = (field: string, value: string | number) =>
    translate(actor.language, `records.transaction_documents.choices.${field}.${value}`).toLowerCase()
  const names = allowed.map((item) => choice('document_type', item))
  throw conflict('messages.conversion_refused', {
    what: choice('document_type', document.document_type),
    status: choice('status_id', document.status_id),
    to: choice('document_type', type),
    allowed: names.length > 0 ? names.join(', ') : translate(actor.language, 'messages.no_step'),
  })
}
