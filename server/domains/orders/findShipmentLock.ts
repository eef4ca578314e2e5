import { sql } from 'kysely'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import type { Context } from '#server/platform/context.ts'
import { runPrepared } from '#server/platform/database/prepared.ts'
import { conflict } from '#server/platform/refusal.ts'

/** Those of these documents that have a product on a shipment that is not cancelled. */
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
