import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { runPrepared } from '#server/platform/database/prepared.ts'

/** Start of the current ownership of a device; `-infinity` for the first owner. */
export const ownershipStart = (device_id: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`coalesce((select from_at from device_ownerships
    where device_ownerships.device_id = ${device_id} and until_at = 'infinity'), '-infinity')`

/**
 * The start of a device's history that the actor may see: an owner sees nothing from before their ownership; staff see all.
 * @returns epoch milliseconds; 0 = from the beginning.
 */
export async function visibleHistoryStart({ db, actor }: Context, device_id: number): Promise<number> {
  if (actor.companies === 'all') return 0
  const [row] = await runPrepared(
    db,
    sql<{ since: number | null }>`
    select case when since = '-infinity' then 0 else extract(epoch from since) * 1000 end::float8 as since
    from (select ${ownershipStart(sql`${device_id}`)} as since) one`,
  )
  return row?.since ?? 0
}
