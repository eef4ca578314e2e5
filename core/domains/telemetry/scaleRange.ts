import { LONGEST_FORECAST } from './forecast.ts'
import type { DaysRange } from './forecastLevels.ts'

/** By what the two sides of a range are widened, or, below 1, narrowed. */
export interface WidthScale {
  low: number
  high: number
}

export const UNSCALED: WidthScale = { low: 1, high: 1 }
/** However good the record is or bad: a range is made no narrower than by this, nor wider. */
export const LEAST_SCALE = 0.6
export const MOST_SCALE = 3
/** Simulated paths end after so many days. */
export const LAST_DAY = 400

/**
 * A range whose sides are scaled about its middle. Below the middle days are scaled as ratios, so that none comes before the
 * beginning; above it as differences. A range without an end keeps none.
 */
export function scaleRange({ p10, p50, p90 }: DaysRange, { low, high }: WidthScale): DaysRange {
  const middle = Math.min(p50, LAST_DAY)
  const isOpen = p90 >= LONGEST_FORECAST || p50 >= LONGEST_FORECAST
  const late = isOpen ? LONGEST_FORECAST : p50 + high * (p90 - p50)
  return {
    p10: p10 >= LONGEST_FORECAST || !(p10 > 0) ? p10 : middle * (Math.min(p10, middle) / middle) ** low,
    p50,
    p90: late > LAST_DAY ? Math.max(LONGEST_FORECAST, p50) : late,
  }
}

/** How far before the middle something happened, in widths of the side of the range that `scaleRange` scales. */
export function widthsEarly({ p10, p50 }: DaysRange, lasted: number): number {
  const early = (days: number) => Math.log(p50 / Math.max(days, LEAST_WIDTH))
  return inWidths(early(lasted), early(p10), LEAST_RATIO)
}

/** How far after the middle something happened, likewise. */
export function widthsLate({ p50, p90 }: DaysRange, lasted: number): number {
  return inWidths(lasted - p50, p90 - p50, LEAST_WIDTH)
}

/** More than so many widths away is far away. */
export const FARTHEST = 20
/** A side that is narrower, in days, or as the logarithm of a ratio, counts as wide as this. */
const LEAST_WIDTH = 0.05
const LEAST_RATIO = 0.005

function inWidths(off: number, width: number, least: number): number {
  return Math.min(Math.max(off / Math.max(width, least), -FARTHEST), FARTHEST)
}
