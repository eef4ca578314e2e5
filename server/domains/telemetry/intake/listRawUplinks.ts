import { sql } from 'kysely'
import type { listRawUplinks as definition } from '#core/domains/telemetry/calls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Context } from '#server/platform/context.ts'
import { visibleHistoryStart } from '#server/resources/rights/visibleHistoryStart.ts'

const MAX_PAGE_SIZE = 1000

/** A device's raw uplinks as received, newest first, each with its outcome. */
export async function listRawUplinks(
  context: Context,
  device_id: number,
  { page_num, page_size }: { page_num: number; page_size: number },
) {
  const since = new Date(await visibleHistoryStart(context, device_id))
  const size = page_size === 0 ? MAX_PAGE_SIZE : Math.min(page_size, MAX_PAGE_SIZE)
  const { rows } = await sql<ResponseOf<typeof definition>['device_logs'][number]>`
    select uplink_id, received_at, door, accepted, duplicates, refused, body, outcome from raw_uplinks
    where device_id = ${device_id} and received_at >= ${since}
    order by received_at desc, uplink_id desc
    limit ${size} offset ${(page_num - 1) * size}`.execute(context.db)
  const counted = await sql<{ count: number }>`
    select count(*) as count from raw_uplinks
    where device_id = ${device_id} and received_at >= ${since}`.execute(context.db)
  return {
    device_logs: rows,
    page: { page_num, page_size: size, total_records: Number(firstOf(counted.rows).count) },
  }
}
