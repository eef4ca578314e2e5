import { sql } from 'kysely'
import { billing_runs } from '#core/domains/orders/billing_runs.ts'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { actingAs } from '#server/domains/access/users/actingAs.ts'
import { accountOf, type Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { conflict } from '#server/platform/refusal.ts'
import { translate } from '#server/platform/translate.ts'
import { audit, auditMany } from '#server/resources/history/audit.ts'
import { lockRecord, lockRecords } from '#server/resources/rows.ts'
import { settleInvoicedOrders } from '../invoices/settleOrder.ts'
import { requireOrderDecisionRight } from '../orderingLimits.ts'

/** Invoices that are voided in one transaction. */
const BATCH = 200

/** Statuses of an invoice that can be voided. */
const OPEN: readonly number[] = [DOCUMENT_STATUS.new, DOCUMENT_STATUS.draft, DOCUMENT_STATUS.open]

/** An invoice `d` that cannot be voided any more: it was sent, paid in part, or written off. */
export const FIXED_INVOICE = sql<boolean>`(d.given_out = 1
  or d.status_id <> all(${[...OPEN, DOCUMENT_STATUS.void]}))`

/**
 * Begins to undo a run: the worker voids its invoices, which keep their numbers, and their deliveries are unbilled again.
 * @throws Refusal 404 for a run out of reach; 409 before its end, and once an invoice of it was sent or paid
 */
export async function undoBilling(context: Context, billing_run_id: number): Promise<void> {
  requireOrderDecisionRight(context)
  const { db, actor, now } = context
  const { status } = await lockRecord(context, billing_runs, billing_run_id)
  if (status !== 'done') throw conflict('messages.billing_not_undoable')
  const { rows } = await sql<{ document_number: string }>`
    select d.document_number from billing_run_items i join transaction_documents d on d.document_id = i.invoice_id
    where i.billing_run_id = ${billing_run_id} and ${FIXED_INVOICE} order by d.document_id limit 1`.execute(
    db,
  )
  if (rows[0]) throw conflict('messages.billing_sent', { number: rows[0].document_number })
  await sql`update billing_runs set status = 'undoing', undone_by = ${actor.user_id}, updated_at = ${now}
    where billing_run_id = ${billing_run_id}`.execute(db)
  await audit(context, billing_runs.name, billing_run_id, 'update', [
    { field: 'status', before: 'done', after: 'undoing' },
  ])
  await emit(context, 'billing.undo_due', [
    { billing_run_id, ...accountOf(context), impersonator_id: actor.impersonator },
  ])
}

/** Voids the next invoices of a run, in one transaction with the event for the rest. An invoice that left meanwhile stays, and is reported. */
export async function carryOnUndoing(
  context: Context,
  due: { billing_run_id: number; user_id: number; company_id: number | null; impersonator_id: number | null },
): Promise<void> {
  const { db, now } = context
  const { billing_run_id } = due
  const { rows } = await sql<{ invoice_id: number }>`
    select distinct d.document_id as invoice_id from billing_runs r join billing_run_items i using (billing_run_id)
      join transaction_documents d on d.document_id = i.invoice_id
    where r.billing_run_id = ${billing_run_id} and r.status = 'undoing' and i.refusal is null
      and d.status_id <> ${DOCUMENT_STATUS.void}
    order by d.document_id limit ${BATCH}`.execute(db)
  const acting = await actingAs(context, due)
  if (rows.length === 0 || !acting?.actor.permissions.has('transaction_documents.update')) {
    const [status, at] = rows.length === 0 ? ['undone', now] : ['done', null]
    await sql`update billing_runs set status = ${status}, undone_at = ${at}, updated_at = ${now}
      where billing_run_id = ${billing_run_id} and status = 'undoing'`.execute(db)
    return
  }
  await voidInvoices(
    acting,
    billing_run_id,
    rows.map(({ invoice_id }) => invoice_id),
  )
  await emit(context, 'billing.undo_due', [due])
}

async function voidInvoices(context: Context, billing_run_id: number, ids: readonly number[]): Promise<void> {
  const { db, actor, now } = context
  const found = await lockRecords(context, transaction_documents, ids)
  const open = found.filter((invoice) => OPEN.includes(invoice.status_id) && invoice.given_out === 0)
  const voided = open.map(({ document_id }) => document_id)
  await sql`update transaction_documents set status_id = ${DOCUMENT_STATUS.void}, updated_at = ${now}
    where document_id = any(${voided})`.execute(db)
  await auditMany(
    context,
    transaction_documents.name,
    'update',
    open.map(({ document_id, status_id }) => ({
      record_id: document_id,
      changes: [{ field: 'status_id', before: status_id, after: DOCUMENT_STATUS.void }],
    })),
  )
  await settleInvoicedOrders(context, voided)
  const left = ids.filter((id) => !voided.includes(id))
  await sql`update billing_run_items set refusal = ${translate(actor.language, 'messages.sent_is_credited')}
    where billing_run_id = ${billing_run_id} and invoice_id = any(${left})`.execute(db)
}
