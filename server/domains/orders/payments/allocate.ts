import { type RawBuilder, sql } from 'kysely'
import { ACCOUNT_STATUSES, spread } from '#core/domains/orders/account.ts'
import {
  type Allocated,
  allocated,
  allocationIssues,
  leftAfter,
  mostOf,
  type SourceLeft,
} from '#core/domains/orders/allocation.ts'
import {
  DOCUMENT_STATUS,
  isPayable,
  statusAfterPayment,
  statusAfterReversal,
} from '#core/domains/orders/documentStatus.ts'
import { type DecimalPlaces, documentTotals } from '#core/domains/orders/totals.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { type Issue, issueIf } from '#core/platform/issue.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, notFound } from '#server/platform/refusal.ts'
import { translate } from '#server/platform/translate.ts'
import { refuseIssues } from '#server/resources/changes/validate.ts'
import { audit } from '#server/resources/history/audit.ts'
import { updateRecord } from '#server/resources/operations.ts'
import { lockRecord } from '#server/resources/rows.ts'
import { isFiner } from '../documentRules.ts'
import { ordersOfInvoices, settleOrders } from '../invoices/settleOrder.ts'
import { IS_CREDITED } from '../lines/lineQuantities.ts'
import { requireOrderDecisionRight } from '../orderingLimits.ts'
import { readDecimalPlaces } from '../readDecimalPlaces.ts'
import type { Document } from '../readDocument.ts'

/** A payment, or a credit note by the id of its document. */
export type Source = { payment_id: number } | { credit_note_id: number }

/** The part of a source that an invoice gets. Without an amount: the smaller of balance and rest. Without a date: the later of both dates. */
export interface Part {
  document_id: number
  amount?: string | null
  date?: string | null
}

type PartField = 'document_id' | 'currency_id' | 'amount' | 'date'

/** The place of a part in a list of them. */
const inList = (index: number, name: PartField): string =>
  `allocations.${index}.${name === 'currency_id' ? 'document_id' : name}`

/**
 * Pays invoices with a payment or a credit note, under locks: first the documents in order of their ids, then the source. Never more
 * than the rest of the source or the balance, never before the invoice's date or in the future. Balances, statuses and orders follow. The caller
 * has checked that the actor may see a payment.
 * @param fieldOf names the field of a part in the body
 * @throws Refusal 404 for a document out of reach; 409 for one that accepts no payment; 422 naming each invalid part
 */
export async function allocate(
  context: Context,
  source: Source,
  parts: readonly Part[],
  fieldOf: (index: number, name: PartField) => string = inList,
): Promise<void> {
  const documents = await lockDocuments(context, [
    ...parts.map(({ document_id }) => document_id),
    ...('credit_note_id' in source ? [source.credit_note_id] : []),
  ])
  requireOrderDecisionRight(context, ...documents.values())
  const from = await readSource(context, source)
  const days = await readDays(context)
  const issues: Issue[] = []
  let left: SourceLeft = from
  const accepted: { document: Document; part: Allocated; date: string }[] = []
  for (const [index, { document_id, amount, date }] of parts.entries()) {
    const document = payable(context, getOrThrow(documents, document_id))
    const field = (name: PartField) => fieldOf(index, name)
    const places = await readDecimalPlaces(context, document)
    const owed = owedOf(document)
    const requested = amount ?? mostOf(left, owed)
    const on = date ?? (from.date > document.document_date ? from.date : document.document_date)
    const found = [
      ...issueIf(document.company_id !== from.company_id, { field: field('document_id'), rule: 'choice' }),
      ...issueIf(
        accepted.some((item) => item.document === document),
        { field: field('document_id'), rule: 'unique_items' },
      ),
      ...issueIf(from.isForeign && document.currency_id !== from.currency_id, {
        field: field('currency_id'),
        rule: 'payment_currency',
      }),
      ...issueIf(date != null && date > days.latest, { field: field('date'), rule: 'in_future' }),
      ...issueIf(on < document.document_date || document.document_date > days.latest, {
        field: field('date'),
        rule: 'before_document',
      }),
      ...decimalIssues(requested, from.isForeign ? places.document : places.company, field('amount')),
      ...allocationIssues(left, owed, { amount: requested, field: field('amount') }),
    ]
    issues.push(...found)
    if (found.length > 0) continue
    const part = allocated(left, owed, requested, places)
    // Less than the smallest unit of the company's currency pays nothing.
    if (Number(part.company_amount) === 0) issues.push({ field: field('amount'), rule: 'above_zero' })
    left = leftAfter(left, part)
    accepted.push({ document, part, date: on })
  }
  refuseIssues(issues)
  for (const { document, part, date } of accepted) {
    await insertAllocation(context, source, document, part, date)
    await recount(context, document, 'payment')
  }
  if ('credit_note_id' in source && accepted.length > 0)
    await recountCredit(context, getOrThrow(documents, source.credit_note_id), left.amount)
  await settleOrders(
    context,
    await ordersOfInvoices(
      context,
      accepted.map(({ document }) => document.document_id),
    ),
  )
}

/**
 * Pays invoices in order with the rest of a source, skipping those that cannot be paid with it.
 * @returns how many were paid
 */
export async function payInOrder(context: Context, source: Source, ids: readonly number[]): Promise<number> {
  const locked = await lockDocuments(context, ids)
  const { amount, isForeign, currency_id } = await readSource(context, source)
  const { latest } = await readDays(context)
  const owed = ids
    .map((id) => getOrThrow(locked, id))
    .filter((item) => canBePaid(item) && item.document_date <= latest)
    .filter((item) => !isForeign || item.currency_id === currency_id)
  const amounts = spread(
    amount,
    owed.map((item) => (isForeign ? item.document_balance : item.balance) ?? '0'),
  )
  const parts = owed
    .map(({ document_id }, index): Part => ({ document_id, amount: itemAt(amounts, index) }))
    .filter((part) => Number(part.amount) > 0)
  if (parts.length > 0) await allocate(context, source, parts)
  return parts.length
}

/** Issues of an amount with more decimals than its currency. */
export function decimalIssues(amount: string, scale: number, field: string): Issue[] {
  return issueIf(isFiner(amount, scale), { field, rule: 'too_many_decimals', params: { scale } })
}

/** Locks documents that the actor may see, in order of their ids. @throws Refusal 404 */
export async function lockDocuments(
  context: Context,
  ids: readonly number[],
): Promise<Map<number, Document>> {
  const found = new Map<number, Document>()
  for (const id of [...new Set(ids)].sort((a, b) => a - b))
    found.set(id, await lockRecord(context, transaction_documents, id))
  return found
}

/** The open balance of an invoice. */
function owedOf({ balance, document_balance, exchange_rate }: Document) {
  return { balance: balance ?? '0', document_balance: document_balance ?? '0', exchange_rate }
}

interface SourceRow extends SourceLeft {
  company_id: number
  currency_id: number
  /** The earliest day of an allocation. */
  date: string
}

/**
 * The rest of a source, which stays locked.
 * @throws Refusal 404 without one, 409 for a reversed one
 */
export async function readSource(context: Context, source: Source): Promise<SourceRow> {
  return 'payment_id' in source
    ? lockPayment(context, source.payment_id)
    : readCreditNote(context, source.credit_note_id)
}

/** Locks a source, first the document of a credit note. @throws Refusal as `readSource` */
export async function lockSource(
  context: Context,
  source: Source,
): Promise<{ left: SourceRow; note: Document | null }> {
  const id = 'credit_note_id' in source ? source.credit_note_id : null
  const note = id === null ? null : getOrThrow(await lockDocuments(context, [id]), id)
  return { left: await readSource(context, source), note }
}

async function lockPayment({ db }: Context, payment_id: number): Promise<SourceRow> {
  const locked = await sql<{ reversed_at: string | null }>`
    select reversed_at from payments where payment_id = ${payment_id} for update`.execute(db)
  if (!locked.rows[0]) throw notFound()
  if (locked.rows[0].reversed_at !== null) throw conflict('messages.payment_reversed')
  // A separate statement, to see allocations made while this one waited.
  const { rows } = await sql<SourceRow>`
    select c.company_id, p.currency_id, p.payment_date as date, p.currency_id <> c.currency_id as "isForeign",
      p.amount - u.amount as amount, p.company_amount - u.company_amount as company_amount
    from payments p join companies c using (company_id), lateral (${usedOf(sql`a.payment_id = p.payment_id`)}) u
    where p.payment_id = ${payment_id}`.execute(db)
  return firstOf(rows)
}

/** A credit note on its customer's account; its rest is its balance, below zero. The caller has locked it. */
async function readCreditNote({ db }: Context, id: number): Promise<SourceRow> {
  const { rows } = await sql<SourceRow>`
    select company_id, c.currency_id, document_date as date, false as "isForeign", coalesce(-balance, 0) as amount,
      coalesce(-balance, 0) as company_amount
    from transaction_documents join companies c using (company_id)
    where document_id = ${id} and document_type = 'credit_note' and archived = 0 and status_id = any(${ACCOUNT_STATUSES})`.execute(
    db,
  )
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** How much of a source is used by allocations `a`. */
export const usedOf = (isOfSource: ReturnType<typeof sql>) =>
  sql`select coalesce(sum(a.amount), 0) as amount, coalesce(sum(a.company_amount + a.exchange_difference), 0) as company_amount
    from allocations a where ${isOfSource} and a.reversed_at is null`

/** Today in the business, and the latest day of money: in the writer's time zone the next day may have begun. */
export async function readDays({ db, actor }: Context): Promise<{ today: string; latest: string }> {
  const { rows } = await sql<{ today: string; latest: string }>`
    select business_today() as today, greatest(business_today(), (now() at time zone ${actor.timeZone})::date) as latest`.execute(
    db,
  )
  return firstOf(rows)
}

/** A document that can be paid: it has a customer and a date. */
export type Payable = Document & { company_id: number; document_date: string }

function canBePaid(document: Document): document is Payable {
  const { document_type, status_id, company_id, document_date, archived } = document
  // An account leaves out archived documents, and so do its payments.
  return (
    archived === 0 && isPayable(document_type, status_id) && company_id !== null && document_date !== null
  )
}

/** @throws Refusal 409 unless the document can be paid */
export function payable({ actor }: Context, document: Document): Payable {
  if (canBePaid(document)) return document
  const { document_type, status_id } = document
  const choice = (field: string, value: string | number) =>
    translate(actor.language, `records.transaction_documents.choices.${field}.${value}`).toLowerCase()
  throw conflict('messages.not_payable', {
    what: choice('document_type', document_type),
    status: choice('status_id', status_id),
  })
}

async function insertAllocation(
  { db, actor }: Context,
  source: Partial<Record<'payment_id' | 'credit_note_id', number>>,
  { document_id, status_id }: Document,
  { amount, company_amount, document_amount, exchange_difference }: Allocated,
  date: string,
): Promise<void> {
  await db
    .insertInto('allocations')
    .values({
      payment_id: source.payment_id ?? null,
      credit_note_id: source.credit_note_id ?? null,
      ...{ document_id, amount, company_amount, document_amount, exchange_difference },
      allocated_on: date,
      status_before: status_id,
      user_id: actor.user_id,
    })
    .execute()
}

/** Allocations to an invoice: their sum, whether there are any, and the invoice's status before the first of all. */
async function readPaid({ db }: Context, id: number) {
  const { rows } = await sql<{ paid: string; hasAny: boolean; before: number | null }>`
    select coalesce(sum(company_amount) filter (where reversed_at is null), 0) as paid,
      count(*) filter (where reversed_at is null) > 0 as "hasAny",
      (array_agg(status_before order by allocation_id) filter (where status_before is not null))[1] as before
    from allocations where document_id = ${id}`.execute(db)
  return firstOf(rows)
}

/** The balance and status of a locked invoice from its allocations. A written-off invoice owes nothing: its rest is written off, too. */
export async function recount(
  context: Context,
  document: Document,
  why: 'payment' | 'reverse_payment' | 'update',
  reason?: string,
): Promise<void> {
  const { document_id, exchange_rate, status_id } = document
  const places = await readDecimalPlaces(context, document)
  const figuresOf = (paid: string) => documentTotals([document.grand_total], { exchange_rate }, paid, places)
  const { paid, hasAny, before } = await readPaid(context, document_id)
  let after = figuresOf(paid)
  if (status_id === DOCUMENT_STATUS.write_off && Number(after.balance) > 0) {
    await insertWriteOff(context, document, after)
    after = figuresOf(document.grand_total)
  }
  const isSettled = Number(after.balance) === 0
  const status =
    why === 'payment'
      ? statusAfterPayment(status_id, isSettled)
      : statusAfterReversal(status_id, hasAny, before)
  await updateRecord(context, transaction_documents, document_id, {
    balance: after.balance,
    document_balance: after.document_balance,
    status_id: status as Document['status_id'],
  })
  if (status !== status_id) await markSubscriptionPaid(context, document_id)
  await audit(context, 'transaction_documents', document_id, why, [
    { field: 'balance', before: document.balance, after: after.balance },
    ...(reason ? [{ field: 'reason', before: null, after: reason }] : []),
  ])
}

/** Whether an invoice `d` pays the period that it bills: it is paid, and not credited whole. */
export const PAYS_PERIOD: RawBuilder<boolean> = sql<boolean>`(d.status_id = ${DOCUMENT_STATUS.paid} and not ${IS_CREDITED})`

/**
 * Marks the current period of a subscription as paid while the invoice that bills it is paid, and not credited whole. Other invoices
 * change nothing.
 */
export async function markSubscriptionPaid({ db }: Context, invoice_id: number): Promise<void> {
  await sql`update subscriptions s set paid = ${PAYS_PERIOD}::int
    from subscription_invoices b join transaction_documents d on d.document_id = b.invoice_id
    where b.invoice_id = ${invoice_id} and s.id = b.subscription_id and s.period_start = b.period_start`.execute(
    db,
  )
}

async function insertWriteOff(
  context: Context,
  document: Document,
  { balance, document_balance }: { balance: string; document_balance: string },
): Promise<void> {
  const { today } = await readDays(context)
  const amounts = { amount: balance, company_amount: balance, document_amount: document_balance }
  const { document_date } = document
  const date = document_date !== null && document_date > today ? document_date : today
  await insertAllocation(context, {}, document, { ...amounts, exchange_difference: '0' }, date)
}

/** Books the written-off balance of an invoice, after its step to that status. */
export async function writeOff(context: Context, id: number): Promise<void> {
  await recount(context, await lockRecord(context, transaction_documents, id), 'update')
}

/** Stores the rest of a locked, partly used credit note as its balance, below zero. If fully used, it is paid. */
export async function recountCredit(
  context: Context,
  document: Document,
  left: string,
  status = statusAfterPayment(document.status_id, Number(left) === 0),
): Promise<void> {
  const { document_id, exchange_rate } = document
  const places: DecimalPlaces = await readDecimalPlaces(context, document)
  const { balance, document_balance } = documentTotals([`-${left}`], { exchange_rate }, '0', places)
  await updateRecord(context, transaction_documents, document_id, {
    ...{ balance, document_balance },
    status_id: status,
  })
}
