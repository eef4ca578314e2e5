import { sql } from 'kysely'
import type { MeasuredUse } from '#core/domains/telemetry/levels/withoutExpansion.ts'
import type { Context } from '#server/platform/context.ts'
import { ownershipStart } from '#server/resources/rights/visibleHistoryStart.ts'
import { broughtBy, inflowsOf } from '../levels/countedChanges.ts'
import { zonesOf } from './placeZone.ts'

interface Port {
  device_id: number
  port_number: number
}

interface Wanted extends Port {
  /** End of the period: now, or the tank's last reading. */
  until: Date
  /** Also read the liquid's temperature. */
  withTemperature?: boolean
}

interface Row extends Port, MeasuredUse {}

export function portKey({ device_id, port_number }: Port): string {
  return `${device_id}/${port_number}`
}

/** Whether the volume of a group of products depends on the temperature. */
export const expands = (group: string | null) => group !== null && group !== 'none'

/** The last level of a day `d`. */
const LAST_OF_DAY = sql`select last_at, last_volume from readings_hourly r
        where r.device_id = d.device_id and r.port_number = d.port_number
          and r.at > d.starts - interval '1 hour' and r.at < d.ends and r.last_at >= greatest(d.starts, d.since) and r.last_at < d.ends
        order by r.at desc limit 1`

/** Inflow of a day that `ended`, L. */
const BROUGHT = sql`coalesce((
        select sum(${broughtBy}) from (${inflowsOf({ device_id: sql`ended.device_id`, port_number: sql`ended.port_number` })}) c
        where c.ended_at > before_at and c.ended_at <= last_at), 0)`

/**
 * Daily use of these tanks in litres, over the last complete local days, oldest first, by `portKey`. Leaves out the
 * day of `until`, which is not over, and days after a gap, which have no previous day to measure from. Leaves out the
 * time before the device came to its current company unless `ofFormerOwners` is set: a former owner's use does not
 * predict the new owner's, and is private. The use of a day is the level at the end of the day before, plus inflow,
 * minus the level at its end. Reads only the last hour with readings of each day. If midnight falls within an hour of
 * the roll-ups, that hour belongs to the day of its last reading.
 */
export async function readDailyUse(
  db: Context['db'],
  ports: readonly Wanted[],
  last: number,
  { ofFormerOwners = false } = {},
): Promise<Map<string, MeasuredUse[]>> {
  const ids = ports.map((port) => port.device_id)
  const { rows } = await sql<Row>`
    with ${zonesOf(ids)},
    wanted as materialized (
      select w.*, case when ${ofFormerOwners} then '-infinity' else ${ownershipStart(sql`w.device_id`)} end as since
      from unnest(${ids}::int8[], ${ports.map((port) => port.port_number)}::int2[],
          ${ports.map((port) => port.until)}::timestamptz[], ${ports.map((port) => port.withTemperature ?? false)}::bool[])
          as w (device_id, port_number, until, with_temperature)),
    days as (
      select w.device_id, w.port_number, w.since, w.with_temperature, day, day at time zone zone as starts,
        (day + interval '1 day') at time zone zone as ends
      from wanted w
        join devices using (device_id) join zones using (time_zone)
        cross join lateral generate_series(date_trunc('day', w.until at time zone zone) - make_interval(days => ${last}),
          date_trunc('day', w.until at time zone zone) - interval '1 day', interval '1 day') as day),
    ended as (
      select d.*, h.last_at, h.last_volume,
        lag(d.day) over before as day_before, lag(h.last_at) over before as before_at,
        lag(h.last_volume) over before as before_volume
      from days d cross join lateral (${LAST_OF_DAY}) h
      window before as (partition by d.device_id, d.port_number order by d.day))
    select device_id, port_number, to_char(day, 'YYYY-MM-DD') as date, extract(dow from day)::int as weekday,
      greatest(0, fell)::float8 as used, fell::float8, before_volume::float8 as before, celsius::float8
    from ended
      cross join lateral (select before_volume - last_volume + ${BROUGHT} as fell) of_day
      left join lateral (select temperature as celsius from readings l where with_temperature and l.device_id = ended.device_id
        and l.port_number = ended.port_number and l.at = last_at) warmth on true
    where day_before = day - interval '1 day' order by day`.execute(db)
  const days = new Map<string, MeasuredUse[]>(ports.map((port) => [portKey(port), []]))
  for (const { device_id, port_number, ...day } of rows)
    days.get(portKey({ device_id, port_number }))?.push(day)
  return days
}
