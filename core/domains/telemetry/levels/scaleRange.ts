import { LONGEST_FORECAST } from '../forecast.ts'
import type { DaysRange } from '../forecastLevels.ts'

/** Factors on the two sides of a range. */
export interface WidthScale {
  low: number
  high: number
}

export const UNSCALED: WidthScale = { low: 1, high: 1 }
/** Bounds of the factors. */
export const MIN_SCALE = 0.6
export const MAX_SCALE = 3
/** Last day of simulated paths. */
export const LAST_DAY = 400

/**
 * Scales the sides of a range about its middle. Below the middle, days are scaled as ratios, so that none becomes negative;
 * above it as differences. A range without an end keeps none.
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

/** How far before the middle the outcome was, in widths of the side of the range that `scaleRange` scales. */
export function widthsEarly({ p10, p50 }: DaysRange, lasted: number): number {
  const early = (days: number) => Math.log(p50 / Math.max(days, MIN_WIDTH))
  return inWidths(early(lasted), early(p10), MIN_RATIO)
}

/** How far after the middle the outcome was, in widths. */
export function widthsLate({ p50, p90 }: DaysRange, lasted: number): number {
  return inWidths(lasted - p50, p90 - p50, MIN_WIDTH)
}

/** Maximum distance in widths. */
export const FARTHEST = 20
/** Minimum width of a side, in days, or as the logarithm of a ratio. */
const MIN_WIDTH = 0.05
const MIN_RATIO = 0.005

function inWidths(off: number, width: number, least: number): number {
  return Math.min(Math.max(off / Math.max(width, least), -FARTHEST), FARTHEST)
}
