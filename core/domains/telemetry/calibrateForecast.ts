import type { TankForecast, UseCourse } from './forecast.ts'
import { LEAST_SCALE, MOST_SCALE, scaleRange, UNSCALED, type WidthScale } from './scaleRange.ts'

/** How far off nine of ten forecasts of some group were, in widths of their own ranges: at most `early` before the middle. */
export interface SeenWidths {
  scores: number
  early: number
  late: number
}

/** What is expected of a group until it has shown it: what the wider group has, as if it had so many scores itself. */
const DOUBT = 40
const SHARE = 0.9

/** What the scores of one tank say. */
export function seenWidths(scores: readonly { early: number; late: number }[]): SeenWidths {
  return {
    scores: scores.length,
    early: conformal(scores.map(({ early }) => early)),
    late: conformal(scores.map(({ late }) => late)),
  }
}

/** What at least nine of ten stay below, the one to come counted among them (split conformal prediction). */
function conformal(values: readonly number[]): number {
  if (values.length === 0) return 1
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(Math.ceil((sorted.length + 1) * SHARE), sorted.length) - 1]!
}

/**
 * By what ranges have to be scaled so that 80 % means 80 %: what the group itself has shown, as far as it has enough scores, and
 * for the rest what the group around it has.
 * @param groups from the widest (the fleet) to the narrowest (the tank).
 */
export function calibratedScale(groups: readonly SeenWidths[]): WidthScale {
  return groups.reduce(({ low, high }, { scores, early, late }) => {
    const share = scores / (scores + DOUBT)
    return { low: between(low, early, share), high: between(high, late, share) }
  }, UNSCALED)
}

function between(wider: number, own: number, share: number): number {
  const bounded = Math.min(Math.max(own, LEAST_SCALE), MOST_SCALE)
  return wider ** (1 - share) * bounded ** share
}

/** A forecast with its ranges scaled: the days left, and the use that they follow from. */
export function calibrateForecast(forecast: TankForecast, scale: WidthScale): TankForecast {
  if (scale.low === 1 && scale.high === 1) return forecast
  const left = forecast.left.map(({ low, days, high }) => {
    const { p10, p50, p90 } = scaleRange({ p10: low, p50: days, p90: high }, scale)
    return { low: p10, days: p50, high: p90 }
  })
  return { ...forecast, left, course: forecast.course && scaleCourse(forecast.course, scale) }
}

/** Where use is even, days read off this course are those of `scaleRange`. Use never falls from one moment to the next. */
function scaleCourse(course: UseCourse, { low, high }: WidthScale): UseCourse {
  const heavy = course.middle.map((middle, i) =>
    middle > 0 ? middle * (Math.max(course.heavy[i]!, middle) / middle) ** low : course.heavy[i]!,
  )
  const light = course.middle.map((middle, i) => {
    const own = Math.min(course.light[i]!, middle)
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
