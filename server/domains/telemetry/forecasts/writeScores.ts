import { sql } from 'kysely'
import type { DaysRange } from '#core/domains/telemetry/forecastLevels.ts'
import { scaleRange } from '#core/domains/telemetry/levels/scaleRange.ts'
import {
  daysUntilScored,
  type ForecastScore,
  type LevelsAfterwards,
  outcomeOf,
  scoreForecast,
} from '#core/domains/telemetry/scoreForecast.ts'
import { calendarDay } from '#core/platform/time/calendarDay.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { RecordedForecast, TargetForecast } from './recordForecasts.ts'

interface Score extends Pick<RecordedForecast, 'device_id' | 'port_number' | 'day' | 'model'>, ForecastScore {
  target: TargetForecast['target']
  scaled: DaysRange
  settled: string
}

const DAY = 86_400_000

/** Scores a forecast for each of its levels, as far as known; a level that was already reached gets no score. */
export function scoresOf(forecast: RecordedForecast, afterwards: LevelsAfterwards): Score[] {
  const { device_id, port_number, day, model, made, volume, scale } = forecast
  return forecast.targets.flatMap(({ target, volume: level, range }) => {
    if (!(volume > level && range.p50 > 0)) return []
    const scaled = scaleRange(range, scale)
    const wait = daysUntilScored(scaled)
    const outcome = outcomeOf({ at: made, volume }, level, wait, afterwards)
    if (!outcome) return []
    const settled = calendarDay(made + wait * DAY)
    const score = scoreForecast(scaled, range, outcome)
    return [{ ...score, device_id, port_number, day, model, target, scaled, settled }]
  })
}

/** Writes scores; existing ones stay. */
export async function writeScores(db: Database, scores: readonly Score[]): Promise<void> {
  if (scores.length === 0) return
  const one = <T>(of: (score: Score) => T) => scores.map(of)
  await sql`insert into forecast_scores (device_id, port_number, day, target, model, low, middle, high, lasted, is_reached,
      error, pinball, early, late, settled)
    select * from unnest(${one((s) => s.device_id)}::int8[], ${one((s) => s.port_number)}::int2[], ${one((s) => s.day)}::date[],
      ${one((s) => s.target)}::text[], ${one((s) => s.model)}::text[], ${one((s) => s.scaled.p10)}::float8[],
      ${one((s) => s.scaled.p50)}::float8[], ${one((s) => s.scaled.p90)}::float8[], ${one((s) => s.lasted)}::float8[],
      ${one((s) => s.isReached)}::bool[], ${one((s) => s.error)}::float8[], ${one((s) => s.pinball)}::float8[],
      ${one((s) => s.early)}::float8[], ${one((s) => s.late)}::float8[], ${one((s) => s.settled)}::date[])
    on conflict do nothing`.execute(db)
}
