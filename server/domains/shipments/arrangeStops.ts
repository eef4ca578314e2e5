import { sql } from 'kysely'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { shipmentStatuses } from '#core/domains/shipments/shipmentStatus.ts'
import { isFinal } from '#core/resources/statuses/statuses.ts'
import type { TravelTimes } from '#server/domains/travel/travelTimes.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, invalid } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/history/audit.ts'
import { lockRecord } from '#server/resources/rows.ts'
import { readShipment, type ShipmentResponse } from './readShipment.ts'
import { storeArrivals } from './route/storeArrivals.ts'
import { followStops } from './updateStops.ts'

/** A stop in its new position; omitted times do not change. */
interface ArrangedStop {
  stop_id: number
  planned_arrival?: string | null | undefined
  service_minutes?: number | null | undefined
}

/**
 * Sets the order and planned times of a round's stops. If the order changes and no times are sent, computes them
 * from the route.
 * @throws Refusal 409 if the round is over, 422 unless each of its stops is named exactly once
 */
export async function arrangeStops(
  context: Context,
  travel: TravelTimes,
  id: number,
  stops: readonly ArrangedStop[],
): Promise<ShipmentResponse> {
  const { status_id } = await lockRecord(context, shipment_planners, id)
  if (isFinal(shipmentStatuses, status_id)) throw conflict('messages.shipment_finished')
  const { rows } = await sql<{ stop_id: number }>`
    select stop_id from shipment_stops where shipment_id = ${id} order by sequence`.execute(context.db)
  const before = rows.map(({ stop_id }) => stop_id)
  const after = stops.map(({ stop_id }) => stop_id)
  const isWhole = before.length === after.length && before.every((stop_id) => after.includes(stop_id))
  if (!isWhole) throw invalid([{ field: 'stops', rule: 'stops_of_round' }])
  for (const [index, { stop_id, planned_arrival, service_minutes }] of stops.entries()) {
    await context.db
      .updateTable('shipment_stops')
      .set({
        sequence: index + 1,
        updated_at: context.now,
        ...(planned_arrival !== undefined && { planned_arrival }),
        ...(service_minutes !== undefined && { service_minutes }),
      })
      .where('stop_id', '=', stop_id)
      .execute()
  }
  if (String(before) !== String(after)) {
    await followStops(context.db, id)
    if (stops.every(({ planned_arrival }) => planned_arrival === undefined))
      await storeArrivals(context, travel, id)
    await audit(context, 'shipment_planners', id, 'update', [{ field: 'stops', before, after }])
  }
  return readShipment(context, id)
}
