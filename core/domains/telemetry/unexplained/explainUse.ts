import { type BalanceDay, dayNumber, weekdayOf } from './balanceDay.ts'
import { CLIP, type Design, robustFit, robustSpread, rowTimes } from './robustFit.ts'
import { type Season, seasonOf } from './seasonOf.ts'

/** Use explained by the past, with its residuals. All in percent of the capacity a day. */
export interface ExplainedUse {
  /** Number of days for learning: the first ones. */
  learnt: number
  used: Float64Array
  expected: Float64Array
  /** Standard deviation of a day, as a multiple of `spread`. */
  scale: Float64Array
  /** Standard deviation of the residual on an ordinary day, and its correlation with the next day. */
  spread: number
  persistence: number
  /** Common deviation of all days of some weeks, if their weather is unknown; otherwise 0. */
  ofWeeks: Float64Array
  /** Whether a day follows the one before it without a gap. */
  follows: readonly boolean[]
  /** Residuals minus what the previous day predicts: independent of each other. */
  residuals: Float64Array
  /** The same, clipped and without skewness, with standard deviation `noise`: the evidence of a change. */
  robustResiduals: Float64Array
  noise: number
  /** Number of independent days behind `noise`: if small, it is itself uncertain. */
  freedom: number
  /** The regressors of each day, transformed like `residuals`, and the covariance of the coefficients. */
  design: Design
  uncertainty: Float64Array
  /** Whether degree days and weekdays are regressors. */
  by: { cold: boolean; weekdays: boolean }
}

/** Prior of the use per degree day, percent of the capacity: a heating tank emptied within six cold weeks. */
const COLD_PRIOR = 0.15
/** Prior of the influence of the day before, which warms or cools the house a little. */
const COLD_BEFORE_PRIOR = 0.02
/** Minimum share of days with known degree days. */
const COLD_KNOWN = 0.9
/** Prior of the residuals' persistence: mean, weight in days, and bounds. */
const PERSISTENCE = { mean: 0.3, days: 25, lowest: -0.45, highest: 0.95 }

/** Efficiency of the robust variance estimate per day, and the minimum degrees of freedom. */
const ROBUST = 0.9
const MIN_FREEDOM = 4

/**
 * Explains daily use by level, weekday and cold, learned from the first `learnt` days: a robust regression with autocorrelated
 * errors (Prais and Winsten).
 */
export function explainUse(days: readonly BalanceDay[], learnt: number, capacity: number): ExplainedUse {
  const numbers = days.map(({ date }) => dayNumber(date))
  const weekdays = numbers.map(weekdayOf)
  const used = Float64Array.from(days, (day) => (day.used / capacity) * 100)
  const follows = numbers.map((day, i) => i > 0 && day === numbers[i - 1]! + 1)
  const cold = coldOf(days, follows)
  const season = cold === null ? seasonOf(days, used, learnt) : null
  const plain = designOf(days.length, cold, season)
  const first = expectedBy(plain, used, learnt)
  const weekly = weekdayVariance(weekdays, used, first, learnt)
  const design = weekly > 0 ? withWeekdays(plain, weekdays, weekly) : plain
  const rough = weekly > 0 ? expectedBy(design, used, learnt) : first
  const scale =
    season?.scale(rough.spread) ??
    (cold === null ? new Float64Array(days.length).fill(1) : scaleOf(rough, used, learnt))
  const off = used.map((one, t) => (one - rough.expected[t]!) / scale[t]!)
  const persistence = persistenceOf(off, follows, learnt)
  const start = Math.sqrt(1 - persistence ** 2)
  const whiten = (of: (t: number) => number, t: number) =>
    follows[t] ? of(t) / scale[t]! - (persistence * of(t - 1)) / scale[t - 1]! : (start * of(t)) / scale[t]!
  const { width } = design
  const whitened: Design = {
    ...design,
    rows: design.rows.map((_, at) =>
      whiten((t) => design.rows[t * width + (at % width)]!, Math.floor(at / width)),
    ),
  }
  const target = used.map((_, t) => whiten((day) => used[day]!, t))
  const { beta, spread: noise, inverse } = robustFit(whitened, target, learnt)
  const residuals = target.map((one, t) => one - rowTimes(whitened.rows, t, beta))
  return {
    learnt,
    used,
    expected: used.map((_, t) => rowTimes(design.rows, t, beta)),
    scale,
    spread: noise / start,
    persistence,
    ofWeeks: used.map((_, t) => season?.ofWeeks(t) ?? 0),
    follows,
    residuals,
    robustResiduals: symmetric(residuals, noise, learnt),
    noise,
    freedom: Math.max(ROBUST * learnt - width, MIN_FREEDOM),
    design: whitened,
    uncertainty: inverse.map((one) => one * noise * noise),
    by: { cold: cold !== null || season !== null, weekdays: weekly > 0 },
  }
}

/** Degree days of each day and of the day before, less their mean; null if unknown. */
function coldOf(days: readonly BalanceDay[], follows: readonly boolean[]): ((i: number) => number)[] | null {
  const known = days.filter((day) => day.degree_days !== undefined)
  if (known.length < COLD_KNOWN * days.length) return null
  const mean = known.reduce((sum, day) => sum + day.degree_days!, 0) / known.length
  const of = (i: number) => (days[i]?.degree_days ?? mean) - mean
  return [of, (i) => (follows[i] ? of(i - 1) - of(i) : 0)]
}

function designOf(days: number, cold: ((i: number) => number)[] | null, season: Season | null): Design {
  const columns = [() => 1, ...(cold ?? season?.columns ?? [])]
  const ofCold = season?.prior ?? [COLD_PRIOR ** -2, COLD_BEFORE_PRIOR ** -2]
  return {
    rows: rowsOf(days, columns),
    width: columns.length,
    prior: [0, ...ofCold].slice(0, columns.length),
  }
}

function withWeekdays({ rows, width, prior }: Design, weekdays: readonly number[], variance: number): Design {
  const columns = [
    ...prior.map((_, i) => (t: number) => rows[t * width + i]!),
    ...Array.from({ length: 7 }, (_, weekday) => (t: number) => (weekdays[t] === weekday ? 1 : 0)),
  ]
  return {
    rows: rowsOf(weekdays.length, columns),
    width: columns.length,
    prior: [...prior, ...Array.from({ length: 7 }, () => 1 / variance)],
  }
}

function rowsOf(days: number, columns: readonly ((t: number) => number)[]): Float64Array {
  const rows = new Float64Array(days * columns.length)
  for (let t = 0; t < days; t += 1)
    for (let i = 0; i < columns.length; i += 1) rows[t * columns.length + i] = columns[i]!(t)
  return rows
}

interface Rough {
  expected: Float64Array
  spread: number
}

function expectedBy(design: Design, used: Float64Array, learnt: number): Rough {
  const { beta, spread } = robustFit(design, used, learnt)
  return { expected: used.map((_, t) => rowTimes(design.rows, t, beta)), spread }
}

/** Variance between weekdays beyond chance; 0 = none. */
function weekdayVariance(
  weekdays: readonly number[],
  used: Float64Array,
  { expected, spread }: Rough,
  learnt: number,
): number {
  const sums = new Float64Array(7)
  const counts = new Float64Array(7)
  for (let t = 0; t < learnt; t += 1) {
    const limit = CLIP * spread
    sums[weekdays[t]!]! += Math.min(Math.max(used[t]! - expected[t]!, -limit), limit)
    counts[weekdays[t]!]! += 1
  }
  if (counts.some((count) => count < 3)) return 0
  const among = sums.reduce((sum, one, i) => sum + (one / counts[i]!) ** 2, 0) / 6
  const byChance = (spread * spread * 7) / learnt
  return among > 2 * byChance ? among - byChance : 0
}

/** The scatter may grow with the use, if the days for learning show it. */
function scaleOf({ expected }: Rough, used: Float64Array, learnt: number): Float64Array {
  const total = expected.subarray(0, learnt).reduce((sum, one) => sum + Math.max(one, 0), 0)
  const mean = Math.max(total / learnt, 1e-6)
  const scales = [0, 0.5, 0.9].map((share) =>
    expected.map((one) => Math.max(1 - share + (share * Math.max(one, 0)) / mean, 0.3)),
  )
  const costs = scales.map((scale) => {
    const off = used.subarray(0, learnt).map((one, t) => (one - expected[t]!) / scale[t]!)
    const logs = scale.subarray(0, learnt).reduce((sum, one) => sum + Math.log(one), 0)
    return learnt * Math.log(robustSpread(off, 1)) + logs
  })
  return scales[costs.indexOf(Math.min(...costs))]!
}

function persistenceOf(off: Float64Array, follows: readonly boolean[], learnt: number): number {
  const spread = robustSpread(off.subarray(0, learnt), 1)
  const limit = CLIP * spread
  const clipped = (t: number) => Math.min(Math.max(off[t]!, -limit), limit)
  const { mean, days, lowest, highest } = PERSISTENCE
  let products = mean * days * spread ** 2
  let squares = days * spread ** 2
  for (let t = 1; t < learnt; t += 1) {
    if (!follows[t]) continue
    products += clipped(t) * clipped(t - 1)
    squares += (clipped(t) ** 2 + clipped(t - 1) ** 2) / 2
  }
  return Math.min(Math.max(products / squares, lowest), highest)
}

/** Prior weight of a symmetric distribution, in days. */
const SYMMETRIC_DAYS = 40

/**
 * Use is often skewed: now and then a day uses much more, hardly ever much less. A symmetric distribution would mistake a run
 * of such days for a loss. So the skewness of the days for learning is removed (Cornish and Fisher), and values beyond `CLIP`
 * standard deviations are clipped.
 */
function symmetric(residuals: Float64Array, noise: number, learnt: number): Float64Array {
  const clipped = residuals.map((one) => Math.min(Math.max(one / noise, -CLIP), CLIP))
  const known = clipped.subarray(0, learnt)
  const mean = known.reduce((sum, one) => sum + one, 0) / learnt
  const moment = (power: number) => known.reduce((sum, one) => sum + (one - mean) ** power, 0) / learnt
  const skewness = (moment(3) / Math.max(moment(2), 0.1) ** 1.5) * (learnt / (learnt + SYMMETRIC_DAYS))
  const bent = clipped.map((one) => one - (Math.min(Math.max(skewness, -1), 1) / 6) * (one * one - 1))
  const squares = bent.subarray(0, learnt).reduce((sum, one) => sum + one * one, 0) / learnt
  return bent.map((one) => (one * noise) / Math.sqrt(Math.max(squares, 1)))
}
