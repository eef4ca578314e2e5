import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { weatherCellOf } from '#core/domains/weather/weatherCell.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log.ts'
import { meanOfDay } from './demoWeather.ts'
import { demoFleet } from './fleet.ts'
import { seededRandom } from './seededRandom.ts'

const HOUR = 3_600_000
const DAYS_PAST = 366
/** Days of the forecast, today included; its error is one °C today and three after a week. */
const DAYS_AHEAD = 16
const NOISE = { today: 1, perDay: 0.35, persistence: 0.75 }

/**
 * Writes the weather of the last year and of the next days at every place of the demo, as a provider would. Forecast days have errors that
 * are alike for neighbouring days; past days are written as measured. A configured provider takes its place.
 */
export async function reportWeather(db: Database, now: number): Promise<void> {
  const { weather_url } = await readSettings(db)
  if (weather_url) return
  const cells = new Map(
    demoFleet().map((device) => {
      const { north, east } = weatherCellOf(device)
      return [`${north}/${east}`, { north, east, town: device.town }]
    }),
  )
  const rows = [...cells.values()].flatMap(({ town, north, east }) => {
    const today = Math.floor((now / HOUR + town.utcOffset) / 24)
    const random = seededRandom(today * 7919 + north * 1440 + east)
    let off = random.normal()
    return Array.from({ length: DAYS_PAST + DAYS_AHEAD }, (_, i) => {
      const day = today - DAYS_PAST + i
      if (day < today) return { north, east, day, mean: meanOfDay(town, day) }
      const mean = meanOfDay(town, day) + (NOISE.today + NOISE.perDay * (day - today)) * off
      off = NOISE.persistence * off + Math.sqrt(1 - NOISE.persistence ** 2) * random.normal()
      return { north, east, day, mean }
    })
  })
  await sql`insert into weather_days (north, east, day, mean, told_at)
    select north, east, date '1970-01-01' + day, mean, ${new Date(now)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (north int2, east int2, day int4, mean float4)
    on conflict (north, east, day) do update set mean = excluded.mean, told_at = excluded.told_at
      where weather_days.mean <> excluded.mean`.execute(db)
}

/** A provider makes its forecast four times a day. */
const INTERVAL_MS = 6 * HOUR

/** Writes the weather again while the demo runs; each start adds the days since the last. */
export async function keepReportingWeather(
  db: Database,
  log: Pick<Log, 'warn'>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await reportWeather(db, Date.now()).catch((error: unknown) => {
      // When the demo is stopped, its database is gone.
      if (!signal.aborted) log.warn({ err: error }, 'the weather of the demo was not written')
    })
    await pause(INTERVAL_MS, undefined, { signal }).catch(() => {})
  }
}
