import { sql } from 'kysely'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, invalid } from '#server/platform/refusal.ts'
import { reopenPaidOrders } from '../invoices/settleOrder.ts'
import { requireOrderDecisionRight } from '../orderingLimits.ts'
import { lockDocuments, readSource, recount } from './allocate.ts'

/** Active allocations of a payment. */
async function readActive({ db }: Context, payment_id: number) {
  const { rows } = await sql<{ allocation_id: number; document_id: number | null }>`
    select allocation_id, document_id from allocations
    where reversed_at is null and payment_id = ${payment_id} order by allocation_id`.execute(db)
  return rows
}

/**
 * Reverses the allocations of a payment to one document, or all of them, with a reason. Balances, statuses and orders follow.
 * @throws Refusal 405 for users of a company that buys, 404 for a document out of reach, 409 for a payment that was reversed or is changed by another, 422 without a reason
 */
export async function reverseAllocations(
  context: Context,
  payment_id: number,
  { reason, document_id }: { reason: string; document_id?: number },
): Promise<void> {
  const isMeant = (one: { document_id: number | null }) =>
    document_id === undefined || one.document_id === document_id
  const documents = await lockDocuments(
    context,
    (await readActive(context, payment_id)).filter(isMeant).flatMap((item) => item.document_id ?? []),
  )
  requireOrderDecisionRight(context, ...documents.values())
  await readSource(context, { payment_id })
  const active = (await readActive(context, payment_id)).filter(isMeant)
  if (active.some((item) => item.document_id !== null && !documents.has(item.document_id)))
    throw conflict('messages.payment_changed')
  // A refunded amount is no longer the customer's.
  if (active.some((item) => item.document_id === null)) throw conflict('messages.payment_given_back')
  const why = await markAllocationsReversed(
    context,
    active.map(({ allocation_id }) => allocation_id),
    reason,
  )
  const invoices = [...new Set(active.flatMap((item) => item.document_id ?? []))]
  for (const id of invoices) await recount(context, getOrThrow(documents, id), 'reverse_payment', why)
  for (const id of invoices) await reopenPaidOrders(context, id)
}

/** Marks allocations as reversed. @returns the trimmed reason @throws Refusal 422 without one */
export async function markAllocationsReversed(
  { db, actor, now }: Context,
  ids: readonly number[],
  reason: string,
): Promise<string> {
  const why = reason.trim()
  if (why === '') throw invalid([{ field: 'reason', rule: 'required' }])
  await sql`update allocations set reversed_at = ${now}, reversed_by = ${actor.user_id}, reverse_reason = ${why}
    where allocation_id = any(${ids})`.execute(db)
  return why
}
