import { sql } from 'kysely'
import { type ClimateDay, climateAt, correctedClimate } from '#core/domains/weather/climate.ts'
import type { WeatherDay } from '#core/domains/weather/openMeteo.ts'
import { type DeviceDay, outdoorDays } from '#core/domains/weather/ownTemperatures.ts'
import { middleOf } from '#core/domains/weather/weatherCell.ts'
import { calendarDay } from '#core/platform/time/calendarDay.ts'
import type { Database } from '#server/platform/database/database.ts'
import { ownershipStart } from '#server/resources/rights/visibleHistoryStart.ts'
import { deviceCell } from './deviceCell.ts'

/** Known weather of a place. */
export interface PlaceWeather {
  /**
   * Mean temperatures, oldest first: past ones and a provider's forecast. Without a provider, the device's own
   * measurements of past days, if they can be outdoors; else empty.
   */
  known: readonly WeatherDay[]
  /** Source of these temperatures. */
  source: 'provider' | 'device' | null
  /** Expectation for any day without data. */
  climate: (date: string) => ClimateDay
}

/** Past days used to correct the climate, as far back as a provider reports. */
const CORRECTION_DAYS = 92
const DAY = 86_400_000

/**
 * Weather of the places of devices; devices without a position are left out.
 * @param since the first day, YYYY-MM-DD
 * @param today days before it are past, and correct the climate
 */
export async function readWeather(
  db: Database,
  device_ids: readonly number[],
  { since, today }: { since: string; today: string },
): Promise<Map<number, PlaceWeather>> {
  const rows = await readCells(db, device_ids, since)
  const from = calendarDay(Date.parse(today) - CORRECTION_DAYS * DAY)
  const alone = rows.flatMap(({ device_ids: ids, days }) => (days ? [] : ids.map(Number)))
  const own = await readDeviceDays(db, alone, { since, today })
  return new Map(
    rows.flatMap(({ north, east, device_ids: ids, days }) => {
      const { latitude, longitude } = middleOf({ north, east })
      const climate = climateAt(latitude, longitude)
      const weatherBy = (source: 'provider' | 'device', known: readonly WeatherDay[]): PlaceWeather => ({
        known,
        source: known.length > 0 ? source : null,
        climate: correctedClimate(
          climate,
          known.filter(({ date }) => date >= from && date < today),
        ),
      })
      const remote = weatherBy(
        'provider',
        (days ?? []).map(([date, mean]) => ({ date, mean })),
      )
      return ids.map((id) => {
        const measured = own.get(Number(id))
        return [Number(id), measured ? weatherBy('device', outdoorDays(measured, climate)) : remote] as const
      })
    }),
  )
}

interface Cell {
  north: number
  east: number
  device_ids: number[]
  days: [string, number][] | null
}

/** The cells of the weather grid with devices, and the known days of each. */
async function readCells(db: Database, device_ids: readonly number[], since: string): Promise<Cell[]> {
  const { rows } = await sql<Cell>`
    with standing as (
      select ${deviceCell.north} as north, ${deviceCell.east} as east, array_agg(devices.device_id) as device_ids
      from devices left join device_states s using (device_id)
      where devices.device_id = any(${[...device_ids]}::int8[]) and ${deviceCell.isKnown}
      group by 1, 2)
    select north, east, device_ids, (
      select json_agg(json_build_array(w.day, w.mean) order by w.day) from weather_days w
      where w.north = standing.north and w.east = standing.east and w.day >= ${since}::date) as days
    from standing`.execute(db)
  return rows
}

/** Days measured by devices, oldest first; excludes the time before they came to their current company. */
async function readDeviceDays(
  db: Database,
  device_ids: readonly number[],
  { since, today }: { since: string; today: string },
): Promise<Map<number, DeviceDay[]>> {
  if (device_ids.length === 0) return new Map()
  const { rows } = await sql<{ device_id: number; days: [string, number, number][] }>`
    select device_id, json_agg(json_build_array(day, mean, span) order by day) as days from device_days
    where device_id = any(${[...device_ids]}::int8[]) and day >= ${since}::date and day < ${today}::date
      and mean is not null and day > (${ownershipStart(sql`device_days.device_id`)})::date
    group by 1`.execute(db)
  return new Map(
    rows.map(({ device_id, days }) => [
      Number(device_id),
      days.map(([date, mean, span]) => ({ date, mean, span })),
    ]),
  )
}
