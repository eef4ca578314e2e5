import { calendarDay } from '#core/platform/calendarDay.ts'
import type { Because } from './forecasting/because.ts'
import { forecastLevels, type LevelsInput } from './forecastLevels.ts'

/** Use of one day at the tank's own place. */
export interface DayOfUse {
  /** YYYY-MM-DD */
  date: string
  /** Litres used, deliveries left out; small negative values are noise. */
  used: number
  /** 0 = Sunday … 6 = Saturday. */
  weekday: number
  /** How cold it was, °C·d, where that is known. */
  degree_days?: number
  /** Of how many days up to and with this one `used` is the sum, as from fill to fill; 1 unless told. */
  days?: number
}

/** How cold a day will be, °C·d, as far as it is foretold. */
export interface DayAhead {
  date: string
  degree_days: number
}

/** The last level that was measured and believed: L, and when, in epoch milliseconds. */
export interface MeasuredLevel {
  volume: number
  at: number
  /** How far the clocks at the tank's place were ahead of UTC then, in milliseconds; 0 unless told. */
  clockAhead?: number
  /** L that cannot be drawn: with them the tank has run out. 0 unless told. */
  unusable?: number
  /** What was brought since; deliveries of before are in the level already. */
  deliveries?: readonly Brought[]
  /** L that the tank holds; deliveries fill it no further. Without it there is no such limit. */
  capacity?: number
}

/** A delivery to a tank: epoch milliseconds and L. */
export interface Brought {
  at: number
  litres: number
}

/** What is expected to be used from a moment on: enough to tell what is left, and small enough to be kept. JSON as it is. */
export interface UseCourse {
  /** Epoch milliseconds. */
  from: number
  /** Days since then, rising, and the litres used by then: with light use, as expected, and with heavy use. */
  days: readonly number[]
  light: readonly number[]
  middle: readonly number[]
  heavy: readonly number[]
  /** Days of the history that it is drawn from. */
  known: number
}

/** Days until a level is reached: eight times of ten between `low` and `high`. */
export interface DaysLeft {
  days: number
  low: number
  high: number
}

export interface TankForecast {
  none: 'too_little_data' | 'no_use' | null
  /** Litres a day that are expected over the next four weeks. */
  perDay: number | null
  /** For each target, from the measurement on. */
  left: readonly DaysLeft[]
  /** None with too little data. */
  course: UseCourse | null
  /** The model that is believed most. */
  model: string | null
  /** Why; null without a forecast. */
  because: Because | null
}

const DAY = 86_400_000
/** Days that stand for: nobody can tell how long. */
export const LONGEST_FORECAST = 3650
/** Midnights after a measurement at which its course is kept: each of the first week, then fewer, as each reading writes the row anew. */
const MIDNIGHTS = [1, 2, 3, 4, 5, 6, 7, 8, 11, 14, 21, 28, 60]
const FOUR_WEEKS = MIDNIGHTS.indexOf(28)

/**
 * When a tank that was measured then comes down to each target, and what is used until then. `kin` are pasts of tanks of its
 * kind, from which a short history borrows.
 */
export function forecastTank(
  history: readonly DayOfUse[],
  measured: MeasuredLevel,
  targets: readonly number[],
  {
    ahead = [],
    kin = [],
    isColdMeasured = false,
  }: { ahead?: readonly DayAhead[] } & Pick<LevelsInput, 'kin' | 'isColdMeasured'> = {},
): TankForecast {
  const { volume, at, clockAhead = 0 } = measured
  const there = at + clockAhead
  const elapsed = (((there % DAY) + DAY) % DAY) / DAY
  const days = MIDNIGHTS.map((midnight) => short(midnight - elapsed))
  const date = calendarDay(there)
  const forecast = forecastLevels({
    history,
    kin,
    ahead,
    isColdMeasured,
    volume,
    targets,
    today: { date, elapsed },
    moments: days,
  })
  if (forecast.none === 'too_little_data')
    return { none: forecast.none, perDay: null, left: [], course: null, model: null, because: null }
  const known = history.reduce(
    (sum, one) => sum + (one.date < date && Number.isFinite(one.used) ? (one.days ?? 1) : 0),
    0,
  )
  if (forecast.none !== null) {
    const nothing = days.map(() => 0)
    const course = { from: at, days, light: nothing, middle: nothing, heavy: nothing, known }
    return { none: forecast.none, perDay: null, left: [], course, model: null, because: null }
  }
  const { used } = forecast
  const course = {
    from: at,
    days,
    light: used.map(({ p10 }) => short(p10)),
    middle: used.map(({ p50 }) => short(p50)),
    heavy: used.map(({ p90 }) => short(p90)),
    known,
  }
  return {
    none: null,
    perDay: used[FOUR_WEEKS]!.p50 / days[FOUR_WEEKS]!,
    left: forecast.days.map(({ p10, p50, p90 }) => ({ low: p10, days: p50, high: p90 })),
    course,
    model: forecast.model,
    because: forecast.because,
  }
}

/** Kept with five digits. */
const short = (value: number) => Number(value.toPrecision(5))

const USES = { days: 'middle', low: 'heavy', high: 'light' } as const

/** Litres used as expected, with heavy use (`low`: it runs out early), and with light use. */
export type UsageRange = Record<keyof typeof USES, number>

/** What is expected to be used between two moments, the earlier first. */
export function usedBetween(course: UseCourse, since: number, until: number): UsageRange {
  const of = (which: keyof typeof USES) => {
    const litres = course[USES[which]]
    return usedUntil(course, litres, until) - usedUntil(course, litres, since)
  }
  const days = of('days')
  return { days, low: Math.max(of('low'), days), high: Math.min(of('high'), days) }
}

/** By the line between the moments that are kept; beyond the last one use goes on as it did on average. */
function usedUntil({ from, days }: UseCourse, litres: readonly number[], time: number): number {
  const passed = (time - from) / DAY
  if (!(passed > 0)) return 0
  const next = days.findIndex((day) => day >= passed)
  if (next === -1) return (litres.at(-1)! / days.at(-1)!) * passed
  const [before, gone] = next === 0 ? [0, 0] : [days[next - 1]!, litres[next - 1]!]
  if (days[next]! === before) return litres[next]!
  return gone + ((litres[next]! - gone) * (passed - before)) / (days[next]! - before)
}

/**
 * Days after `since` by which `wanted` litres are used; never below 0, at most LONGEST_FORECAST. They are those after which
 * `usedBetween` tells as much.
 */
export function daysToUse(course: UseCourse, since: number, wanted: number): DaysLeft {
  const of = (which: keyof typeof USES): number => {
    if (!(wanted > 0)) return 0
    const enough = (days: number) => usedBetween(course, since, since + days * DAY)[which] >= wanted
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
