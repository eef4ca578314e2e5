import { sql } from 'kysely'
import type { BalanceDay } from '#core/domains/telemetry/unexplained/balanceDay.ts'
import {
  balanceOf,
  type MeasuredDay,
  type MomentLevel,
} from '#core/domains/telemetry/unexplained/balanceOf.ts'
import { expectedCold } from '#core/domains/weather/climate.ts'
import { type DegreeDayBase, degreeDays } from '#core/domains/weather/degreeDays.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import { type PlaceWeather, readWeather } from '#server/domains/weather/readWeather.ts'
import type { Database } from '#server/platform/database/database.ts'
import { ownershipStart } from '#server/resources/rights/visibleHistoryStart.ts'
import { zonesOf } from '../history/placeZone.ts'
import { expands, portKey } from '../history/readDailyUse.ts'
import { loadsOf } from './bookedLoads.ts'
import { inflowsOf } from './countedChanges.ts'

interface WantedBalance {
  device_id: number
  port_number: number
  group: string | null
  specific_gravity: number
  /** Null if neither the tank nor its product has its own. */
  degree_day_base: DegreeDayBase | null
  /** The last complete local day; later levels are not read. */
  last_day: string
}

interface Row {
  device_id: number
  port_number: number
  date: string
  last_at: string
  last_volume: number
  last_celsius: number | null
  evening_at: string | null
  evening_volume: number | null
  evening_celsius: number | null
  morning_at: string | null
  morning_volume: number | null
  morning_celsius: number | null
  is_changed: boolean
  is_night_changed: boolean
}

/**
 * Outflow of these tanks on each of the last local days, by `portKey`, oldest first; excludes the time before the
 * device came to its current company.
 */
export async function readBalances(
  db: Database,
  ports: readonly WantedBalance[],
  days: number,
): Promise<Map<string, BalanceDay[]>> {
  const rows = await readMeasuredDays(db, ports, days)
  const measured = new Map<string, MeasuredDay[]>()
  for (const row of rows) {
    const list = measured.get(portKey(row))
    if (list) list.push(measuredDay(row))
    else measured.set(portKey(row), [measuredDay(row)])
  }
  const first = rows.reduce((earliest, { date }) => (date < earliest ? date : earliest), '9999-12-31')
  const ids = [...new Set(ports.map(({ device_id }) => device_id))]
  const today = rows.reduce((latest, { date }) => (date > latest ? date : latest), '')
  const weather =
    rows.length === 0 ? new Map<number, PlaceWeather>() : await readWeather(db, ids, { since: first, today })
  const usual = (await readSettings(db)).degree_day_base
  return new Map(
    ports.map((port) => {
      const local = weather.get(port.device_id)
      const known = local?.known ?? []
      const air = new Map(known.map(({ date, mean }) => [date, mean]))
      const base = port.degree_day_base ?? usual
      const coldness = new Map(known.map(({ date, mean }) => [date, degreeDays(mean, base)]))
      const balance = balanceOf({
        measured: measured.get(portKey(port)) ?? [],
        group: port.group,
        specificGravity: port.specific_gravity,
        air,
        degreeDays: coldness,
        ...(local &&
          known.length === 0 &&
          mayHeat(port.group) && { expected: (date) => expectedCold(local.climate(date), base) }),
      })
      return [portKey(port), balance]
    }),
  )
}

/** Gasoline and lubricants are not used for heating; an unknown product may be. */
const mayHeat = (group: string | null) => group !== 'gasoline' && group !== 'lubricant'

/**
 * A rise up to this multiple of a booked load counts as its delivery; the level may rise this long after the round's
 * last delivery.
 */
const BOOKED_SHARE = 1.25
const BOOKED_LATE = '6 hours'

/** A day with any rise tells nothing about use. */
const OF_PAIR = inflowsOf({ device_id: sql`p.device_id`, port_number: sql`p.port_number` })

/** The last level of each day, and the last ones before the evening and before the morning. */
const LEVELS_OF_DAY = sql`select device_id, port_number, is_corrected, clock::date as day,
        max(last_at) as last_at, (array_agg(last_volume order by last_at desc))[1] as last_volume,
        max(last_at) filter (where clock::time < '23:00') as evening_at,
        (array_agg(last_volume order by last_at desc) filter (where clock::time < '23:00'))[1] as evening_volume,
        max(last_at) filter (where clock::time < '05:00') as morning_at,
        (array_agg(last_volume order by last_at desc) filter (where clock::time < '05:00'))[1] as morning_volume
      from hours group by 1, 2, 3, 4`

/** Uses the levels at the ends of hours; reads the liquid's temperature only if its volume depends on it. */
async function readMeasuredDays(db: Database, ports: readonly WantedBalance[], days: number): Promise<Row[]> {
  const ids = ports.map(({ device_id }) => device_id)
  const { rows } = await sql<Row>`
    with ${zonesOf(ids)},
    wanted as materialized (
      select w.*, zone, ${ownershipStart(sql`w.device_id`)} as since,
        (w.last_day - ${days}::int)::timestamp at time zone zone as starts, (w.last_day + 1)::timestamp at time zone zone as ends
      from unnest(${ids}::int8[], ${ports.map((port) => port.port_number)}::int2[],
          ${ports.map((port) => port.last_day)}::date[], ${ports.map((port) => expands(port.group))}::bool[])
          as w (device_id, port_number, last_day, is_corrected)
        join devices using (device_id) join zones using (time_zone)),
    hours as (
      select w.device_id, w.port_number, w.is_corrected, h.last_at, h.last_volume, h.last_at at time zone w.zone as clock
      from wanted w join readings_hourly h on h.device_id = w.device_id and h.port_number = w.port_number
        and h.at > w.starts - interval '1 hour' and h.at < w.ends
        and h.last_at >= greatest(w.starts, w.since) and h.last_at < w.ends),
    ended as (${LEVELS_OF_DAY}),
    booked as materialized (
      select w.device_id, w.port_number, b.* from wanted w join device_ports t using (device_id, port_number)
        cross join lateral (${loadsOf(sql`t.device_ports_id`)}) b
      where b.delivered_at >= greatest(w.starts, w.since)),
    paired as (
      select *, lag(last_at) over before as before_at, lag(last_volume) over before as before_volume,
        lag(evening_at) over before as night_at
      from ended window before as (partition by device_id, port_number order by day))
    select p.device_id, p.port_number, to_char(p.day, 'YYYY-MM-DD') as date, p.last_at, p.last_volume, l.temperature as last_celsius,
      p.evening_at, p.evening_volume, e.temperature as evening_celsius, p.morning_at, p.morning_volume,
      m.temperature as morning_celsius,
      exists (select from (${OF_PAIR}) c where c.started_at < p.last_at and c.ended_at > p.before_at)
        or exists (select from booked b where b.device_id = p.device_id and b.port_number = p.port_number
          and b.left_at < p.last_at and b.delivered_at + ${BOOKED_LATE}::interval > p.before_at
          and p.last_volume - p.before_volume between 0 and ${BOOKED_SHARE} * b.litres) as is_changed,
      exists (select from (${OF_PAIR}) c where c.started_at < p.morning_at and c.ended_at > p.night_at) as is_night_changed
    from paired p
      left join readings l on p.is_corrected and l.device_id = p.device_id and l.port_number = p.port_number and l.at = p.last_at
      left join readings e on p.is_corrected and e.device_id = p.device_id and e.port_number = p.port_number and e.at = p.evening_at
      left join readings m on p.is_corrected and m.device_id = p.device_id and m.port_number = p.port_number and m.at = p.morning_at
    order by p.day`.execute(db)
  return rows
}

function measuredDay(row: Row): MeasuredDay {
  return {
    date: row.date,
    last: { at: Date.parse(row.last_at), volume: row.last_volume, celsius: row.last_celsius },
    evening: level(row.evening_at, row.evening_volume, row.evening_celsius),
    morning: level(row.morning_at, row.morning_volume, row.morning_celsius),
    isChanged: row.is_changed,
    isNightChanged: row.is_night_changed,
  }
}

const level = (at: string | null, volume: number | null, celsius: number | null): MomentLevel | null =>
  at === null || volume === null ? null : { at: Date.parse(at), volume, celsius }
