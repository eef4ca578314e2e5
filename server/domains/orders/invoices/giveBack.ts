import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import type { giveBackPayment } from '#core/domains/orders/accountCalls.ts'
import { shareOf } from '#core/domains/orders/allocation.ts'
import { isMoreThan } from '#core/domains/orders/totals.ts'
import type { ReceivedBy } from '#core/platform/defineCall.ts'
import { type Issue, issueIf } from '#core/platform/issue.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { STORED_PLACES } from '#core/platform/numbers/money.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, invalid } from '#server/platform/refusal.ts'
import { refuseIssues } from '#server/resources/changes/validate.ts'
import { audit } from '#server/resources/history/audit.ts'
import { requireSource } from '../accounts/accountsSeenBy.ts'
import { requireOrderDecisionRight } from '../orderingLimits.ts'
import { decimalIssues, lockSource, readDays, recountCredit, type Source } from '../payments/allocate.ts'
import { readDecimalPlaces } from '../readDecimalPlaces.ts'

function amountIssues(input: string, left: string, places: number): Issue[] {
  return [
    ...issueIf(!isMoreThan(input, '0'), { field: 'amount', rule: 'above_zero' }),
    ...issueIf(isMoreThan(input, left), { field: 'amount', rule: 'above_left', params: { left } }),
    ...decimalIssues(input, places, 'amount'),
  ]
}

type GivenBack = ReceivedBy<typeof giveBackPayment>['body']

/**
 * Refunds the rest of a payment or a credit note to the customer, or a part of it. @throws Refusal 404 out of reach; 409 if nothing is
 * left; 422 without a reason, for more than the rest, for a day in the future or before the payment's, and for the same amount, day and
 * reason again, unless confirmed
 */
export async function giveBack(
  context: Context,
  source: Source,
  { amount, date, reason, is_another = false }: GivenBack,
): Promise<void> {
  requireOrderDecisionRight(context, { company_id: await requireSource(context, source) })
  const { db, actor } = context
  const { left, note } = await lockSource(context, source)
  if (Number(left.amount) === 0) throw conflict('messages.nothing_left')
  const places = await readDecimalPlaces(context, left)
  const { today, latest } = await readDays(context)
  const input = amount ?? left.amount
  const on = date ?? today
  refuseIssues([
    ...amountIssues(input, left.amount, places.document),
    ...issueIf(on > latest, { field: 'date', rule: 'in_future' }),
    ...issueIf(on < left.date, { field: 'date', rule: 'before_document' }),
    ...issueIf(reason.trim() === '', { field: 'reason', rule: 'required' }),
  ])
  // Without an amount the whole rest is refunded, which is not possible twice.
  if (amount && !is_another) await refuseSameRefund(context, source, { amount, on, reason })
  await db
    .insertInto('allocations')
    .values({
      ...source,
      amount: input,
      company_amount: shareOf(left, input, places.company),
      allocated_on: on,
      status_before: note?.status_id ?? null,
      reason: reason.trim(),
      user_id: actor.user_id,
    })
    .execute()
  const rest = new Decimal(left.amount).minus(input).toFixed(STORED_PLACES)
  await auditRefund(context, source, 'give_back_money', { before: left.amount, after: rest, reason })
  if (note) await recountCredit(context, note, rest)
}

/** Records the rest of a payment or a credit note in its history, with the reason. */
export async function auditRefund(
  context: Context,
  source: Source,
  action: 'give_back_money' | 'reverse_refund',
  { reason, ...left }: { before: string; after: string; reason: string },
): Promise<void> {
  const [resource, id] =
    'payment_id' in source
      ? ['payments', source.payment_id]
      : ['transaction_documents', source.credit_note_id]
  await audit(context, resource, id, action, [
    { field: 'amount', ...left },
    { field: 'reason', before: null, after: reason.trim() },
  ])
}

/** Refuses a refund that equals an earlier one in amount, day and reason. The caller has locked the source. @throws Refusal 422 */
async function refuseSameRefund(
  { db }: Context,
  source: Source,
  { amount, on, reason }: { amount: string; on: string; reason: string },
): Promise<void> {
  const [column, id] = firstOf(Object.entries(source))
  const { rows } = await sql`
    select from allocations where ${sql.ref(column)} = ${id} and document_id is null and reversed_at is null and amount = ${amount}
      and allocated_on = ${on}::date and lower(reason) = lower(${reason.trim()}) limit 1`.execute(db)
  if (rows.length > 0) throw invalid([{ field: 'is_another', rule: 'same_refund' }])
}
