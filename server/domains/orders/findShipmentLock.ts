import { sql } from 'kysely'
import { documentStatuses, isFulfilled } from '#core/domains/orders/documentStatus.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { isFinal } from '#core/resources/statuses/statuses.ts'
import type { Context } from '#server/platform/context.ts'
import { runPrepared } from '#server/platform/database/prepared.ts'
import { conflict } from '#server/platform/refusal.ts'
import { visible } from '#server/resources/rights/visible.ts'

/** The documents, among these, with a product on a shipment that is not cancelled. */
export async function findLocked({ db }: Context, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await runPrepared(
    db,
    sql<{ document_id: number }>`
    select distinct l.document_id from transaction_document_details l
      join shipment_planner_details d using (document_detail_id)
      join shipment_planners s using (shipment_id)
    where l.document_id = any(${ids}) and s.status_id <> ${SHIPMENT_STATUS.cancelled}`,
  )
  return new Set(rows.map(({ document_id }) => document_id))
}

/** @throws Refusal 409 with the specification's message. */
export async function refuseLocked(context: Context, id: number): Promise<void> {
  if ((await findLocked(context, [id])).has(id)) throw conflict('messages.order_locked')
}

/**
 * Locks the visible orders of some lines against changes until the transaction ends: a call that cancels or changes one waits, and then
 * finds the shipment that holds it.
 * @returns whether the order of each line was released for rounds; a finished order's lines are absent
 */
export async function holdOrders(
  { db, actor }: Context,
  line_ids: readonly number[],
): Promise<Map<number, boolean>> {
  if (line_ids.length === 0) return new Map()
  const isSeen = visible(actor, transaction_documents, 'o')
  await sql`select from transaction_documents o where document_id in (
      select document_id from transaction_document_details where document_detail_id = any(${line_ids})) and ${isSeen}
    order by document_id for share`.execute(db)
  // A separate statement, because the one that waited for a lock read the lines as they were before.
  const { rows } = await sql<{ document_detail_id: number; document_type: string; status_id: number }>`
    select l.document_detail_id, o.document_type, o.status_id from transaction_document_details l join transaction_documents o using (document_id)
    where l.document_detail_id = any(${line_ids}) and o.archived = 0 and ${isSeen}`.execute(db)
  return new Map(
    rows
      .filter(({ status_id }) => !isFinal(documentStatuses, status_id))
      .map(({ document_detail_id, document_type, status_id }) => [
        document_detail_id,
        document_type === 'sales_order' && isFulfilled(status_id),
      ]),
  )
}
