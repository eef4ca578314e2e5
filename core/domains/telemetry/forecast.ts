import { itemAt } from '#core/platform/lists/itemAt.ts'
import { calendarDay } from '#core/platform/time/calendarDay.ts'
import type { Because } from './forecasting/because.ts'
import { forecastLevels, type LevelsInput } from './forecastLevels.ts'

/** Use of one day in the tank's local time. */
export interface DayOfUse {
  /** YYYY-MM-DD */
  date: string
  /** Litres used, without deliveries; small negative values are noise. */
  used: number
  /** 0 = Sunday … 6 = Saturday. */
  weekday: number
  /** Degree days, °C·d, if known. */
  degree_days?: number
  /** Number of days, ending with this one, that `used` sums over, as from fill to fill; default 1. */
  days?: number
}

/** Degree days of a future day, °C·d, as far as forecast. */
export interface DayAhead {
  date: string
  degree_days: number
}

/** The last trusted measurement: L, and epoch milliseconds. */
export interface MeasuredLevel {
  volume: number
  at: number
  /** UTC offset at the tank then, ms; default 0. */
  clockAhead?: number
  /** Unusable bottom, L; default 0. */
  unusable?: number
  /** Deliveries since; earlier ones are in the level already. */
  deliveries?: readonly Brought[]
  /** Capacity, L: deliveries fill it no further. Default: no limit. */
  capacity?: number
}

/** A delivery to a tank: epoch milliseconds and L. */
export interface Brought {
  at: number
  litres: number
}

/** Expected use from a moment on: enough to compute the remaining content, small enough to store. JSON-serializable. */
export interface UseCourse {
  /** Epoch milliseconds. */
  from: number
  /** Days since then, ascending, and the litres used by then: with light, expected and heavy use. */
  days: readonly number[]
  light: readonly number[]
  middle: readonly number[]
  heavy: readonly number[]
  /** Days of history behind it. */
  known: number
}

/** Days until a level is reached, with an 80 % range. */
export interface DaysLeft {
  days: number
  low: number
  high: number
}

export interface TankForecast {
  none: 'too_little_data' | 'no_use' | null
  /** Expected litres a day over the next four weeks. */
  perDay: number | null
  /** Per target, from the measurement on. */
  left: readonly DaysLeft[]
  /** Null with too little data. */
  course: UseCourse | null
  /** The model with the largest weight. */
  model: string | null
  /** The reason; null without a forecast. */
  because: Because | null
}

const DAY = 86_400_000
/** Days that stand for "longer than can be forecast". */
export const LONGEST_FORECAST = 3650
/** Midnights after a measurement at which its course is stored: daily in the first week, then fewer, as each reading rewrites the row. */
const MIDNIGHTS = [1, 2, 3, 4, 5, 6, 7, 8, 11, 14, 21, 28, 60]
const FOUR_WEEKS = MIDNIGHTS.indexOf(28)

type Borrowed = Pick<LevelsInput, 'kin' | 'isColdMeasured'>

/** When a tank reaches each target, and its use until then. `kin` are histories of similar tanks, from which a short history borrows. */
export function forecastTank(
  history: readonly DayOfUse[],
  measured: MeasuredLevel,
  targets: readonly number[],
  { ahead = [], kin = [], isColdMeasured = false }: Borrowed & { ahead?: readonly DayAhead[] } = {},
): TankForecast {
  const { volume, at, clockAhead = 0 } = measured
  const there = at + clockAhead
  const elapsed = (((there % DAY) + DAY) % DAY) / DAY
  const days = MIDNIGHTS.map((midnight) => short(midnight - elapsed))
  const date = calendarDay(there)
  const today = { date, elapsed }
  const forecast = forecastLevels({
    ...{ history, kin, ahead, isColdMeasured, volume, targets, today },
    moments: days,
  })
  if (forecast.none === 'too_little_data')
    return { none: forecast.none, perDay: null, left: [], course: null, model: null, because: null }
  const past = history.filter((item) => item.date < date && Number.isFinite(item.used))
  const known = past.reduce((sum, item) => sum + (item.days ?? 1), 0)
  if (forecast.none !== null) {
    const nothing = days.map(() => 0)
    const course = { from: at, days, light: nothing, middle: nothing, heavy: nothing, known }
    return { none: forecast.none, perDay: null, left: [], course, model: null, because: null }
  }
  const { used } = forecast
  const ranges = {
    light: used.map(({ p10 }) => short(p10)),
    middle: used.map(({ p50 }) => short(p50)),
    heavy: used.map(({ p90 }) => short(p90)),
  }
  return {
    none: null,
    perDay: itemAt(used, FOUR_WEEKS).p50 / itemAt(days, FOUR_WEEKS),
    left: forecast.days.map(({ p10, p50, p90 }) => ({ low: p10, days: p50, high: p90 })),
    course: { from: at, days, ...ranges, known },
    ...{ model: forecast.model, because: forecast.because },
  }
}

/** Rounds to five significant digits. */
const short = (value: number) => Number(value.toPrecision(5))

const USES = { days: 'middle', low: 'heavy', high: 'light' } as const

/** Litres of expected use, heavy use (`low`: it runs out early) and light use. */
export type UsageRange = Record<keyof typeof USES, number>

/** Expected use between two moments, the earlier first. */
export function usedBetween(course: UseCourse, since: number, until: number): UsageRange {
  const of = (which: keyof typeof USES) => {
    const litres = course[USES[which]]
    return usedUntil(course, litres, until) - usedUntil(course, litres, since)
  }
  const days = of('days')
  return { days, low: Math.max(of('low'), days), high: Math.min(of('high'), days) }
}

/** Interpolates between the stored moments; beyond the last one use continues at its average. */
function usedUntil({ from, days }: UseCourse, litres: readonly number[], time: number): number {
  const passed = (time - from) / DAY
  if (!(passed > 0)) return 0
  let [before, gone] = [0, 0]
  for (const [i, day] of days.entries()) {
    const until = itemAt(litres, i)
    if (day >= passed)
      return day === before ? until : gone + ((until - gone) * (passed - before)) / (day - before)
    before = day
    gone = until
  }
  return (gone / before) * passed
}

/** Days after `since` until `wanted` litres are used, 0 to LONGEST_FORECAST; the inverse of `usedBetween`. */
export function daysToUse(course: UseCourse, since: number, amount: number): DaysLeft {
  const of = (which: keyof typeof USES): number => {
    if (!(amount > 0)) return 0
    const enough = (days: number) => usedBetween(course, since, since + days * DAY)[which] >= amount
    if (!enough(LONGEST_FORECAST)) return LONGEST_FORECAST
    let [short, long] = [0, LONGEST_FORECAST]
    for (let step = 0; step < 50 && long - short > 1e-9; step += 1) {
      const middle = (short + long) / 2
      if (enough(middle)) long = middle
      else short = middle
    }
    return long
  }
  return { days: of('days'), low: of('low'), high: of('high') }
}
