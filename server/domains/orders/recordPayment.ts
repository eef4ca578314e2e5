import { sql } from 'kysely'
import type {
  listPayments as listPaymentsCall,
  recordPayment as recordPaymentCall,
} from '#core/domains/orders/calls.ts'
import { isPayable, statusAfterPayment } from '#core/domains/orders/documentStatus.ts'
import {
  atCompanyRate,
  type DecimalPlaces,
  documentTotals,
  isMoreThan,
  isSameAmount,
} from '#core/domains/orders/totals.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type { AnswerOf, ReceivedBy } from '#core/platform/defineCall.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, invalid } from '#server/platform/refusal.ts'
import { translate } from '#server/platform/translate.ts'
import { audit } from '#server/resources/audit.ts'
import { updateRecord } from '#server/resources/operations.ts'
import { lockRecord, requireVisible } from '#server/resources/rows.ts'
import { isFiner } from './documentRules.ts'
import { requireOrderDecisionRight } from './orderingLimits.ts'
import { readDecimalPlaces } from './readDecimalPlaces.ts'
import { type Document, readDocument } from './readDocument.ts'
import { settleInvoicedOrder } from './settleOrder.ts'

type Payment = ReceivedBy<typeof recordPaymentCall>['body']
type PaymentRow = AnswerOf<typeof listPaymentsCall>['payments'][number]

/** The payments of a document, oldest first. */
export async function listPayments(context: Context, id: number): Promise<PaymentRow[]> {
  await requireVisible(context, transaction_documents, id)
  const { rows } = await sql<PaymentRow>`
    select payment_id, document_id, amount, p.currency_id, c.code as currency_title, company_amount, method,
      payment_date, reference, p.created_at, p.reversed_at, p.reverse_reason
    from payments p join currencies c using (currency_id)
    where document_id = ${id} order by payment_date, payment_id`.execute(context.db)
  return rows
}

/**
 * Records a payment of an invoice: its balance falls, and it is partially billed or paid. Orders that are completely billed and paid are
 * closed.
 * @throws Refusal 409 unless it is an open invoice; 422 for more than the balance or a foreign currency.
 */
export async function recordPayment(
  context: Context,
  id: number,
  payment: Payment,
): Promise<{ document: Document; payment_id: number }> {
  requireOrderDecisionRight(context)
  const document = await lockRecord(context, transaction_documents, id)
  refuseUnpayable(context, document)
  await refuseOutsideDates(context, document, payment.payment_date)
  const currency_id = payment.currency_id ?? document.currency_id
  const places = await readDecimalPlaces(context, document)
  const amount = await companyAmount(context, document, { ...payment, currency_id }, places)
  const { rows } = await sql<{ payment_id: number }>`
    insert into payments (document_id, amount, currency_id, company_amount, method, payment_date, reference, user_id,
      status_before)
    values (${id}, ${payment.amount}, ${currency_id}, ${amount}, ${payment.method},
      coalesce(${payment.payment_date ?? null}::date, business_today()), ${payment.reference || null},
      ${context.actor.user_id}, ${document.status_id})
    returning payment_id`.execute(context.db)
  const after = documentTotals(
    [balanceOf(document)],
    { exchange_rate: document.exchange_rate },
    amount,
    places,
  )
  await updateRecord(context, transaction_documents, id, {
    balance: after.balance,
    document_balance: after.document_balance,
    status_id: statusAfterPayment(document.status_id, Number(after.balance) === 0) as Document['status_id'],
  })
  await audit(context, 'transaction_documents', id, 'payment', [
    { field: 'balance', before: document.balance, after: after.balance },
  ])
  if (Number(after.balance) === 0) await settleInvoicedOrder(context, id)
  return { document: await readDocument(context, id), payment_id: rows[0]!.payment_id }
}

function refuseUnpayable({ actor }: Context, { document_type, status_id }: Document): void {
  if (isPayable(document_type, status_id)) return
  const choice = (field: string, value: string | number) =>
    translate(actor.language, `records.transaction_documents.choices.${field}.${value}`).toLowerCase()
  throw conflict('messages.not_payable', {
    what: choice('document_type', document_type),
    status: choice('status_id', status_id),
  })
}

/** A payment date is today or earlier (by the business's day or the writer's own), and at the earliest the invoice's date. */
async function refuseOutsideDates(
  { db, actor }: Context,
  { document_date }: Document,
  payment_date?: string | null,
): Promise<void> {
  const { rows } = await sql<{ is_late: boolean; is_early: boolean }>`
    select coalesce(${payment_date ?? null}::date > greatest(business_today(), (now() at time zone ${actor.timeZone})::date), false)
        as is_late,
      coalesce(${payment_date ?? null}::date, business_today()) < ${document_date}::date as is_early`.execute(
    db,
  )
  if (rows[0]!.is_late) throw invalid([{ field: 'payment_date', rule: 'in_future' }])
  if (rows[0]!.is_early) throw invalid([{ field: 'payment_date', rule: 'before_document' }])
}

/** The rest to pay of an invoice, in its company's currency. */
function balanceOf({ balance, total_amount }: Document): string {
  return balance ?? total_amount
}

/** The amount by which the payment reduces the balance, in the company's currency. */
async function companyAmount(
  { db }: Context,
  document: Document,
  { amount, currency_id, method }: Payment,
  places: DecimalPlaces,
): Promise<string> {
  if (method === 'card') throw invalid([{ field: 'method', rule: 'no_card_provider' }])
  if (Number(amount) <= 0) throw invalid([{ field: 'amount', rule: 'above_zero' }])
  const rows = await db
    .selectFrom('companies')
    .select('currency_id')
    .where('company_id', '=', document.company_id)
    .execute()
  const own = rows[0]?.currency_id
  if (currency_id !== own && currency_id !== document.currency_id) {
    throw invalid([{ field: 'currency_id', rule: 'payment_currency' }])
  }
  const isForeign = currency_id !== own
  const left = (isForeign ? document.document_balance : null) ?? balanceOf(document)
  const scale = isForeign ? places.document : places.company
  if (isFiner(amount, scale)) {
    throw invalid([{ field: 'amount', rule: 'too_many_decimals', params: { scale } }])
  }
  if (isMoreThan(amount, left)) {
    throw invalid([{ field: 'amount', rule: 'above_balance', params: { balance: left } }])
  }
  // The last payment takes the whole rest, so that no thousandth stays.
  if (isSameAmount(amount, left)) return balanceOf(document)
  return isForeign ? atCompanyRate(amount, document.exchange_rate, places.company) : amount
}
