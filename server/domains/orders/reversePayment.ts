import { sql } from 'kysely'
import { statusAfterReversal } from '#core/domains/orders/documentStatus.ts'
import { documentTotals } from '#core/domains/orders/totals.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, invalid, notFound } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/audit.ts'
import { updateRecord } from '#server/resources/operations.ts'
import { lockRecord } from '#server/resources/rows.ts'
import { requireOrderDecisionRight } from './orderingLimits.ts'
import { readDecimalPlaces } from './readDecimalPlaces.ts'
import { type Document, readDocument } from './readDocument.ts'
import { reopenPaidOrders } from './settleOrder.ts'

/**
 * Reverses a payment that was recorded wrongly, bounced or was charged back. It stays in the list with the reason; the invoice's balance
 * rises, and its status and that of its orders follow.
 * @throws Refusal 404 for a payment of another document, 409 for one that was reversed already, 422 without a reason
 */
export async function reversePayment(
  context: Context,
  id: number,
  payment_id: number,
  reason: string,
): Promise<Document> {
  requireOrderDecisionRight(context)
  const { db, actor, now } = context
  const document = await lockRecord(context, transaction_documents, id)
  const rows = await db
    .selectFrom('payments')
    .select('reversed_at')
    .where('payment_id', '=', payment_id)
    .where('document_id', '=', id)
    .execute()
  if (!rows[0]) throw notFound()
  if (rows[0].reversed_at !== null) throw conflict('messages.payment_reversed')
  if (reason.trim() === '') throw invalid([{ field: 'reason', rule: 'required' }])
  await db
    .updateTable('payments')
    .set({ reversed_at: now, reversed_by: actor.user_id, reverse_reason: reason.trim() })
    .where('payment_id', '=', payment_id)
    .execute()
  const { paid, before } = await readPaid(context, id)
  const figures = documentTotals(
    [document.total_amount],
    { exchange_rate: document.exchange_rate },
    paid ?? '0',
    await readDecimalPlaces(context, document),
  )
  await updateRecord(context, transaction_documents, id, {
    balance: figures.balance,
    document_balance: figures.document_balance,
    status_id: statusAfterReversal(document.status_id, paid !== null, before) as Document['status_id'],
  })
  await audit(context, 'transaction_documents', id, 'reverse_payment', [
    { field: 'balance', before: document.balance, after: figures.balance },
    { field: 'reason', before: null, after: reason.trim() },
  ])
  await reopenPaidOrders(context, id)
  return readDocument(context, id)
}

/** The sum of the payments (null: none), and the invoice's status before the first of all. */
async function readPaid(
  { db }: Context,
  id: number,
): Promise<{ paid: string | null; before: number | null }> {
  const { rows } = await sql<{ paid: string | null; before: number | null }>`
    select sum(company_amount) filter (where reversed_at is null) as paid,
      (array_agg(status_before order by payment_id) filter (where status_before is not null))[1] as before
    from payments where document_id = ${id}`.execute(db)
  return rows[0]!
}
