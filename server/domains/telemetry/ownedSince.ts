import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'

/**
 * From when on the actor may see a device's history: its owner sees nothing from before he got it; staff see all.
 * @returns epoch milliseconds; 0 = from the beginning.
 */
export async function ownedSince({ db, actor }: Context, device_id: number): Promise<number> {
  if (actor.companies === 'all') return 0
  const { rows } = await sql<{ since: number | null }>`
    select case when from_at = '-infinity' then 0 else extract(epoch from from_at) * 1000 end::float8 as since
    from device_ownerships where device_id = ${device_id} and until_at = 'infinity'`.execute(db)
  return rows[0]?.since ?? 0
}
