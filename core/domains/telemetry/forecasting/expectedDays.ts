import { itemAt } from '#core/platform/lists/itemAt.ts'
import { normalBelow, normalDensity } from './random.ts'

/** Prior standard deviation (°C) of a day from the climate's mean, on days 12 °C below the base. */
export const FIRST_DEVIATION = 4.5
/** Days that differ by less than this share of the usual come from a climate's mean. */
export const SMOOTH = 0.2
const WINDOW = 120
/** Table steps per degree day, and its largest degree day. */
const SHIFTED = 4
const MAX_DEGREE_DAYS = 60

/** Converts the climate's degree days to a place that is `offset` °C colder. Increasing in the degree days. */
export function colderBy(offset: number): (degreeDays: number) => number {
  if (offset === 0) return (degreeDays) => degreeDays
  const colder = (i: number) => {
    const mean = (meanBelow(i / SHIFTED, FIRST_DEVIATION) + offset) / FIRST_DEVIATION
    return FIRST_DEVIATION * (normalDensity(mean) + mean * normalBelow(mean))
  }
  const shifted = Array.from({ length: SHIFTED * MAX_DEGREE_DAYS + 1 }, (_, i) => {
    const from = colder(i)
    return { from, rise: colder(i + 1) - from }
  })
  return (degreeDays) => {
    const place = Math.min(degreeDays, MAX_DEGREE_DAYS) * SHIFTED
    const below = Math.floor(place)
    if (Number.isNaN(place)) return Number.NaN
    const { from, rise } = itemAt(shifted, below)
    return from + (place - below) * rise
  }
}

/** Probability that a day is below the base, given its expected degree days. */
export function shareOfCold(degreeDays: number, deviation = FIRST_DEVIATION): number {
  return normalBelow(meanBelow(degreeDays, deviation) / deviation)
}

/** Whether these are climate means instead of observed days: they hardly differ from day to day. */
export function isClimate(degreeDays: Float64Array): boolean {
  let [cold, smooth] = [0, 0]
  let before = Number.NaN
  for (const value of degreeDays.subarray(-WINDOW - 1)) {
    const step = Math.abs(value - before)
    before = value
    if (Number.isNaN(step) || !(value > 0)) continue
    cold += 1
    if (step < (SMOOTH * FIRST_DEVIATION) / 2) smooth += 1
  }
  return cold > 0 && smooth > 0.9 * cold
}

/**
 * The mean temperature below the base that gives these expected degree days. A normal distribution cut off at zero has more degree
 * days than its mean suggests, above all in spring and autumn. Increasing in the degree days.
 */
export function meanBelow(degreeDays: number, deviation: number): number {
  const target = degreeDays / deviation
  if (target > 3) return degreeDays
  if (target < 0.004) return -2.3 * deviation
  let mean = target > 0.4 ? target : Math.log(target / 0.4) * 0.9
  for (let step = 0; step < 20; step += 1) {
    const share = normalBelow(mean)
    const off = normalDensity(mean) + mean * share - target
    if (Math.abs(off) < 1e-9) break
    mean -= Math.min(Math.max(off / share, -1), 1)
  }
  return mean * deviation
}
