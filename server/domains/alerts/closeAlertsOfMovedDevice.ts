import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { judgeReadings } from './judgeReadings.ts'
import { closeAlerts } from './openAndCloseAlerts.ts'

/** Closes the former owner's alerts; those still justified open again for the new owner. */
export async function closeAlertsOfMovedDevice(
  context: Context,
  { device_id }: { device_id: number },
): Promise<void> {
  const { rows } = await sql<{ alert_id: number }>`
    select alert_id from alerts where device_id = ${device_id} and status <> 'closed'`.execute(context.db)
  await closeAlerts(
    context,
    rows.map(({ alert_id }) => alert_id),
  )
  // The judgements were learned from the former owner's use.
  await sql`delete from tank_judgements where device_id = ${device_id}`.execute(context.db)
  await judgeReadings(context, { device_ids: [device_id] })
}
