import { type BalanceDay, dayNumber, weekdayOf } from './balanceDay.ts'
import { CLIP, type Design, robustFit, robustSpread, rowTimes } from './robustFit.ts'
import { type Season, seasonOf } from './seasonOf.ts'

/** What days before explain of each day, and how far days lie off that. All in percent of the capacity a day. */
export interface ExplainedUse {
  /** Days that were learnt from: the first so many. */
  learnt: number
  used: Float64Array
  expected: Float64Array
  /** How much a day may be off, as a multiple of `spread`. */
  scale: Float64Array
  /** Standard deviation of what is left over on an ordinary day, and how much of it goes on to the next day. */
  spread: number
  persistence: number
  /** By how much all days of some weeks may be off together, where nobody knows their weather; else 0. */
  ofWeeks: Float64Array
  /** Whether a day follows the one before it without a gap. */
  follows: readonly boolean[]
  /** What is left over without the part that was to be expected from the day before: independent of each other. */
  news: Float64Array
  /** The same without its far ends and without its lopsidedness, with the deviation `noise`: what speaks for a change. */
  told: Float64Array
  noise: number
  /** For how many independent days `noise` counts: of few it is itself uncertain. */
  freedom: number
  /** For each day what explains it, as the news see it, and the covariance of the coefficients. */
  design: Design
  uncertainty: Float64Array
  /** Whether degree days and weekdays take part. */
  by: { cold: boolean; weekdays: boolean }
}

/** A degree day takes so much of the capacity, give or take: a heating tank that is emptied within six cold weeks. */
const COLD_PRIOR = 0.15
/** The day before warms or cools the house a little. */
const COLD_BEFORE_PRIOR = 0.02
/** Days known with their cold, at least, as a share of all. */
const COLD_KNOWN = 0.9
/** The persistence that is expected of what is left over, and the days that it counts for. */
const PERSISTENCE = { mean: 0.3, days: 25, lowest: -0.45, highest: 0.95 }

/** What a day tells of the deviation where days far off count with less weight, and the least that all tell together. */
const ROBUST = 0.9
const LEAST_FREEDOM = 4

/**
 * Explains the use of days by a level, the weekday and the cold, as the first `learnt` days teach it: a robust regression with
 * errors that persist from day to day (Prais and Winsten).
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
  const newsOf = (of: (t: number) => number, t: number) =>
    follows[t] ? of(t) / scale[t]! - (persistence * of(t - 1)) / scale[t - 1]! : (start * of(t)) / scale[t]!
  const { width } = design
  const told: Design = {
    ...design,
    rows: design.rows.map((_, at) =>
      newsOf((t) => design.rows[t * width + (at % width)]!, Math.floor(at / width)),
    ),
  }
  const target = used.map((_, t) => newsOf((day) => used[day]!, t))
  const { beta, spread: noise, inverse } = robustFit(told, target, learnt)
  const news = target.map((one, t) => one - rowTimes(told.rows, t, beta))
  return {
    learnt,
    used,
    expected: used.map((_, t) => rowTimes(design.rows, t, beta)),
    scale,
    spread: noise / start,
    persistence,
    ofWeeks: used.map((_, t) => season?.ofWeeks(t) ?? 0),
    follows,
    news,
    told: symmetric(news, noise, learnt),
    noise,
    freedom: Math.max(ROBUST * learnt - width, LEAST_FREEDOM),
    design: told,
    uncertainty: inverse.map((one) => one * noise * noise),
    by: { cold: cold !== null || season !== null, weekdays: weekly > 0 },
  }
}

/** Degree days of each day and of the day before, less their mean; null where they are not known. */
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

/** By how much weekdays differ beyond chance; 0 = they do not. */
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

/** Where use follows the cold its scatter may too: as far as the days that were learnt from say so. */
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

/** Days that a symmetric law counts for. */
const SYMMETRIC_DAYS = 40

/**
 * Use is often lopsided: now and then a day takes much more, hardly ever one much less. Such days in a row look like a loss where
 * they are measured by a law that is even on both sides; so the lopsidedness of the days that were learnt from is taken out (Cornish and
 * Fisher), and what lies further off than `CLIP` deviations counts as so much.
 */
function symmetric(news: Float64Array, noise: number, learnt: number): Float64Array {
  const clipped = news.map((one) => Math.min(Math.max(one / noise, -CLIP), CLIP))
  const known = clipped.subarray(0, learnt)
  const mean = known.reduce((sum, one) => sum + one, 0) / learnt
  const moment = (power: number) => known.reduce((sum, one) => sum + (one - mean) ** power, 0) / learnt
  const skewness = (moment(3) / Math.max(moment(2), 0.1) ** 1.5) * (learnt / (learnt + SYMMETRIC_DAYS))
  const bent = clipped.map((one) => one - (Math.min(Math.max(skewness, -1), 1) / 6) * (one * one - 1))
  const squares = bent.subarray(0, learnt).reduce((sum, one) => sum + one * one, 0) / learnt
  return bent.map((one) => (one * noise) / Math.sqrt(Math.max(squares, 1)))
}
