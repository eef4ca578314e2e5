import type { Timeline } from './timeline.ts'

/** Factors of the weekdays, 1 for an average day, and their relative scatter. */
export interface Rhythm {
  /** For a future day. */
  factors: readonly number[]
  scatter: readonly number[]
  /** For a known day, without its own influence. */
  factorOf: (day: number) => number
}

const WINDOW = 84
const MIN_PER_WEEKDAY = 2
const DOUBT_OF_SCATTER = 3

/** The weekly rhythm: use relative to the expected use without regard to weekdays; null unless every weekday was seen twice. */
export function rhythmOf({ length, used, weekdayOf }: Timeline, expected: Float64Array): Rhythm | null {
  const start = Math.max(0, length - WINDOW)
  const ratios = new Float64Array(length).fill(Number.NaN)
  const groups = Array.from({ length: 7 }, (): number[] => [])
  for (let day = start; day < length; day += 1) {
    if (!(expected[day]! > 0.02) || Number.isNaN(used[day]!)) continue
    ratios[day] = Math.min(used[day]! / expected[day]!, 7)
    groups[weekdayOf(day)]!.push(ratios[day]!)
  }
  if (groups.some((group) => group.length < MIN_PER_WEEKDAY)) return null
  const means = groups.map(trimmedMean)
  const squares = groups.map((group, weekday) =>
    trimmedMean(group.map((ratio) => (ratio - means[weekday]!) ** 2)),
  )
  const square = meanOf(squares)
  const scatter = groups.map(({ length: weeks }, weekday) => {
    const weighted = weeks * (squares[weekday]! / (square || 1)) + DOUBT_OF_SCATTER
    return Math.max(Math.sqrt(weighted / (weeks + DOUBT_OF_SCATTER)), 0.1)
  })
  // Weekdays differ by chance too; only the excess is rhythm.
  const mean = meanOf(means)
  const doubts = groups.map(({ length: weeks }, weekday) => (square * scatter[weekday]! ** 2) / (weeks - 1))
  const rhythm = Math.max(meanOf(means.map((one) => (one - mean) ** 2)) - meanOf(doubts), 0)
  const shrunk = (own: number, weekday: number, doubt = doubts[weekday]!) =>
    (own * rhythm + mean * doubt) / (rhythm + doubt || 1)
  if (!(mean > 0 && rhythm > 0)) return null
  const raw = means.map((own, weekday) => shrunk(own, weekday))
  const middle = meanOf(raw)
  const factors = raw.map((factor) => factor / middle)
  return {
    factors,
    scatter,
    factorOf: (day) => {
      const weekday = weekdayOf(day)
      if (day >= length || Number.isNaN(ratios[day]!)) return factors[weekday]!
      const others = [...groups[weekday]!]
      others.splice(others.indexOf(ratios[day]!), 1)
      return shrunk(trimmedMean(others), weekday) / middle
    },
  }
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
    for (let other = from; other < Math.min(from + 7, length); other += 1) {
      if (Number.isNaN(used[other]!)) continue
      sum += used[other]!
      known += 1
    }
    return known > 4 ? sum / known : Number.NaN
  })
}
