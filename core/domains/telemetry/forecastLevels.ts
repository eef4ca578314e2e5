import { lastOf } from '#core/platform/lists/firstOf.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { type Because, becauseOf } from './forecasting/because.ts'
import { lendersOf, type View, viewsOf } from './forecasting/lenders.ts'
import { LONGEST, PathOutcomes } from './forecasting/pathOutcomes.ts'
import { normalQuantile, Random, seedOf } from './forecasting/random.ts'
import { intervalsOf, type KnownDay, timelineOf } from './forecasting/timeline.ts'
import { weatherAhead, weatherPath } from './forecasting/weather.ts'
import { weightsOf, widening } from './forecasting/weights.ts'

export interface LevelsInput {
  /**
   * Days in the site's time zone, oldest first; litres used without deliveries; degree days in °C·d where known. Gaps are
   * allowed. For a tank without a sensor: totals of several `days` up to each date, and days with degree days only.
   */
  history: readonly KnownDay[]
  /** Histories of similar tanks, scaled to this tank's size; a short history borrows from them. */
  kin?: readonly (readonly KnownDay[])[]
  /** Degree days from today on: the weather forecast first, climate beyond it. */
  ahead?: readonly { date: string; degree_days: number }[]
  /** The history's degree days come from the tank's own device, which is less certain than a weather provider. */
  isColdMeasured?: boolean
  /** Litres now; the target levels in litres, each below it; today and the share of it that has passed. */
  volume: number
  targets: readonly number[]
  today: { date: string; elapsed: number }
  /** Days from now, ascending, at which to return the use so far. */
  moments?: readonly number[]
}

/** Litres used until a moment, as quantiles. */
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
      /** Days from now until each target, as quantiles; 3650 = not within 400 days. */
      days: readonly DaysRange[]
      model: Because['kind']
      /** The model and its findings. */
      because: Because
      /** Per moment. */
      used: readonly UsedRange[]
    }

const MIN_DAYS = 3
const PATHS = 300

/**
 * When a tank reaches each target, as a distribution: several models, weighted by how well each predicted the tank's own past,
 * draw paths of daily use. Deterministic.
 */
export function forecastLevels(input: LevelsInput): LevelsForecast {
  const { history, kin = [], ahead = [], isColdMeasured: isMeasured = false } = input
  const { volume, targets, today, moments = [] } = input
  const { timeline, intervals } = intervalsOf(history, today.date) ?? {
    timeline: timelineOf(history, today.date),
    intervals: [],
  }
  const timelines = kin.map((lender) => timelineOf(lender, today.date))
  const lenders = lendersOf(timeline, timelines)
  if (timeline.known < MIN_DAYS && lenders.length === 0) return { none: 'too_little_data' }
  if (timeline.known >= MIN_DAYS && !(timeline.unit > 0)) return { none: 'no_use' }
  const views = viewsOf(timeline, intervals, lenders)
  const unit = timeline.unit || 1
  const models = views.flatMap((view) => modelsOf(view, unit))
  const weather = views
    .map(({ timeline: known }) => weatherAhead(known, { ahead, isMeasured }, today.date, LONGEST))
    .find((found) => found !== null)
  const seed = seedOf(history.slice(-60).map(({ used }) => used))
  const falls = targets.map((target) => (volume - target) / unit)
  const outcomes = new PathOutcomes(falls, moments, PATHS)
  for (let path = 0; path < PATHS; path += 1) {
    const own = seed + path * GOLDEN
    const { model, share } = chosen(models, (path + 0.5) / PATHS)
    const { candidate, width, factor } = model
    const start = { random: new Random(own), view: share, level: evenNormal(path, 0) }
    const use = candidate.path(start, width)
    const degreeDays = weather && weatherPath(weather, new Random(own + 77), evenNormal(path, 1))
    outcomes.follow(path, today.elapsed, (day) => factor * use(day, degreeDays ? degreeDays(day) : 0))
  }
  const candidates = models.map(({ candidate }) => candidate)
  const weights = models.map(({ weight }) => weight)
  const because: Because =
    lenders.length > 0
      ? { kind: 'borrowed', lenders: lenders.length }
      : becauseOf(candidates, weights, timeline, { ahead, isMeasured })
  return { none: null, days: outcomes.days(), model: because.kind, because, used: outcomes.used(unit) }
}

/** The models of a view with their share of all paths, and their usual day in multiples of `unit` litres. */
function modelsOf({ candidates, share, factor, timeline }: View, unit: number) {
  const weights = weightsOf(candidates)
  return candidates.map((candidate, i) => ({
    candidate,
    weight: share * itemAt(weights, i),
    width: widening(candidate),
    factor: (factor * timeline.unit) / unit,
  }))
}

/** The model whose weight a share from 0 to 1 falls into, and the position within it. */
function chosen<Model extends { weight: number }>(models: readonly Model[], share: number) {
  const last = lastOf(models)
  let left = share
  const model = models.find((item) => {
    if (item === last || left < item.weight) return true
    left -= item.weight
    return false
  })
  return { model: model ?? last, share: Math.min(left / (model ?? last).weight, 0.999999) }
}

const GOLDEN = 0x9e3779b1
/** Steps of a low-discrepancy sequence in two dimensions: no two paths start alike. */
const EVEN = [0.7548776662466927, 0.5698402909980532] as const

function evenNormal(path: number, dimension: 0 | 1): number {
  return normalQuantile((0.5 + (path + 1) * EVEN[dimension]) % 1)
}
