import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { judgeReadings } from './judgeReadings.ts'
import { closeAlerts } from './openAndCloseAlerts.ts'

/** Closes the former owner's alerts; alerts that are still justified open again for the new owner. */
export async function closeAlertsOfMovedDevice(
  context: Context,
  { device_id }: { device_id: number },
): Promise<void> {
  await closeAllAlerts(context, [device_id])
  // The judgements were learned from the former owner's use.
  await sql`delete from tank_judgements where device_id = ${device_id}`.execute(context.db)
  await judgeReadings(context, { device_ids: [device_id] })
}

/** Closes the alerts of suspended or retired devices; devices that become active again are judged again. */
export async function closeAlertsOfUnwatchedDevices(
  context: Context,
  { device_ids }: { device_ids: number[] },
): Promise<void> {
  const { rows: unwatched } = await sql<{ device_id: number }>`
    select device_id from devices where device_id = any(${device_ids}) and status not in ('normal', 'demo')
    order by device_id for no key update`.execute(context.db)
  const ids = unwatched.map(({ device_id }) => device_id)
  if (ids.length === 0) return
  await sql`update device_states set is_offline = false where device_id = any(${ids}) and is_offline`.execute(
    context.db,
  )
  await closeAllAlerts(context, ids)
}

async function closeAllAlerts(context: Context, device_ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ alert_id: number }>`
    select alert_id from alerts where device_id = any(${device_ids}) and status <> 'closed'`.execute(
    context.db,
  )
  await closeAlerts(
    context,
    rows.map(({ alert_id }) => alert_id),
  )
}
