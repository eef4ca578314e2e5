import { shareOf } from '#core/domains/orders/allocation.ts'
import { isMoreThan } from '#core/domains/orders/totals.ts'
import { issueIf } from '#core/platform/issue.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict } from '#server/platform/refusal.ts'
import { refuseIssues } from '#server/resources/validate.ts'
import { decimalIssues, readDays, readSource } from './allocate.ts'
import { requireOrderDecisionRight } from './orderingLimits.ts'
import { readDecimalPlaces } from './readDecimalPlaces.ts'

/**
 * Gives the customer back what is left of a payment, or a part of it. The caller has checked that the actor may see it.
 * @throws Refusal 409 if nothing is left; 422 without a reason, for more than is left, for a day in the future or before the payment's
 */
export async function giveBack(
  context: Context,
  payment_id: number,
  { amount, date, reason }: { amount?: string | null; date?: string | null; reason: string },
): Promise<void> {
  requireOrderDecisionRight(context)
  const { db, actor } = context
  const left = await readSource(context, { payment_id })
  if (Number(left.amount) === 0) throw conflict('messages.nothing_left')
  const places = await readDecimalPlaces(context, left)
  const { today, latest } = await readDays(context)
  const given = amount ?? left.amount
  const on = date ?? today
  refuseIssues([
    ...issueIf(!isMoreThan(given, '0'), { field: 'amount', rule: 'above_zero' }),
    ...issueIf(isMoreThan(given, left.amount), {
      field: 'amount',
      rule: 'above_left',
      params: { left: left.amount },
    }),
    ...decimalIssues(given, places.document, 'amount'),
    ...issueIf(on > latest, { field: 'date', rule: 'in_future' }),
    ...issueIf(on < left.date, { field: 'date', rule: 'before_document' }),
    ...issueIf(reason.trim() === '', { field: 'reason', rule: 'required' }),
  ])
  await db
    .insertInto('allocations')
    .values({
      payment_id,
      amount: given,
      company_amount: shareOf(left, given, places.company),
      allocated_on: on,
      reason: reason.trim(),
      user_id: actor.user_id,
    })
    .execute()
}
