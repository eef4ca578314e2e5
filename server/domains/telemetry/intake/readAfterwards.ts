import { sql } from 'kysely'
import type { LevelsAfterwards } from '#core/domains/telemetry/scoreForecast.ts'
import { typicalGapSql } from '#server/domains/devices/measuredLevel.ts'
import type { Database } from '#server/platform/database/database.ts'
import { broughtBy, inflowsOf } from '../levels/countedChanges.ts'

/** A tank, and the days of its history to read. */
export interface Afterwards {
  device_id: number
  port_number: number
  since: Date
  until: Date
}

interface Row {
  place: number
  pause: number
  levels: [number, number][] | null
  intakes: [number, number][] | null
}

const DAY = 86_400_000

/**
 * Later history of tanks: the last level of each day, deliveries and sudden losses, in input order. Since a day
 * counts by its last level, a gap may be a day longer than the device's allowed silence.
 */
export async function readAfterwards(
  db: Database,
  requested: readonly Afterwards[],
): Promise<LevelsAfterwards[]> {
  const { rows } = await sql<Row>`
    select w.place::int as place, extract(epoch from ${typicalGapSql})::float8 * 1000 as pause, (
        select json_agg(json_build_array((extract(epoch from r.last_at) * 1000)::float8, r.last_volume) order by r.at)
        from readings_daily r where r.device_id = w.device_id and r.port_number = w.port_number
          and r.at > w.since - interval '1 day' and r.at <= w.until) as levels, (
        select json_agg(json_build_array((extract(epoch from c.ended_at) * 1000)::float8,
          ${broughtBy}))
        from (${inflowsOf({ device_id: sql`w.device_id`, port_number: sql`w.port_number` })}) c
        where c.started_at > w.since - interval '1 day' and c.started_at <= w.until) as intakes
    from unnest(${requested.map((item) => item.device_id)}::int8[], ${requested.map((item) => item.port_number)}::int2[],
        ${requested.map((item) => item.since)}::timestamptz[], ${requested.map((item) => item.until)}::timestamptz[])
        with ordinality as w (device_id, port_number, since, until, place)
      join devices d using (device_id)`.execute(db)
  const found = new Map(rows.map((row) => [row.place - 1, row]))
  return requested.map((_, place) => {
    const row = found.get(place)
    return {
      levels: (row?.levels ?? []).map(([at, volume]) => ({ at, volume })),
      intakes: (row?.intakes ?? []).map(([at, volume]) => ({ at, volume })),
      longestPause: (row?.pause ?? 0) + DAY,
    }
  })
}
