import { sql } from 'kysely'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, notFound } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/history/audit.ts'
import { lockRecord } from '#server/resources/rows.ts'
import { type Document, readDocument } from '../readDocument.ts'
import { reverseAllocations } from './reverseAllocations.ts'

/**
 * Reverses a payment of an invoice that was recorded wrongly, bounced or was charged back. It stays in the list with the reason; the
 * invoice's balance rises, and the statuses of the invoice and its orders follow. If the payment exceeds its part of this invoice, or is counted
 * doorstep money, only this part is reversed and becomes unapplied.
 * @throws Refusal 404 for a payment of another document, 409 for one that was reversed already, 422 without a reason
 */
export async function reversePayment(
  context: Context,
  id: number,
  payment_id: number,
  reason: string,
): Promise<Document> {
  const { db } = context
  await lockRecord(context, transaction_documents, id)
  const { rows } = await sql<{ isActive: boolean; isWhole: boolean }>`
    select bool_or(a.reversed_at is null) as "isActive",
      p.doorstep_payment_id is null and bool_and(a.amount = p.amount) as "isWhole"
    from allocations a join payments p using (payment_id)
    where a.payment_id = ${payment_id} and a.document_id = ${id} group by p.payment_id`.execute(db)
  if (!rows[0]) throw notFound()
  if (!rows[0].isActive) throw conflict('messages.payment_reversed')
  await reverseAllocations(context, payment_id, { reason, document_id: id })
  if (rows[0].isWhole) await markReversed(context, payment_id, reason.trim())
  return readDocument(context, id)
}

/** Marks a payment as reversed, once none of it is allocated. */
export async function markReversed(context: Context, payment_id: number, reason: string): Promise<void> {
  const { db, actor, now } = context
  await db
    .updateTable('payments')
    .set({ reversed_at: now, reversed_by: actor.user_id, reverse_reason: reason })
    .where('payment_id', '=', payment_id)
    .execute()
  await audit(context, 'payments', payment_id, 'reverse_payment', [
    { field: 'reason', before: null, after: reason },
  ])
}
