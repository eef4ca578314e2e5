import { sql } from 'kysely'
import { lockDevices } from '#server/domains/devices/lockDevices.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { estimateLevels } from './estimateLevels.ts'
import { storeDeliveries, tankOfLoad } from './storeDeliveries.ts'

/** Locks the devices of a round's tanks, before any of their other rows. */
export async function lockFilled(context: Context, shipment_id: number): Promise<void> {
  const { rows } = await sql<{ device_id: number }>`
    select p.device_id from shipment_planner_details d join device_ports p on p.device_ports_id = ${tankOfLoad}
    where d.shipment_id = ${shipment_id}`.execute(context.db)
  await lockDevices(
    context,
    rows.map(({ device_id }) => device_id),
  )
}

/**
 * Adds a round's deliveries to the levels of its tanks, until a reading later than the delivery.
 */
export async function showDelivered(context: Context, shipment_id: number): Promise<void> {
  await lockFilled(context, shipment_id)
  const device_ids = await storeDeliveries(
    context,
    sql<boolean>`p.device_ports_id in (
      select ${tankOfLoad} from shipment_planner_details d where d.shipment_id = ${shipment_id})`,
  )
  if (device_ids.length === 0) return
  const changed = await estimateLevels(context, device_ids)
  if (changed.length > 0) await emit(context, 'levels.estimated', [{ device_ids: changed }])
}
