import { sql } from 'kysely'
import type { WeatherDay } from '#core/domains/weather/openMeteo.ts'
import type { Database } from '#server/platform/database.ts'
import { deviceCell } from './deviceCell.ts'

/**
 * The mean temperatures that are known of the places of devices, oldest first: what was, and what is foretold. A device
 * whose place is not known, or of whose place nothing is, is not among them.
 * @param since the first day, YYYY-MM-DD
 */
export async function readDailyMeans(
  db: Database,
  device_ids: readonly number[],
  since: string,
): Promise<Map<number, readonly WeatherDay[]>> {
  const { rows } = await sql<{ device_ids: number[]; days: [string, number][] }>`
    with standing as (
      select ${deviceCell.north} as north, ${deviceCell.east} as east, array_agg(devices.device_id) as device_ids
      from devices left join device_states s using (device_id)
      where devices.device_id = any(${device_ids as number[]}::int8[]) and ${deviceCell.isKnown}
      group by 1, 2)
    select device_ids, json_agg(json_build_array(w.day, w.mean) order by w.day) as days
    from standing join weather_days w using (north, east)
    where w.day >= ${since}::date group by north, east, device_ids`.execute(db)
  return new Map(
    rows.flatMap(({ device_ids: ids, days }) => {
      const known = days.map(([date, mean]) => ({ date, mean }))
      return ids.map((id) => [Number(id), known] as const)
    }),
  )
}
