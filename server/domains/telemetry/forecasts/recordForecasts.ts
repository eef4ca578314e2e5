import { sql } from 'kysely'
import type { DaysLeft } from '#core/domains/telemetry/forecast.ts'
import type { DaysRange } from '#core/domains/telemetry/forecastLevels.ts'
import { scaleRange, type WidthScale } from '#core/domains/telemetry/levels/scaleRange.ts'
import { daysUntilScored } from '#core/domains/telemetry/scoreForecast.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { Database } from '#server/platform/database/database.ts'
import { cleaningTask } from '#server/platform/jobs/schedule.ts'

/** A forecast level in litres, and the days until it is reached from the measurement on, as the models predict. */
export interface TargetForecast {
  target: 'empty' | 'red'
  volume: number
  range: DaysRange
}

/** A recorded forecast of a tank. */
export interface RecordedForecast {
  device_id: number
  port_number: number
  /** Local day of the measured level, YYYY-MM-DD. */
  day: string
  /** Time of the measurement, epoch milliseconds, and its L. */
  made: number
  volume: number
  model: string
  scale: WidthScale
  targets: readonly TargetForecast[]
}

/** Forecasts of a tank's levels: empty first, then urgent if there is such a level. */
export function targetForecasts(targets: readonly number[], left: readonly DaysLeft[]): TargetForecast[] {
  return left.map(({ low, days, high }, place) => ({
    target: place === 0 ? 'empty' : 'red',
    volume: itemAt(targets, place),
    range: { p10: low, p50: days, p90: high },
  }))
}

const DAY = 86_400_000
/** Days between scored forecasts of a tank; neighbouring ones are right or wrong together. */
export const DAYS_APART = 7

/** When a forecast is scored; null if it is not. Each tank has its weekday, which spreads the work evenly. */
function dueAt({ device_id, day, made, scale, targets }: RecordedForecast): Date | null {
  if ((Date.parse(day) / DAY) % DAYS_APART !== device_id % DAYS_APART) return null
  return new Date(made + daysUntilAllScored(targets, scale) * DAY)
}

/** Days until all levels of a forecast can be scored. */
export function daysUntilAllScored(targets: readonly TargetForecast[], scale: WidthScale): number {
  return Math.max(...targets.map(({ range }) => daysUntilScored(scaleRange(range, scale))))
}

/** Records the first forecast of each tank and day; later ones of the day are skipped. */
export async function recordForecasts(db: Database, forecasts: readonly RecordedForecast[]): Promise<void> {
  if (forecasts.length === 0) return
  const one = <T>(of: (forecast: RecordedForecast) => T) => forecasts.map(of)
  const target = (which: TargetForecast['target'], of: (forecast: TargetForecast) => number) =>
    forecasts.map(({ targets }) => {
      const found = targets.find((each) => each.target === which)
      return found ? of(found) : null
    })
  await sql`insert into forecast_records (device_id, port_number, day, made_at, model, volume, empty_volume, empty_low,
      empty_middle, empty_high, red_volume, red_low, red_middle, red_high, scale_low, scale_high, due_at)
    select * from unnest(${one((f) => f.device_id)}::int8[], ${one((f) => f.port_number)}::int2[], ${one((f) => f.day)}::date[],
      ${one((f) => new Date(f.made))}::timestamptz[], ${one((f) => f.model)}::text[], ${one((f) => f.volume)}::float8[],
      ${target('empty', (f) => f.volume)}::float8[], ${target('empty', (f) => f.range.p10)}::float8[],
      ${target('empty', (f) => f.range.p50)}::float8[], ${target('empty', (f) => f.range.p90)}::float8[],
      ${target('red', (f) => f.volume)}::float8[], ${target('red', (f) => f.range.p10)}::float8[],
      ${target('red', (f) => f.range.p50)}::float8[], ${target('red', (f) => f.range.p90)}::float8[],
      ${one((f) => f.scale.low)}::float8[], ${one((f) => f.scale.high)}::float8[], ${one(dueAt)}::timestamptz[])
    on conflict (device_id, port_number, day) do nothing`.execute(db)
}

const DAYS_KEPT = 400

/** Scheduled: deletes old forecasts. Their scores stay. */
export const cleanForecastRecords = cleaningTask('forecasts', [
  sql`delete from forecast_records where day < current_date - ${sql.lit(DAYS_KEPT)}::int and due_at is null`,
])
