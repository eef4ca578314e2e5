import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import { levelRank } from './levels.ts'

/** Renews the device states that lists, filters and maps read, from the worst tank, after levels changed for another reason than a reading. */
export async function renewDeviceStates(db: Database, device_ids: readonly number[]): Promise<void> {
  await sql`update device_states d set level = coalesce(p.level, 'unknown'), percent = p.percent, room = p.room,
      is_estimated = coalesce(p.is_estimated, false)
    from unnest(${device_ids}::int8[]) as changed (device_id)
      left join lateral (
        select level, percent, room, estimated_at is not null as is_estimated from port_states s
        where s.device_id = changed.device_id
        order by ${sql.raw(levelRank('level'))}, percent limit 1) p on true
    where d.device_id = changed.device_id`.execute(db)
}
