import { sql } from 'kysely'
import { phoneTime } from '#core/domains/shipments/driver/phoneTime.ts'
import type { reportPosition as definition } from '#core/domains/shipments/driver/positionCalls.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import type { ReceivedBy } from '#core/platform/defineCall.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/refusal.ts'
import { readRecord } from '#server/resources/rows.ts'

/**
 * Stores or deletes a truck's position as its driver reports it. A round has one position, the latest, and only while
 * it is in route; the database deletes it at the end.
 * @throws Refusal 404 for anyone but the round's own driver
 */
export async function reportPosition(
  context: Context,
  { shipment_id, position }: ReceivedBy<typeof definition>['body'],
): Promise<boolean> {
  const { actor, db, now } = context
  const { delivered_by } = await readRecord(context, shipment_planners, shipment_id)
  if (delivered_by === null || delivered_by !== actor.people_id) throw notFound()
  if (!position) {
    await sql`delete from truck_positions where shipment_id = ${shipment_id}`.execute(db)
    return false
  }
  const { latitude, longitude } = position
  const { at } = phoneTime(position.at, { now })
  // Lock the round so that no position is stored if it ends right now. A phone's clock may be ahead.
  const { numAffectedRows } = await sql`
    with on_the_road as (select shipment_id from shipment_planners
      where shipment_id = ${shipment_id} and status_id = ${SHIPMENT_STATUS.in_route} for share)
    insert into truck_positions (shipment_id, latitude, longitude, at)
    select shipment_id, ${latitude}, ${longitude}, least(${at}::timestamptz, ${now}) from on_the_road
    on conflict (shipment_id) do update
      set latitude = excluded.latitude, longitude = excluded.longitude, at = excluded.at
      where truck_positions.at <= excluded.at`.execute(db)
  return numAffectedRows === 1n
}
