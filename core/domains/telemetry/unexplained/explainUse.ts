import { type BalanceDay, type DayToExplain, dayNumber, weekdayOf } from './balanceDay.ts'
import { CLIP, dot, type Observation, robustFit, robustSpread } from './robustFit.ts'
import { type Season, seasonOf } from './seasonOf.ts'

/** A day with its regressors. All in percent of the capacity a day. */
export interface ExplainedDay {
  /** YYYY-MM-DD */
  date: string
  used: number
  expected: number
  /** Standard deviation of the day and of the day before, as multiples of `spread`; null after a gap. */
  scale: number
  scaleBefore: number | null
  /** Common deviation of all days of some weeks, if their weather is unknown; otherwise 0. */
  ofWeeks: number
  /** The regressors and the residual, minus the prediction from the previous day, so that residuals are independent of each other. */
  row: Float64Array
  residual: number
  /** The residual, clipped and without skewness, with standard deviation `noise`: the evidence of a change. */
  robustResidual: number
}

/** Use explained by the past, with its residuals. All in percent of the capacity a day. */
export interface ExplainedUse {
  days: readonly ExplainedDay[]
  /** Number of days for learning: the first ones. */
  learnt: number
  /** Standard deviation of the residual on an ordinary day, and its correlation with the next day. */
  spread: number
  persistence: number
  noise: number
  /** Number of independent days behind `noise`: if small, it is itself uncertain. */
  freedom: number
  /** The covariance of the coefficients, by rows. */
  uncertainty: readonly Float64Array[]
  /** Whether degree days and weekdays are regressors. */
  by: { cold: boolean; weekdays: boolean }
}

/** Prior of the use per degree day, percent of the capacity: a heating tank emptied within six cold weeks. */
const COLD_PRIOR = 0.15
/** Prior of the influence of the day before, which warms or cools the house a little. */
const COLD_BEFORE_PRIOR = 0.02
const COLD_PRIORS = [COLD_PRIOR ** -2, COLD_BEFORE_PRIOR ** -2]
const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6]
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
  const known = daysToExplain(days, learnt, capacity)
  const cold = coldOf(known)
  const season = cold === null ? seasonOf(known) : null
  const regressors = cold ?? season?.regressors ?? (() => [])
  const prior = [0, ...(cold ? COLD_PRIORS : (season?.prior ?? []))]
  const plain = known.map((day) => ({
    day,
    row: Float64Array.of(1, ...regressors(day)),
    target: day.target,
  }))
  const first = fitted(plain, prior)
  const weekly = weekdayVariance(first)
  const rough =
    weekly > 0 ? fitted(plain.map(withWeekday), [...prior, ...WEEKDAYS.map(() => 1 / weekly)]) : first
  const byWeather = season?.scale(rough.spread)
  const byUse = cold === null ? () => 1 : scaleByUse(rough.days)
  const scaled = rough.days.map((item) => {
    const { day, row, target, explained } = item
    return { day, row, target, explained, scale: byWeather?.(day) ?? byUse(item) }
  })
  return {
    ...withIndependentResiduals(scaled, rough.prior, season),
    learnt,
    by: { cold: cold !== null || season !== null, weekdays: weekly > 0 },
  }
}

interface Regressed extends Observation {
  day: DayToExplain
}

interface Fitted extends Regressed {
  /** Use explained by the first regression. */
  explained: number
}

interface Scaled extends Fitted {
  scale: number
}

function daysToExplain(days: readonly BalanceDay[], learnt: number, capacity: number): DayToExplain[] {
  let eve: { balance: BalanceDay; number: number } | undefined
  return days.map((balance, i) => {
    const number = dayNumber(balance.date)
    const before = eve?.number === number - 1 ? eve.balance : null
    eve = { balance, number }
    return {
      balance,
      target: (balance.used / capacity) * 100,
      before,
      weekday: weekdayOf(number),
      isLearnt: i < learnt,
    }
  })
}

/** Degree days of a day less their mean, and how the day before differs; null if unknown. */
function coldOf(days: readonly DayToExplain[]): ((day: DayToExplain) => number[]) | null {
  const known = days.flatMap(({ balance }) => balance.degree_days ?? [])
  if (known.length < COLD_KNOWN * days.length) return null
  const mean = known.reduce((sum, item) => sum + item, 0) / known.length
  const of = (balance: BalanceDay) => (balance.degree_days ?? mean) - mean
  return ({ balance, before }) => [of(balance), before ? of(before) - of(balance) : 0]
}

function withWeekday({ day, row, target }: Regressed): Regressed {
  const weekday = WEEKDAYS.map((item) => Number(item === day.weekday))
  return { day, row: Float64Array.of(...row, ...weekday), target }
}

interface Rough {
  days: readonly Fitted[]
  prior: readonly number[]
  spread: number
}

function fitted(days: readonly Regressed[], prior: readonly number[]): Rough {
  const { beta, spread } = robustFit(learntOf(days), prior)
  const explained = days.map(({ day, row, target }) => ({ day, row, target, explained: dot(row, beta) }))
  return { days: explained, prior, spread }
}

const learntOf = <One extends Regressed>(days: readonly One[]) => days.filter(({ day }) => day.isLearnt)

/** Variance between weekdays beyond chance; 0 = none. */
function weekdayVariance({ days, spread }: Rough): number {
  const learnt = learntOf(days)
  const limit = CLIP * spread
  const groups = WEEKDAYS.map((weekday) => learnt.filter(({ day }) => day.weekday === weekday))
  if (groups.some(({ length }) => length < 3)) return 0
  const means = groups.map((group) => {
    const sum = group.reduce(
      (sum, { target, explained }) => sum + Math.min(Math.max(target - explained, -limit), limit),
      0,
    )
    return sum / group.length
  })
  const among = means.reduce((sum, mean) => sum + mean ** 2, 0) / 6
  const byChance = (spread * spread * 7) / learnt.length
  return among > 2 * byChance ? among - byChance : 0
}

/** The scatter may grow with the use, if the days for learning show it. */
function scaleByUse(days: readonly Fitted[]): (day: Fitted) => number {
  const learnt = learntOf(days)
  const total = learnt.reduce((sum, { explained }) => sum + Math.max(explained, 0), 0)
  const mean = Math.max(total / learnt.length, 1e-6)
  const choices = [0, 0.5, 0.9].map((share) => {
    const of = ({ explained }: Fitted) => Math.max(1 - share + (share * Math.max(explained, 0)) / mean, 0.3)
    const off = Float64Array.from(learnt, (day) => (day.target - day.explained) / of(day))
    const logs = learnt.reduce((sum, day) => sum + Math.log(of(day)), 0)
    return { of, cost: learnt.length * Math.log(robustSpread(off, 1)) + logs }
  })
  return choices.reduce((best, next) => (next.cost < best.cost ? next : best)).of
}

function persistenceOf(learnt: readonly Scaled[]): number {
  const off = Float64Array.from(learnt, ({ target, explained, scale }) => (target - explained) / scale)
  const spread = robustSpread(off, 1)
  const limit = CLIP * spread
  const { mean, days, lowest, highest } = PERSISTENCE
  let products = mean * days * spread ** 2
  let squares = days * spread ** 2
  let eve = 0
  for (const { day, target, explained, scale } of learnt) {
    const clipped = Math.min(Math.max((target - explained) / scale, -limit), limit)
    if (day.before) {
      products += clipped * eve
      squares += (clipped ** 2 + eve ** 2) / 2
    }
    eve = clipped
  }
  return Math.min(Math.max(products / squares, lowest), highest)
}

/** Fits the days again, each minus the prediction from the previous day. */
function withIndependentResiduals(
  scaled: readonly Scaled[],
  prior: readonly number[],
  season: Season | null,
): Omit<ExplainedUse, 'learnt' | 'by'> {
  const learnt = learntOf(scaled)
  const persistence = persistenceOf(learnt)
  const start = Math.sqrt(1 - persistence ** 2)
  const whitened = scaled.map((item, t) => {
    const before = item.day.before ? scaled[t - 1] : undefined
    return { one: item, before, own: whiten(item, before, persistence, start) }
  })
  const known = whitened.slice(0, learnt.length).map(({ own }) => own)
  const { beta, spread: noise, inverse } = robustFit(known, prior)
  const residualOf = ({ row, target }: Observation) => target - dot(row, beta)
  const robustOf = symmetric(Float64Array.from(known, residualOf), noise)
  return {
    days: whitened.map(({ one: { day, row, target, scale }, before, own }) => ({
      date: day.balance.date,
      used: target,
      expected: dot(row, beta),
      scale,
      scaleBefore: before?.scale ?? null,
      ofWeeks: season?.ofWeeks(day) ?? 0,
      row: own.row,
      residual: residualOf(own),
      robustResidual: robustOf(residualOf(own)),
    })),
    spread: noise / start,
    persistence,
    noise,
    freedom: Math.max(ROBUST * learnt.length - prior.length, MIN_FREEDOM),
    uncertainty: inverse.map((row) => row.map((item) => item * noise * noise)),
  }
}

/** A day minus the prediction from the day before; without one, scaled to the same variance. */
function whiten(own: Scaled, before: Scaled | undefined, persistence: number, start: number): Observation {
  const { row, target, scale } = own
  if (!before) return { row: row.map((item) => (start * item) / scale), target: (start * target) / scale }
  const less = (own: number, eve: number) => own / scale - (persistence * eve) / before.scale
  return { row: row.map((own, i) => less(own, before.row[i]!)), target: less(target, before.target) }
}

/** Prior weight of a symmetric distribution, in days. */
const SYMMETRIC_DAYS = 40

/**
 * Use is often skewed: now and then a day uses much more, hardly ever much less. A symmetric distribution would mistake a run
 * of such days for a loss. So the skewness of the days for learning is removed (Cornish and Fisher), and values beyond `CLIP`
 * standard deviations are clipped.
 */
function symmetric(learnt: Float64Array, noise: number): (residual: number) => number {
  const clip = (residual: number) => Math.min(Math.max(residual / noise, -CLIP), CLIP)
  const days = learnt.length
  const known = learnt.map(clip)
  const mean = known.reduce((sum, item) => sum + item, 0) / days
  const moment = (power: number) => known.reduce((sum, item) => sum + (item - mean) ** power, 0) / days
  const skewness = (moment(3) / Math.max(moment(2), 0.1) ** 1.5) * (days / (days + SYMMETRIC_DAYS))
  const bend = (one: number) => one - (Math.min(Math.max(skewness, -1), 1) / 6) * (one * one - 1)
  const squares = known.reduce((sum, item) => sum + bend(item) ** 2, 0) / days
  return (residual) => (bend(clip(residual)) * noise) / Math.sqrt(Math.max(squares, 1))
}
