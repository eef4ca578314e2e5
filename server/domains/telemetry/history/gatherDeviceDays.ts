import { sql } from 'kysely'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { degreeDayBase } from '#server/domains/devices/measuredLevel.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import type { Context } from '#server/platform/context.ts'
import type { TaskContext } from '#server/platform/jobs/schedule.ts'
import { ownershipStart } from '#server/resources/rights/visibleHistoryStart.ts'
import { placeZone } from './placeZone.ts'

const BATCH_SIZE = 200
/** How far back use is judged, and how long a day is stored. */
const DAYS_BACK = 366
const DAYS_KEPT = 400
/**
 * Hours after its end when a day is gathered, and further days on which it is gathered again, because records may
 * come late.
 */
const GATHERING_DELAY_HOURS = 3
const REGATHERED_DAYS = 2
/** A day counts if each of its quarters has a reading. */
const QUARTER_HOURS = 6

/**
 * Scheduled: stores the daily temperatures that devices have measured themselves, by local day, if no weather
 * provider is configured. Only for devices with a heating tank, the only users of these days.
 */
export async function gatherDeviceDays(context: TaskContext): Promise<void> {
  const { weather_url } = await readSettings(context.db)
  if (weather_url) return
  let after: number | null = 0
  while (after !== null && !context.signal?.aborted) after = await gatherSome(context, after)
}

/** @returns the last device of the batch; null if there are no more */
async function gatherSome({ db, now }: Context, after: number): Promise<number | null> {
  const { rows } = await sql<{ devices: number; last: number | null }>`
    with zones as materialized (
      select time_zone, ${placeZone(sql`time_zone`)} as zone from (select distinct time_zone from devices) all_of_them),
    due as materialized (
      select device_id, zone, last_day, greatest(coalesce(gathered - ${REGATHERED_DAYS}::int, last_day - ${DAYS_BACK}::int),
          (${ownershipStart(sql`heating.device_id`)} at time zone zone)::date) as first_day
      from (select d.device_id, zone,
          ((${now}::timestamptz - make_interval(hours => ${GATHERING_DELAY_HOURS})) at time zone zone)::date - 1 as last_day,
          (select max(day) from device_days g where g.device_id = d.device_id) as gathered
        from devices d join zones using (time_zone) join device_states s on s.device_id = d.device_id
        where d.device_id > ${after} and s.temperature is not null and d.status in ('normal', 'demo')
          and exists (select from device_ports p left join tank_products pr using (product_id)
            where p.device_id = d.device_id and p.active = 1 and ${degreeDayBase} is not null)) heating
      where gathered is null or gathered < last_day
      order by device_id limit ${BATCH_SIZE}),
    quarters as (
      select due.device_id, clock::date as day, avg(temperature) as mean
      from due
        join device_records r on r.device_id = due.device_id and r.temperature is not null
          and r.at >= due.first_day::timestamp at time zone zone
          and r.at < (due.last_day + 1)::timestamp at time zone zone
        cross join lateral (select r.at at time zone zone as clock) there
      group by 1, 2, floor(extract(hour from clock) / ${QUARTER_HOURS}::int)),
    measured as (
      select device_id, day, avg(mean) as mean, max(mean) - min(mean) as span from quarters
      group by 1, 2 having count(*) = ${24 / QUARTER_HOURS}::int),
    gone as (
      delete from device_days g using due where g.device_id = due.device_id and g.day < due.last_day - ${DAYS_KEPT}::int),
    gathered as (
      insert into device_days as g (device_id, day, mean, span)
      select device_id, day, mean, span
      from (select device_id, last_day - back as day from due, lateral generate_series(0, last_day - first_day) as back) days
        left join measured using (device_id, day)
      on conflict (device_id, day) do update set mean = excluded.mean, span = excluded.span
        where (g.mean, g.span) is distinct from (excluded.mean, excluded.span))
    select count(*)::int as devices, max(device_id)::float8 as last from due`.execute(db)
  const { devices, last } = firstOf(rows)
  return devices < BATCH_SIZE ? null : last
}
