import { sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import type { MonthlyUsage } from '#core/domains/telemetry/fleetFigures.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { volumeIn, volumeUnit } from '#core/platform/numbers/units.ts'
import { deviceFilters } from '#server/domains/devices/deviceFilters.ts'
import type { Context } from '#server/platform/context.ts'
import type { ListQuery } from '#server/resources/lists/listQuery.ts'
import { matchingRows } from '#server/resources/lists/matchingRows.ts'
import { ownershipStart } from '#server/resources/rights/visibleHistoryStart.ts'
import { broughtBy, inflowsOf } from '../levels/countedChanges.ts'
import { zonesOf } from './placeZone.ts'

/** Complete months. */
const MONTHS = 12
/** Maximum number of tanks; of a larger fleet, those that use most. */
const MAX_TANKS = 300
/** Maximum age of the level with which a month begins. */
const MAX_LEVEL_AGE = '2 days'

interface MonthRow {
  key: string | null
  product: string | null
  color: string | null
  month: string
  used: number
}

/**
 * Use of the tanks in each of the last months, in the user's units. The use of a month is its first level, plus
 * inflow, minus its last level: two levels a month are read, however many readings there are. In the month
 * of a change of its product a tank counts for both. Excludes the time before a device came to its company.
 */
export async function readMonthlyUsage(context: Context, query: ListQuery): Promise<MonthlyUsage> {
  const { actor, now } = context
  const tanks = await findTanks(context, query)
  const rows = await readMonths(context, tanks)
  const months = monthsUpTo(now, actor.timeZone)
  const products = [...new Set(rows.map(({ key }) => key))].map((key) => {
    const mine = rows.filter((row) => row.key === key)
    const used = months.map((month) => {
      const found = mine.find((row) => row.month === month)
      return found ? volumeIn(actor.units, found.used) : null
    })
    return { product: firstOf(mine).product, color: firstOf(mine).color, used }
  })
  const total = ({ used }: { used: readonly (number | null)[] }) =>
    used.reduce<number>((sum, item) => sum + (item ?? 0), 0)
  return {
    unit: volumeUnit(actor.units),
    tanks: tanks.length,
    months,
    products: products.toSorted((one, other) => total(other) - total(one)),
  }
}

interface Tank {
  device_id: number
  port_number: number
}

function findTanks(context: Context, query: ListQuery): Promise<Tank[]> {
  return matchingRows(context, devices, query, deviceFilters)
    .innerJoin('device_ports as dp', 'dp.device_id', 'devices.device_id')
    .innerJoin('port_states as p', (join) =>
      join.onRef('p.device_id', '=', 'dp.device_id').onRef('p.port_number', '=', 'dp.port_number'),
    )
    .select(['devices.device_id', 'dp.port_number'])
    .where('dp.active', '=', 1)
    .where(sql<boolean>`p.volume is not null`)
    .orderBy(sql`p.use_per_day desc nulls last`)
    .orderBy('devices.device_id')
    .limit(MAX_TANKS)
    .$castTo<Tank>()
    .execute()
}

/** The level at the start of a month `m`, or its first one. */
const LEVEL_AT_START = sql`select * from (
        (select last_at as at, last_volume as volume from readings_hourly r
          where r.device_id = m.device_id and r.port_number = m.port_number and r.at < m.starts
            and r.at > m.starts - ${sql.lit(MAX_LEVEL_AGE)}::interval and r.last_at <= m.starts and r.last_at >= m.since
          order by r.at desc limit 1)
        union all
        (select first_at, first_volume from readings_hourly r
          where r.device_id = m.device_id and r.port_number = m.port_number and r.at > m.starts - interval '1 hour'
            and r.at < m.ends and r.first_at >= m.starts
          order by r.at limit 1)) found
        order by at limit 1`

/**
 * The products that a port `dp` held, by its history. Before its first product was entered it is assumed to have held the same product, which was not known
 * yet.
 */
const HELD = sql`with changes as (
    select e.at, (change ->> 'before')::int8 as product_id from audit_entries e cross join jsonb_array_elements(e.changes) as change
    where e.resource = 'device_ports' and e.record_id = dp.device_ports_id and e.action = 'update'
      and change ->> 'field' = 'product_id' and change ->> 'before' is not null)
  select product_id, lag(at, 1, '-infinity') over (order by at) as since, at as until from changes
  union all select dp.product_id, coalesce((select max(at) from changes), '-infinity'), 'infinity'`

/** The use of each product in each month, in litres. */
async function readMonths({ actor, db, now }: Context, tanks: readonly Tank[]): Promise<MonthRow[]> {
  const since = actor.companies === 'all' ? sql`'-infinity'::timestamptz` : ownershipStart(sql`w.device_id`)
  const ids = tanks.map((tank) => tank.device_id)
  const { rows } = await sql<MonthRow>`
    with ${zonesOf(ids)},
    wanted as materialized (
      select w.*, z.zone, pr.product_name, pr.color, ${since} as since, held.since as held_since, held.until as held_until
      from unnest(${ids}::int8[], ${tanks.map((tank) => tank.port_number)}::int2[]) as w (device_id, port_number)
        join devices using (device_id) join zones z using (time_zone)
        join device_ports dp using (device_id, port_number) cross join lateral (${HELD}) held
        left join tank_products pr on pr.product_id = held.product_id),
    months as (
      select w.*, month, greatest(month at time zone zone, since, held_since) as starts,
        least((month + interval '1 month') at time zone zone, held_until, ${now}::timestamptz) as ends
      from wanted w cross join lateral generate_series(date_trunc('month', ${now}::timestamptz at time zone zone)
        - make_interval(months => ${MONTHS}), date_trunc('month', ${now}::timestamptz at time zone zone), interval '1 month') as month)
    select lower(m.product_name) as key, min(m.product_name) as product, min(m.color) as color, to_char(m.month, 'YYYY-MM') as month,
      sum(greatest(0, first.volume - last.volume + brought.volume))::float8 as used
    from months m
      cross join lateral (${LEVEL_AT_START}) first
      cross join lateral (
        select last_at as at, last_volume as volume from readings_hourly r
        where r.device_id = m.device_id and r.port_number = m.port_number and r.at > m.starts - interval '1 hour'
          and r.at < m.ends and r.last_at > first.at and r.last_at < m.ends
        order by r.at desc limit 1) last
      cross join lateral (
        select coalesce(sum(${broughtBy}), 0) as volume
        from (${inflowsOf({ device_id: sql`m.device_id`, port_number: sql`m.port_number` })}) c
        where c.ended_at > first.at and c.ended_at <= last.at) brought
    where m.starts < m.ends
    group by lower(m.product_name), m.month`.execute(db)
  return rows
}

/** The months to show, in the reader's time zone. */
function monthsUpTo(now: Date, timeZone: string): string[] {
  const text = new Intl.DateTimeFormat('sv-SE', { year: 'numeric', month: '2-digit', timeZone }).format(now)
  const [year, month] = [Number(text.slice(0, 4)), Number(text.slice(5))]
  return Array.from({ length: MONTHS + 1 }, (_, index) =>
    new Date(Date.UTC(year, month - 1 - MONTHS + index, 1)).toISOString().slice(0, 7),
  )
}
