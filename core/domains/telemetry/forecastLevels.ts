import { Asked, LONGEST } from './forecasting/asked.ts'
import { type Because, becauseOf } from './forecasting/because.ts'
import { candidatesOf } from './forecasting/candidates.ts'
import { normalQuantile, Random, seedOf } from './forecasting/random.ts'
import { timelineOf } from './forecasting/timeline.ts'
import { weatherAhead, weatherPath } from './forecasting/weather.ts'
import { weightsOf, widening } from './forecasting/weights.ts'

export interface LevelsInput {
  /** Days of the site, oldest first; litres used without deliveries; degree days in °C·d where known. Gaps are allowed. */
  history: readonly { date: string; used: number; degree_days?: number }[]
  /** From today on, as far as anything is known: forecast first, climate beyond. */
  ahead?: readonly { date: string; degree_days: number }[]
  /** Litres now; the litres whose reaching is asked for, each below it; today and the share of it that has passed. */
  volume: number
  targets: readonly number[]
  today: { date: string; elapsed: number }
  /** Days from now, rising, of which the use until then is asked for. */
  moments?: readonly number[]
}

/** Litres used until a moment: 10 %, 50 % and 90 % of what may happen is less. */
interface UsedRange {
  p10: number
  p50: number
  p90: number
}

export interface DaysRange {
  p10: number
  p50: number
  p90: number
}

export type LevelsForecast =
  | { none: 'too_little_data' | 'no_use' }
  | {
      none: null
      /** Days from now for each target: 10 %, 50 % and 90 % of what may happen lie before them; 3650 = not within 400 days. */
      days: readonly DaysRange[]
      model: Because['kind']
      /** Why: the model and what it has found. */
      because: Because
      /** For each of the moments. */
      used: readonly UsedRange[]
    }

const LEAST_DAYS = 3
const PATHS = 300

/**
 * When a tank will have come down to each target, as what may happen: several models of its use, believed as far as each has
 * foreseen the tank's own past, draw paths of daily use. The same input always gives the same answer.
 */
export function forecastLevels({
  history,
  ahead = [],
  volume,
  targets,
  today,
  moments = [],
}: LevelsInput): LevelsForecast {
  const timeline = timelineOf(history, today.date)
  if (timeline.known < LEAST_DAYS) return { none: 'too_little_data' }
  if (!(timeline.unit > 0)) return { none: 'no_use' }
  const candidates = candidatesOf(timeline)
  const weights = weightsOf(candidates)
  const widths = candidates.map(widening)
  const weather = weatherAhead(timeline, ahead, today.date, LONGEST)
  const seed = seedOf(history.slice(-60).map(({ used }) => used))
  const asked = new Asked(
    targets.map((target) => (volume - target) / timeline.unit),
    moments,
    PATHS,
  )
  for (let path = 0; path < PATHS; path += 1) {
    const own = seed + path * GOLDEN
    const { which, share } = chosen(weights, (path + 0.5) / PATHS)
    const start = { random: new Random(own), view: share, level: evenNormal(path, 0) }
    const use = candidates[which]!.path(start, widths[which]!)
    const degreeDays = weather && weatherPath(weather, new Random(own + 77), evenNormal(path, 1))
    asked.follow(path, today.elapsed, (day) => use(day, degreeDays ? degreeDays(day) : 0))
  }
  const because = becauseOf(candidates, weights, timeline, ahead)
  return {
    none: null,
    days: asked.days(),
    model: because.kind,
    because,
    used: asked.used(timeline.unit),
  }
}

/** Which of the weights a share from 0 to 1 falls into, and where in it. */
function chosen(weights: readonly number[], share: number): { which: number; share: number } {
  let left = share
  let which = 0
  while (which < weights.length - 1 && left >= weights[which]!) left -= weights[which++]!
  return { which, share: Math.min(left / weights[which]!, 0.999999) }
}

const GOLDEN = 0x9e3779b1
/** Steps of an even sequence in two dimensions: no two paths begin alike. */
const EVEN = [0.7548776662466927, 0.5698402909980532] as const

function evenNormal(path: number, dimension: 0 | 1): number {
  return normalQuantile((0.5 + (path + 1) * EVEN[dimension]) % 1)
}
