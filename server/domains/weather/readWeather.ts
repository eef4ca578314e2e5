import { sql } from 'kysely'
import { type ClimateDay, climateAt, correctedClimate } from '#core/domains/weather/climate.ts'
import type { WeatherDay } from '#core/domains/weather/openMeteo.ts'
import { middleOf } from '#core/domains/weather/weatherCell.ts'
import { calendarDay } from '#core/platform/calendarDay.ts'
import type { Database } from '#server/platform/database.ts'
import { deviceCell } from './deviceCell.ts'

/** What is known of the weather of a place. */
export interface PlaceWeather {
  /** Mean temperatures, oldest first: what was, and what a provider foretells; empty without a provider. */
  known: readonly WeatherDay[]
  /** What to expect of any day of which nothing is known. */
  climate: (date: string) => ClimateDay
}

/** The days that correct the climate: as far back as a provider tells of. */
const DAYS_THAT_CORRECT = 92
const DAY = 86_400_000

/**
 * The weather of the places of devices. A device whose place is not known is not among them.
 * @param since the first day, YYYY-MM-DD
 * @param today days before it have been, and correct the climate
 */
export async function readWeather(
  db: Database,
  device_ids: readonly number[],
  { since, today }: { since: string; today: string },
): Promise<Map<number, PlaceWeather>> {
  const { rows } = await sql<{
    north: number
    east: number
    device_ids: number[]
    days: [string, number][] | null
  }>`
    with standing as (
      select ${deviceCell.north} as north, ${deviceCell.east} as east, array_agg(devices.device_id) as device_ids
      from devices left join device_states s using (device_id)
      where devices.device_id = any(${device_ids as number[]}::int8[]) and ${deviceCell.isKnown}
      group by 1, 2)
    select north, east, device_ids, (
      select json_agg(json_build_array(w.day, w.mean) order by w.day) from weather_days w
      where w.north = standing.north and w.east = standing.east and w.day >= ${since}::date) as days
    from standing`.execute(db)
  const from = calendarDay(Date.parse(today) - DAYS_THAT_CORRECT * DAY)
  return new Map(
    rows.flatMap(({ north, east, device_ids: ids, days }) => {
      const known = (days ?? []).map(([date, mean]) => ({ date, mean }))
      const { latitude, longitude } = middleOf({ north, east })
      const past = known.filter(({ date }) => date >= from && date < today)
      const weather = { known, climate: correctedClimate(climateAt(latitude, longitude), past) }
      return ids.map((id) => [Number(id), weather] as const)
    }),
  )
}
