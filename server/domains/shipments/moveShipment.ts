import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import type { StatusValue } from '#core/resources/statuses/statuses.ts'
import type { TravelTimes } from '#server/domains/travel/travelTimes.ts'
import type { Context } from '#server/platform/context.ts'
import { changeShipmentStatus } from './changeShipmentStatus.ts'
import { updateExpectedArrivals } from './driver/updateExpectedArrivals.ts'
import { readShipment, type ShipmentAnswer } from './readShipment.ts'

/** Changes the status of a shipment in the office. One sent out gets its expected arrivals, as if its driver had started it. */
export async function moveShipment(
  context: Context,
  id: number,
  { status_id, travel }: { status_id: StatusValue; travel: TravelTimes },
): Promise<ShipmentAnswer> {
  const moved = await changeShipmentStatus(context, id, status_id)
  if (status_id !== SHIPMENT_STATUS.in_route) return moved
  await updateExpectedArrivals(context, travel, id)
  return readShipment(context, id)
}
