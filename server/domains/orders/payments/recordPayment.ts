import { sql } from 'kysely'
import type {
  listPayments as listPaymentsCall,
  recordPayment as recordPaymentCall,
} from '#core/domains/orders/calls.ts'
import { atCompanyRate } from '#core/domains/orders/totals.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type { ReceivedBy, ResponseOf } from '#core/platform/defineCall.ts'
import { issueIf } from '#core/platform/issue.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid } from '#server/platform/refusal.ts'
import { refuseIssues } from '#server/resources/changes/validate.ts'
import { audit } from '#server/resources/history/audit.ts'
import { requireVisible } from '#server/resources/rows.ts'
import { requireOrderDecisionRight } from '../orderingLimits.ts'
import { readDecimalPlaces } from '../readDecimalPlaces.ts'
import { type Document, readDocument } from '../readDocument.ts'
import { allocate, decimalIssues, lockDocuments, payable, readDays } from './allocate.ts'

type Payment = ReceivedBy<typeof recordPaymentCall>['body']
type PaymentRow = ResponseOf<typeof listPaymentsCall>['payments'][number]

/** The payments of a document, oldest first, with the amount that each paid. */
export async function listPayments(context: Context, id: number): Promise<PaymentRow[]> {
  await requireVisible(context, transaction_documents, id)
  const { rows } = await sql<PaymentRow>`
    select p.payment_id, ${id}::int8 as document_id, a.amount, p.currency_id, c.code as currency_title, a.company_amount, p.method,
      a.allocated_on as payment_date, p.reference, a.created_at, a.reversed_at, a.reverse_reason
    from allocations a join payments p using (payment_id) join currencies c using (currency_id)
    where a.document_id = ${id} order by a.allocated_on, a.allocation_id`.execute(context.db)
  return rows
}

/**
 * Records a payment of one invoice: its balance falls, and it is partially billed or paid. Orders that are completely billed and paid are
 * closed.
 * @throws Refusal 409 unless it is an open invoice; 422 for more than the balance or a foreign currency, and for the same
 * amount, day and reference again, unless confirmed.
 */
export async function recordPayment(
  context: Context,
  id: number,
  { payment_date, is_another, ...payment }: Payment,
): Promise<{ document: Document; payment_id: number }> {
  const locked = getOrThrow(await lockDocuments(context, [id]), id)
  requireOrderDecisionRight(context, locked)
  const document = payable(context, locked)
  const { company_id } = document
  const currency_id = payment.currency_id ?? document.currency_id
  const date = payment_date ?? (await readDays(context)).today
  const completed = { ...payment, company_id, currency_id, payment_date: date }
  if (!is_another) await refuseSamePayment(context, completed, id)
  const payment_id = await insertPayment(context, completed, document)
  const fields = {
    document_id: 'document_id',
    currency_id: 'currency_id',
    amount: 'amount',
    date: 'payment_date',
  }
  await allocate(
    context,
    { payment_id },
    [{ document_id: id, amount: payment.amount, date }],
    (_, name) => fields[name],
  )
  return { document: await readDocument(context, id), payment_id }
}

/** A payment of a customer. */
export interface NewPayment extends Omit<Payment, 'payment_date' | 'currency_id' | 'is_another'> {
  company_id: number
  currency_id: number
  payment_date: string
  /** The counted doorstep money. */
  doorstep_payment_id?: number
}

/**
 * Refuses a payment that equals an earlier one in amount, day and reference: it may have been entered twice. The caller has locked what both
 * pay, so that the second of two concurrent payments finds the first.
 * @param document_id only payments of this document count; without it, all of the customer
 * @throws Refusal 422
 */
export async function refuseSamePayment(
  { db }: Context,
  {
    company_id,
    amount,
    currency_id,
    payment_date,
    reference,
  }: Pick<NewPayment, 'company_id' | 'amount' | 'currency_id' | 'payment_date' | 'reference'>,
  document_id: number | null = null,
): Promise<void> {
  const { rows } = await sql`
    select from payments p where p.company_id = ${company_id} and p.amount = ${amount} and p.currency_id = ${currency_id}
      and p.payment_date = ${payment_date}::date and lower(p.reference) is not distinct from lower(${reference || null})
      and p.reversed_at is null and (${document_id}::int8 is null or exists (select from allocations a
        where a.payment_id = p.payment_id and a.document_id = ${document_id} and a.reversed_at is null)) limit 1`.execute(
    db,
  )
  if (rows.length > 0) throw invalid([{ field: 'is_another', rule: 'same_payment' }])
}

/**
 * Stores a payment of a customer, not allocated yet. Its value in the company's currency is by the rate of its day, else by the rate of
 * the document that it pays.
 * @throws Refusal 422 for a card, no amount, a day in the future, a currency that is neither the company's nor of one of its invoices
 */
export async function insertPayment(
  context: Context,
  payment: NewPayment,
  document?: Document,
): Promise<number> {
  const { db, actor } = context
  const { company_id, currency_id, amount, method, payment_date, reference, doorstep_payment_id } = payment
  const { latest } = await readDays(context)
  const { rows: found } = await sql<{
    company: string
    currency: string
    isForeign: boolean
    isKnown: boolean
    rate: string | null
  }>`
    select c.company, (select code from currencies where currency_id = ${currency_id}) as currency, c.currency_id <> ${currency_id} as "isForeign",
      coalesce(${document?.currency_id ?? null}::int8 = ${currency_id}, false) or exists (select from transaction_documents d
        where d.company_id = c.company_id and d.document_type = 'invoice' and d.currency_id = ${currency_id}) as "isKnown",
      (select rate from exchange_rates r where r.from_currency_id = c.currency_id and r.to_currency_id = ${currency_id}
        and coalesce(r.rate_date, r.updated_at::date) <= ${payment_date}::date and (r.is_active = 1 or r.is_held = 0)
        order by coalesce(r.rate_date, r.updated_at::date) desc, r.is_active desc, r.updated_at desc limit 1) as rate
    from companies c where c.company_id = ${company_id}`.execute(db)
  const { company, currency, isForeign, isKnown, rate } = firstOf(found)
  const places = await readDecimalPlaces(context, { company_id, currency_id })
  const ownRate = document?.currency_id === currency_id ? document.exchange_rate : null
  const used = rate ?? ownRate
  refuseIssues([
    ...issueIf(method === 'card', { field: 'method', rule: 'no_card_provider' }),
    ...issueIf(Number(amount) <= 0, { field: 'amount', rule: 'above_zero' }),
    ...decimalIssues(amount, places.document, 'amount'),
    ...issueIf(isForeign && !isKnown, { field: 'currency_id', rule: 'payment_currency' }),
    ...issueIf(isForeign && isKnown && used === null, { field: 'currency_id', rule: 'no_rate' }),
    ...issueIf(payment_date > latest, { field: 'payment_date', rule: 'in_future' }),
  ])
  const company_amount = isForeign && used !== null ? atCompanyRate(amount, used, places.company) : amount
  const { rows } = await sql<{ payment_id: number }>`
    insert into payments (company_id, amount, currency_id, company_amount, method, payment_date, reference, user_id,
      doorstep_payment_id)
    values (${company_id}, ${amount}, ${currency_id}, ${company_amount}, ${method}, ${payment_date}, ${reference || null},
      ${actor.user_id}, ${doorstep_payment_id ?? null})
    returning payment_id`.execute(db)
  const { payment_id } = firstOf(rows)
  const recorded = { company, amount, currency, method, payment_date }
  await audit(
    context,
    'payments',
    payment_id,
    'payment',
    Object.entries(recorded).map(([field, after]) => ({ field, before: null, after })),
  )
  return payment_id
}
