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
      model: string
    }

const LEAST_DAYS = 3
const PATHS = 300
const LONGEST = 400
const NEVER = 3650
/** Steps of an even sequence in two dimensions, whose paths lie nowhere closer than elsewhere. */
const EVEN = [0.7548776662466927, 0.5698402909980532] as const

/**
 * When a tank will have come down to each target, as what may happen: several models of its use, believed as far as each has
 * foreseen the tank's own past, draw paths of daily use. The same input always gives the same answer.
 */
export function forecastLevels({ history, ahead = [], volume, targets, today }: LevelsInput): LevelsForecast {
  const timeline = timelineOf(history, today.date)
  if (timeline.known < LEAST_DAYS) return { none: 'too_little_data' }
  if (!(timeline.unit > 0)) return { none: 'no_use' }
  const candidates = candidatesOf(timeline)
  const weights = weightsOf(candidates)
  const widths = candidates.map(widening)
  const weather = weatherAhead(timeline, ahead, today.date, LONGEST)
  const seed = seedOf(history.slice(-60).map(({ used }) => used))
  const wanted = targets.map((target) => (volume - target) / timeline.unit)
  const order = wanted.map((_, i) => i).sort((one, other) => wanted[one]! - wanted[other]!)
  const reached = targets.map(() => new Float64Array(PATHS))
  for (let path = 0; path < PATHS; path += 1) {
    const random = new Random(seed + path * 0x9e3779b1)
    let share = (path + 0.5) / PATHS
    let which = 0
    while (which < weights.length - 1 && share >= weights[which]!) share -= weights[which++]!
    const start = {
      random,
      view: Math.min(share / weights[which]!, 0.999999),
      level: normalQuantile((0.5 + (path + 1) * EVEN[0]) % 1),
    }
    const use = candidates[which]!.path(start, widths[which]!)
    const degreeDays =
      weather &&
      weatherPath(
        weather,
        new Random(seed + path * 0x9e3779b1 + 77),
        normalQuantile((0.5 + (path + 1) * EVEN[1]) % 1),
      )
    follow(use, degreeDays, today.elapsed, order, wanted, (target, days) => {
      reached[target]![path] = days
    })
  }
  let best = 0
  const byModel = new Map<string, number>()
  for (const [i, { model }] of candidates.entries())
    byModel.set(model, (byModel.get(model) ?? 0) + weights[i]!)
  let model = ''
  for (const [name, weight] of byModel) if (weight > best) [model, best] = [name, weight]
  return { none: null, days: reached.map(rangeOf), model }
}

/** Tells for each target, nearest first, after how many days a path comes down to it. */
function follow(
  use: (day: number, degreeDays: number) => number,
  degreeDays: ((day: number) => number) | null,
  elapsed: number,
  order: readonly number[],
  wanted: readonly number[],
  tell: (target: number, days: number) => void,
): void {
  let next = 0
  while (next < order.length && !(wanted[order[next]!]! > 0)) tell(order[next++]!, 0)
  let gone = 0
  let passed = 0
  for (let day = 0; day < LONGEST && next < order.length; day += 1) {
    const part = day === 0 ? 1 - Math.min(Math.max(elapsed, 0), 1) : 1
    const used = use(day, degreeDays ? degreeDays(day) : 0) * part
    while (next < order.length && gone + used >= wanted[order[next]!]!) {
      const target = order[next++]!
      tell(target, passed + (part * (wanted[target]! - gone)) / used)
    }
    gone += used
    passed += part
  }
  while (next < order.length) tell(order[next++]!, NEVER)
}

function rangeOf(days: Float64Array): DaysRange {
  const sorted = days.toSorted()
  const at = (share: number) => {
    const place = share * sorted.length - 0.5
    const below = sorted[Math.floor(place)]!
    const above = sorted[Math.ceil(place)]!
    return above === NEVER ? NEVER : below + (above - below) * (place - Math.floor(place))
  }
  return { p10: at(0.1), p50: at(0.5), p90: at(0.9) }
}
