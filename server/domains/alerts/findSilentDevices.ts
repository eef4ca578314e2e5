import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transactions.ts'
import type { TaskContext } from '#server/platform/jobs/schedule.ts'
import { openAlerts } from './openAndCloseAlerts.ts'

/** Devices per transaction; few, so that storing their records is not delayed. */
const BATCH_SIZE = 250

/**
 * Opens an alert for every overdue device, however many went silent at once. Runs more often than once a minute.
 * @returns the number of devices
 */
export async function findSilentDevices(context: TaskContext): Promise<number> {
  let all = 0
  for (;;) {
    const some = await inTransaction(context, findBatch)
    all += some
    if (some < BATCH_SIZE || context.signal?.aborted) return all
  }
}

async function findBatch(context: Context): Promise<number> {
  const { rows } = await sql<{ device_id: number; company_id: number }>`
    update device_states s set is_offline = true
    from devices d
    where d.device_id = s.device_id and s.device_id in (
        select w.device_id from device_states w join devices using (device_id)
        where w.due_at < ${context.now} and not w.is_offline and devices.status in ('normal', 'demo')
        order by w.due_at limit ${BATCH_SIZE} for update of w skip locked)
    returning d.device_id, d.company_id`.execute(context.db)
  await openAlerts(
    context,
    rows.map((device) => ({ ...device, port_number: null, level: 'offline', value: null })),
  )
  return rows.length
}
