import { shipment_planner_details } from '#core/domains/shipments/shipment_planner_details.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/events.ts'
import { readDetails } from '#server/resources/details.ts'
import { updateRecord } from '#server/resources/operations.ts'
import { lockRecord } from '#server/resources/rows.ts'
import { finalizeShipment } from './finalizeShipment.ts'
import { readShipment, type Shipment } from './readShipment.ts'
import { refuseOverload } from './refuseOverload.ts'
import { refuseShipmentStep } from './refuseShipmentStep.ts'

/**
 * Gives a shipment its next status. Before it leaves, its load is judged again: a truck may have changed since. To be
 * finalized means that all was delivered as it was ordered. Cancelling frees the lines of its orders.
 */
export async function changeShipmentStatus(
  context: Context,
  id: number,
  status_id: number,
): Promise<Shipment> {
  const shipment = await lockRecord(context, shipment_planners, id)
  refuseShipmentStep(context, shipment.status_id, status_id)
  if (status_id === SHIPMENT_STATUS.finalized) return finalizeShipment(context, id, [])
  if (status_id === SHIPMENT_STATUS.in_route && shipment.status_id === SHIPMENT_STATUS.draft) {
    const owner = { column: 'shipment_id', id }
    await refuseOverload(context, shipment, await readDetails(context, shipment_planner_details, owner))
  }
  await updateRecord(context, shipment_planners, id, { status_id: status_id as Shipment['status_id'] })
  await emit(context, 'shipment.changed', [
    { shipment_id: id, status_id, by: context.actor.user_id, at: context.now.toISOString() },
  ])
  return readShipment(context, id)
}
