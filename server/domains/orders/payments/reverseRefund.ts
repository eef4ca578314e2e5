import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { statusAfterReversal } from '#core/domains/orders/documentStatus.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { STORED_PLACES } from '#core/platform/numbers/money.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, notFound } from '#server/platform/refusal.ts'
import { requireSource } from '../accounts/accountsSeenBy.ts'
import { auditRefund } from '../invoices/giveBack.ts'
import { requireOrderDecisionRight } from '../orderingLimits.ts'
import type { Document } from '../readDocument.ts'
import { lockSource, recountCredit, type Source } from './allocate.ts'
import { markAllocationsReversed } from './reverseAllocations.ts'

/**
 * Reverses a refund that was entered wrongly or never reached the customer. It stays in the list with the reason; the amount is
 * available on the payment or the credit note again.
 * @throws Refusal 404 out of reach, 405 for users of a company that buys, 409 for a reversed one, 422 without a reason
 */
export async function reverseRefund(context: Context, refund_id: number, reason: string): Promise<void> {
  const source = await readSourceOf(context, refund_id)
  requireOrderDecisionRight(context, { company_id: await requireSource(context, source) })
  const { left, note } = await lockSource(context, source)
  const { rows } = await sql<{ amount: string; isReversed: boolean }>`
    select amount, reversed_at is not null as "isReversed" from allocations where allocation_id = ${refund_id}`.execute(
    context.db,
  )
  const { amount, isReversed } = firstOf(rows)
  if (isReversed) throw conflict('messages.refund_reversed')
  const why = await markAllocationsReversed(context, [refund_id], reason)
  const rest = new Decimal(left.amount).plus(amount).toFixed(STORED_PLACES)
  await auditRefund(context, source, 'reverse_refund', { before: left.amount, after: rest, reason: why })
  if (note) await recountCredit(context, note, rest, await statusBeforeRefunds(context, note))
}

/** @throws Refusal 404 */
async function readSourceOf({ db }: Context, refund_id: number): Promise<Source> {
  const { rows } = await sql<{ source: Source }>`
    select json_strip_nulls(json_build_object('payment_id', payment_id, 'credit_note_id', credit_note_id)) as source
    from allocations where allocation_id = ${refund_id} and document_id is null`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0].source
}

/** The status of a credit note once a refund of it is reversed: as before the first refund, unless it pays an invoice. */
async function statusBeforeRefunds(
  { db }: Context,
  { document_id, status_id }: Document,
): Promise<Document['status_id']> {
  const { rows } = await sql<{ isUsed: boolean; before: number | null }>`
    select coalesce(bool_or(reversed_at is null), false) as "isUsed",
      (array_agg(status_before order by allocation_id) filter (where document_id is null))[1] as before
    from allocations where credit_note_id = ${document_id}`.execute(db)
  const { isUsed, before } = firstOf(rows)
  return statusAfterReversal(status_id, isUsed, before) as Document['status_id']
}
