import { normalBelow, normalDensity } from './random.ts'

/** °C by which days lie off what is expected of them before anything is known, on days that are 12 °C too cold. */
export const FIRST_DEVIATION = 4.5
/** Days that differ by less than this share of the usual are of a climate's mean. */
export const SMOOTH = 0.2
const WINDOW = 120
/** Steps of a degree day, and degree days, up to which a colder place is tabled. */
const SHIFTED = 4
const MOST_SHIFTED = 60

/**
 * What becomes of degree days that a climate lets expect where the place is so many °C colder than it says. It grows with
 * the degree days.
 */
export function colderBy(offset: number): (degreeDays: number) => number {
  if (offset === 0) return (degreeDays) => degreeDays
  const shifted = Float64Array.from({ length: SHIFTED * MOST_SHIFTED + 2 }, (_, i) => {
    const mean = (meanBelow(i / SHIFTED, FIRST_DEVIATION) + offset) / FIRST_DEVIATION
    return FIRST_DEVIATION * (normalDensity(mean) + mean * normalBelow(mean))
  })
  return (degreeDays) => {
    const place = Math.min(degreeDays, MOST_SHIFTED) * SHIFTED
    const below = Math.floor(place)
    return shifted[below]! + (place - below) * (shifted[below + 1]! - shifted[below]!)
  }
}

/** How likely a day is below the base of which a climate lets expect so many degree days. */
export function shareOfCold(degreeDays: number, deviation = FIRST_DEVIATION): number {
  return normalBelow(meanBelow(degreeDays, deviation) / deviation)
}

/** Whether these are what a climate lets expect of each day, and no days that have been: they hardly differ from each other. */
export function isClimate(degreeDays: Float64Array): boolean {
  let [cold, smooth] = [0, 0]
  for (let day = Math.max(1, degreeDays.length - WINDOW); day < degreeDays.length; day += 1) {
    const step = Math.abs(degreeDays[day]! - degreeDays[day - 1]!)
    if (Number.isNaN(step) || !(degreeDays[day]! > 0)) continue
    cold += 1
    if (step < (SMOOTH * FIRST_DEVIATION) / 2) smooth += 1
  }
  return cold > 0 && smooth > 0.9 * cold
}

/**
 * The mean temperature's distance below the base at which so many degree days are expected: a normal law cut off at
 * zero has more of them than its mean has, most of all in spring and autumn. It grows with the degree days.
 */
export function meanBelow(degreeDays: number, deviation: number): number {
  const wanted = degreeDays / deviation
  if (wanted > 3) return degreeDays
  if (wanted < 0.004) return -2.3 * deviation
  let mean = wanted > 0.4 ? wanted : Math.log(wanted / 0.4) * 0.9
  for (let step = 0; step < 20; step += 1) {
    const share = normalBelow(mean)
    const off = normalDensity(mean) + mean * share - wanted
    if (Math.abs(off) < 1e-9) break
    mean -= Math.min(Math.max(off / share, -1), 1)
  }
  return mean * deviation
}
