import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { TankForecast, UseCourse } from './forecast.ts'
import { MAX_SCALE, MIN_SCALE, scaleRange, UNSCALED, type WidthScale } from './levels/scaleRange.ts'

/** The error that 90 % of a group's forecasts stay within, in widths of their own range, before and after the middle. */
export interface SeenWidths {
  scores: number
  early: number
  late: number
}

/** Weight of the wider group, as a number of scores: a group with few scores follows the wider one. */
const DOUBT = 40
const SHARE = 0.9

/** The widths of one tank's scores. */
export function seenWidths(scores: readonly { early: number; late: number }[]): SeenWidths {
  return {
    scores: scores.length,
    early: conformal(scores.map(({ early }) => early)),
    late: conformal(scores.map(({ late }) => late)),
  }
}

/** The value that at least 90 % stay below, including the next score (split conformal prediction). */
function conformal(values: readonly number[]): number {
  if (values.length === 0) return 1
  const sorted = values.toSorted((one, other) => one - other)
  return itemAt(sorted, Math.min(Math.ceil((sorted.length + 1) * SHARE), sorted.length) - 1)
}

/**
 * The scale that makes an 80 % range cover 80 %: from the group's own scores, weighted by their number, and from the wider
 * group otherwise.
 * @param groups from the widest (the fleet) to the narrowest (the tank).
 */
export function calibratedScale(groups: readonly SeenWidths[]): WidthScale {
  return groups.reduce(({ low, high }, { scores, early, late }) => {
    const share = scores / (scores + DOUBT)
    return { low: between(low, early, share), high: between(high, late, share) }
  }, UNSCALED)
}

function between(wider: number, own: number, share: number): number {
  const bounded = Math.min(Math.max(own, MIN_SCALE), MAX_SCALE)
  return wider ** (1 - share) * bounded ** share
}

/** Scales the ranges of a forecast: the days left, and the use behind them. */
export function calibrateForecast(forecast: TankForecast, scale: WidthScale): TankForecast {
  if (scale.low === 1 && scale.high === 1) return forecast
  const left = forecast.left.map(({ low, days, high }) => {
    const { p10, p50, p90 } = scaleRange({ p10: low, p50: days, p90: high }, scale)
    return { low: p10, days: p50, high: p90 }
  })
  return { ...forecast, left, course: forecast.course && scaleCourse(forecast.course, scale) }
}

/** With even use, days read off this course match `scaleRange`. Cumulative use never falls. */
function scaleCourse(course: UseCourse, { low, high }: WidthScale): UseCourse {
  const heavy = course.heavy.map((heaviest, i) => {
    const middle = itemAt(course.middle, i)
    return middle > 0 ? middle * (Math.max(heaviest, middle) / middle) ** low : heaviest
  })
  const light = course.light.map((lightest, i) => {
    const middle = itemAt(course.middle, i)
    const own = Math.min(lightest, middle)
    return own > 0 ? middle / (1 + high * (middle / own - 1)) : 0
  })
  return { ...course, heavy: rising(heavy), light: rising(light) }
}

function rising(values: readonly number[]): number[] {
  let most = 0
  return values.map((value) => {
    most = Math.max(most, value)
    return Number(most.toPrecision(5))
  })
}
