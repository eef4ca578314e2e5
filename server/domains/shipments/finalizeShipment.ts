import { sql } from 'kysely'
import { statusAfterDelivery } from '#core/domains/orders/documentStatus.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/events.ts'
import { invalid } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/audit.ts'
import { updateRecord } from '#server/resources/operations.ts'
import { lockRecord } from '#server/resources/rows.ts'
import { readShipment, type Shipment } from './readShipment.ts'
import { refuseShipmentStep } from './refuseShipmentStep.ts'

interface Delivery {
  shipment_detail_id: number
  quantity_delivered: string
}

/**
 * Records what was really delivered; what is not named was delivered as ordered. The quantities return to the orders'
 * lines, and an order that waited is received, or open while something of it is missing.
 */
export async function finalizeShipment(
  context: Context,
  id: number,
  deliveries: readonly Delivery[],
): Promise<Shipment> {
  const shipment = await lockRecord(context, shipment_planners, id)
  refuseShipmentStep(context, shipment.status_id, SHIPMENT_STATUS.finalized)
  await recordDeliveries(context, id, deliveries)
  await updateRecord(context, shipment_planners, id, { status_id: SHIPMENT_STATUS.finalized })
  await audit(context, 'shipment_planners', id, 'finalize', [
    { field: 'details', before: null, after: deliveries },
  ])
  await returnToOrders(context, id)
  const status_id = SHIPMENT_STATUS.finalized
  await emit(context, 'shipment.changed', [
    { shipment_id: id, status_id, by: context.actor.user_id, at: context.now.toISOString() },
  ])
  return readShipment(context, id)
}

async function recordDeliveries({ db }: Context, id: number, deliveries: readonly Delivery[]): Promise<void> {
  for (const [index, { shipment_detail_id, quantity_delivered }] of deliveries.entries()) {
    const { numAffectedRows } = await sql`
      update shipment_planner_details set quantity_delivered = ${quantity_delivered}
      where shipment_id = ${id} and shipment_detail_id = ${shipment_detail_id}`.execute(db)
    if (numAffectedRows !== 1n) {
      throw invalid([{ field: `details.${index}.shipment_detail_id`, rule: 'not_found' }])
    }
  }
  await sql`update shipment_planner_details set quantity_delivered = quantity_ordered
    where shipment_id = ${id} and quantity_delivered is null`.execute(db)
}

async function returnToOrders(context: Context, id: number): Promise<void> {
  const { db, now } = context
  const ofShipment = sql`select document_detail_id from shipment_planner_details
    where shipment_id = ${id} and document_detail_id is not null`
  await sql`update transaction_document_details l set quantity_delivered = (
      select coalesce(sum(d.quantity_delivered), 0) from shipment_planner_details d join shipment_planners s using (shipment_id)
      where d.document_detail_id = l.document_detail_id and s.status_id = ${SHIPMENT_STATUS.finalized})
    where l.document_detail_id in (${ofShipment})`.execute(db)
  const { rows } = await sql<{ document_id: number; status_id: number; is_complete: boolean }>`
    select o.document_id, o.status_id, (select bool_and(l.quantity_delivered >= l.quantity)
      from transaction_document_details l where l.document_id = o.document_id) as is_complete
    from transaction_documents o where o.document_type = 'sales_order' and o.document_id in (
      select document_id from transaction_document_details where document_detail_id in (${ofShipment}))
    for update`.execute(db)
  for (const { document_id, status_id, is_complete } of rows) {
    const next = statusAfterDelivery(status_id, is_complete)
    if (next === null) continue
    await sql`update transaction_documents set status_id = ${next}, updated_at = ${now}
      where document_id = ${document_id}`.execute(db)
    await audit(context, 'transaction_documents', document_id, 'update', [
      { field: 'status_id', before: status_id, after: next },
    ])
  }
}
