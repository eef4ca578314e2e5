import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { type WeatherCell, weatherCellOf } from '#core/domains/weather/weatherCell.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import type { Database } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import { meanOfDay } from './demoWeather.ts'
import type { Town } from './facts.ts'
import { demoFleet } from './fleet.ts'
import { seededRandom } from './seededRandom.ts'

const HOUR = 3_600_000
const DAYS_PAST = 366
/** Days that are foretold, today's included, and °C by which they are off: one today, three after a week. */
const DAYS_AHEAD = 16
const OFF = { today: 1, perDay: 0.35, persistence: 0.75 }

/**
 * Tells the weather of the last year and of the next days at every place of the demo, as a provider would. Days that come are
 * foretold with errors; when they have been they are told as they were. Where a provider is set, it tells them.
 */
export async function tellWeather(db: Database, now: number): Promise<void> {
  const { weather_url } = await readSettings(db)
  if (weather_url) return
  const rows = [...cells().values()].flatMap(({ town, ...cell }) => {
    const today = Math.floor((now / HOUR + town.utcOffset) / 24)
    const ahead = errorsAhead(today, cell)
    return Array.from({ length: DAYS_PAST + DAYS_AHEAD }, (_, i) => {
      const day = today - DAYS_PAST + i
      return { ...cell, day, mean: meanOfDay(town, day) + (ahead[i - DAYS_PAST] ?? 0) }
    })
  })
  await sql`insert into weather_days (north, east, day, mean, told_at)
    select north, east, date '1970-01-01' + day, mean, ${new Date(now)}
    from unnest(${rows.map(({ north }) => north)}::int2[], ${rows.map(({ east }) => east)}::int2[],
      ${rows.map(({ day }) => day)}::int4[], ${rows.map(({ mean }) => mean)}::float4[]) as d (north, east, day, mean)
    on conflict (north, east, day) do update set mean = excluded.mean, told_at = excluded.told_at
      where weather_days.mean <> excluded.mean`.execute(db)
}

/** A provider makes its forecast anew four times a day. */
const AGAIN = 6 * HOUR

/** Tells the weather anew for as long as the demo runs, and with each start what has been since the last. */
export async function keepTellingWeather(
  db: Database,
  log: Pick<Log, 'warn'>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await tellWeather(db, Date.now()).catch((error: unknown) => {
      // Whoever stops the demo has taken the database away.
      if (!signal.aborted) log.warn({ err: error }, 'the weather of the demo was not told')
    })
    await pause(AGAIN, undefined, { signal }).catch(() => {})
  }
}

/** The squares of the weather in which devices stand, each with a town in it. */
function cells(): Map<string, WeatherCell & { town: Town }> {
  const found = demoFleet().map((device) => ({ ...weatherCellOf(device), town: device.town }))
  return new Map(found.map((cell) => [`${cell.north}/${cell.east}`, cell]))
}

/** By how much the days that are foretold today are off: neighbouring days alike, and the farther ahead the more. */
function errorsAhead(today: number, { north, east }: WeatherCell): number[] {
  const random = seededRandom(today * 7919 + north * 1440 + east)
  let off = random.normal()
  return Array.from({ length: DAYS_AHEAD }, (_, ahead) => {
    const error = (OFF.today + OFF.perDay * ahead) * off
    off = OFF.persistence * off + Math.sqrt(1 - OFF.persistence ** 2) * random.normal()
    return error
  })
}
