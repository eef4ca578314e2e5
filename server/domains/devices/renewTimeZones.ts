import timeZoneAt from '@photostructure/tz-lookup'
import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transactions.ts'
import type { TaskContext } from '#server/platform/jobs/schedule.ts'

const BATCH_SIZE = 1000
/** Degrees, about two kilometres: the scatter of a receiver is not a move. */
const MIN_MOVE_DEGREES = 0.02

interface Placed {
  device_id: number
  latitude: number | null
  longitude: number | null
  time_zone: string
}

/** The time zone of the site of a device `d`, else of the business. */
const zoneOfPlace = sql<string>`coalesce((select z.time_zone from sites z where z.site_id = d.site_id), (select business_time_zone()))`

/**
 * Scheduled: renews the time zones of devices that are new or were moved, and of devices without a position when the zone of their site or the business changes.
 */
export async function renewAllTimeZones(context: TaskContext): Promise<void> {
  while (!context.signal?.aborted) {
    if ((await inTransaction(context, (own) => renewTimeZones(own))) < BATCH_SIZE) return
  }
}

/**
 * Looks up the time zone of devices whose position has changed since the last lookup: the entered position, else the reported one. Without
 * a position, or if the database does not know the zone, the zone of its site applies, else the business's. Only for the named devices, if any.
 * @returns how many were looked up: at most one batch
 */
export async function renewTimeZones({ db }: Context, device_ids?: readonly number[]): Promise<number> {
  const { rows: moved } = await sql<Placed>`
    select d.device_id, d.time_zone, p.latitude, p.longitude
    from devices d left join device_states s on s.device_id = d.device_id
      cross join lateral (select coalesce(d.latitude::float8, s.latitude) as latitude,
        coalesce(d.longitude::float8, s.longitude) as longitude) p
    where (${device_ids ?? null}::int8[] is null or d.device_id = any(${device_ids ?? null}::int8[]))
      and case when p.latitude is null or p.longitude is null
        then d.zone_latitude is not null or d.time_zone <> ${zoneOfPlace}
        else d.zone_latitude is null or abs(p.latitude - d.zone_latitude) > ${MIN_MOVE_DEGREES}
          or abs(p.longitude - d.zone_longitude) > ${MIN_MOVE_DEGREES} end
    order by d.device_id limit ${BATCH_SIZE} for no key update of d skip locked`.execute(db)
  if (moved.length === 0) return 0
  const found = moved.map(({ device_id, latitude, longitude }) =>
    latitude === null || longitude === null
      ? { device_id, latitude: null, longitude: null, time_zone: null }
      : { device_id, latitude, longitude, time_zone: timeZoneAt(latitude, longitude) },
  )
  const { rows: written } = await sql<{ device_id: number; time_zone: string }>`
    update devices d set zone_latitude = n.latitude, zone_longitude = n.longitude,
      time_zone = case when is_time_zone(n.time_zone) then n.time_zone else ${zoneOfPlace} end
    from unnest(${found.map((item) => item.device_id)}::int8[], ${found.map((item) => item.latitude)}::float8[],
      ${found.map((item) => item.longitude)}::float8[], ${found.map((item) => item.time_zone)}::text[])
      as n (device_id, latitude, longitude, time_zone)
    where d.device_id = n.device_id returning d.device_id, d.time_zone`.execute(db)
  const before = new Map(moved.map(({ device_id, time_zone }) => [device_id, time_zone]))
  const changed = written.filter(({ device_id, time_zone }) => before.get(device_id) !== time_zone)
  // A silent tank's weekdays would otherwise never be recomputed; all others are within hours.
  await sql`update port_states set forecast_at = null where estimated_at is not null
    and device_id = any(${changed.map(({ device_id }) => device_id)}::int8[])`.execute(db)
  return moved.length
}
