import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { Timeline } from './timeline.ts'

/** Factors of the weekdays, 1 for an average day, and their relative scatter. */
export interface Rhythm {
  /** Factors of future days. */
  factors: readonly number[]
  scatter: readonly number[]
  /** Factor of a known day, without its own influence. */
  factorOf: (day: number) => number
}

const WINDOW = 84
const MIN_PER_WEEKDAY = 2
const DOUBT_OF_SCATTER = 3

/** The weekly rhythm: use relative to the expected use without regard to weekdays; null unless every weekday was seen twice. */
export function rhythmOf({ length, used, weekdayOf }: Timeline, expected: Float64Array): Rhythm | null {
  const start = Math.max(0, length - WINDOW)
  const ratios = new Float64Array(length).fill(Number.NaN)
  for (const [day, share] of used.entries()) {
    const usual = itemAt(expected, day)
    if (day >= start && usual > 0.02 && !Number.isNaN(share)) ratios[day] = Math.min(share / usual, 7)
  }
  const weekdays = weekdaysOf(ratios, weekdayOf)
  if (!weekdays) return null
  // Weekdays differ by chance too; only the excess is rhythm.
  const mean = meanOf(weekdays.map((weekday) => weekday.mean))
  const apart = meanOf(weekdays.map((weekday) => (weekday.mean - mean) ** 2))
  const rhythm = Math.max(apart - meanOf(weekdays.map(({ doubt }) => doubt)), 0)
  const shrunk = (own: number, uncertainty: number) =>
    (own * rhythm + mean * uncertainty) / (rhythm + uncertainty || 1)
  if (!(mean > 0 && rhythm > 0)) return null
  const raw = weekdays.map((weekday) => shrunk(weekday.mean, weekday.doubt))
  const middle = meanOf(raw)
  const factors = raw.map((factor) => factor / middle)
  return {
    factors,
    scatter: weekdays.map(({ scatter }) => scatter),
    factorOf: (day) => {
      const ratio = ratios[day] ?? Number.NaN
      if (Number.isNaN(ratio)) return itemAt(factors, weekdayOf(day))
      const { group, doubt } = itemAt(weekdays, weekdayOf(day))
      const others = group.toSpliced(group.indexOf(ratio), 1)
      return shrunk(trimmedMean(others), doubt) / middle
    },
  }
}

/** The ratios of each weekday, with their mean, relative scatter and the variance of the mean; null if one was seen too rarely. */
function weekdaysOf(ratios: Float64Array, weekdayOf: Timeline['weekdayOf']) {
  const groups = Array.from({ length: 7 }, (_, weekday) =>
    [...ratios].filter((ratio, day) => weekdayOf(day) === weekday && !Number.isNaN(ratio)),
  )
  if (groups.some((group) => group.length < MIN_PER_WEEKDAY)) return null
  const seen = groups.map((group) => {
    const mean = trimmedMean(group)
    return { group, mean, own: trimmedMean(group.map((ratio) => (ratio - mean) ** 2)) }
  })
  const square = meanOf(seen.map(({ own }) => own))
  return seen.map(({ group, mean, own }) => {
    const weeks = group.length
    const weighted = weeks * (own / (square || 1)) + DOUBT_OF_SCATTER
    const scatter = Math.max(Math.sqrt(weighted / (weeks + DOUBT_OF_SCATTER)), 0.1)
    return { group, mean, scatter, doubt: (square * scatter ** 2) / (weeks - 1) }
  })
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The mean without the lowest and the highest sixth. */
function trimmedMean(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const off = Math.floor(sorted.length / 6)
  return meanOf(sorted.slice(off, sorted.length - off))
}

/** The mean of the week around each day: its expected use without regard to the weekday. */
export function meanOfWeek({ length, used }: Timeline): Float64Array {
  return Float64Array.from({ length }, (_, day) => {
    // Near the ends the window shifts inwards, so that it always holds each weekday once.
    const from = Math.min(Math.max(day - 3, 0), Math.max(length - 7, 0))
    let sum = 0
    let known = 0
    for (const item of used.subarray(from, from + 7)) {
      if (Number.isNaN(item)) continue
      sum += item
      known += 1
    }
    return known > 4 ? sum / known : Number.NaN
  })
}
