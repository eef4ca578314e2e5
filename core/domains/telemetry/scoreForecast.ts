import { LONGEST_FORECAST } from './forecast.ts'
import type { DaysRange } from './forecastLevels.ts'
import { FARTHEST, LAST_DAY, widthsEarly, widthsLate } from './scaleRange.ts'

/** A level that was measured and believed: L, and when, in epoch milliseconds. */
interface MeasuredVolume {
  at: number
  volume: number
}

/** What came into a tank by then, L; what it lost at once is negative: neither is use. */
interface Intake {
  at: number
  volume: number
}

/** What became of a tank after a forecast. */
export interface LevelsAfterwards {
  /** Oldest first; those before the forecast are passed over. */
  levels: readonly MeasuredVolume[]
  intakes: readonly Intake[]
  /** A pause between two levels that is longer says that the device was silent, ms. */
  longestPause: number
}

/** How many days use took to pass a level; or that it had not by then. */
export interface Outcome {
  lasted: number
  isReached: boolean
}

export interface ForecastScore extends Outcome {
  /** By how many days it lasted longer than the middle of what was said; where it has not ended, as far as is known. */
  error: number
  /** The mean pinball loss of P10, P50 and P90, days. */
  pinball: number
  /**
   * How far before and after the middle it happened, in widths of the range on that side as the models told it; negative the
   * other way. Null where that range had no end.
   */
  early: number | null
  late: number | null
}

const DAY = 86_400_000
/** Beyond its range it is waited so much longer, so that it shows how late a late one was. */
const WAIT = 1.25
/** Where a range has no end within the forecast's reach, as a multiple of what it does say, and at least. */
const OPEN_WAIT = 2
const LEAST_OPEN_WAIT = 60
const QUANTILES = [
  ['p10', 0.1],
  ['p50', 0.5],
  ['p90', 0.9],
] as const

/**
 * After how many days a forecast is scored. The range itself tells it and never what happened: if those that ran out were
 * scored sooner, every look at the record would see too many of them.
 */
export function daysUntilScored({ p10, p50, p90 }: DaysRange): number {
  if (p90 < LONGEST_FORECAST) return Math.min(Math.ceil(p90 * WAIT) + 1, LAST_DAY)
  const last = [p50, p10].find((days) => days < LONGEST_FORECAST)
  if (last === undefined) return LAST_DAY
  return Math.min(Math.max(Math.ceil(last * OPEN_WAIT), LEAST_OPEN_WAIT), LAST_DAY)
}

/**
 * The day on which use, deliveries taken out, passed the level that a forecast was about, whatever was filled in between.
 * @param from the measurement that the forecast counts from.
 * @param wait days that it is waited for.
 * @returns null where the device was silent meanwhile, so that nobody knows.
 */
export function outcomeOf(
  from: MeasuredVolume,
  target: number,
  wait: number,
  { levels, intakes, longestPause }: LevelsAfterwards,
): Outcome | null {
  const wanted = from.volume - target
  const until = from.at + wait * DAY
  let before = { at: from.at, used: 0 }
  for (const { at, volume } of levels) {
    if (at <= from.at) continue
    if (at - before.at > longestPause) return null
    const used = from.volume - volume + cameBetween(intakes, from.at, at)
    if (used >= wanted) {
      const share = used > before.used ? (wanted - before.used) / (used - before.used) : 1
      const reached = before.at + Math.min(Math.max(share, 0), 1) * (at - before.at)
      return reached <= until ? reachedAfter(reached - from.at) : { lasted: wait, isReached: false }
    }
    if (at >= until) return { lasted: wait, isReached: false }
    before = { at, used }
  }
  return until - before.at > longestPause ? null : { lasted: wait, isReached: false }
}

const reachedAfter = (passed: number): Outcome => ({ lasted: passed / DAY, isReached: true })

function cameBetween(intakes: readonly Intake[], from: number, to: number): number {
  let sum = 0
  for (const { at, volume } of intakes) if (at > from && at <= to) sum += volume
  return sum
}

/**
 * How right a forecast was.
 * @param said the range that was shown; `told` the one that the models told, before it was scaled.
 */
export function scoreForecast(said: DaysRange, told: DaysRange, outcome: Outcome): ForecastScore {
  const { lasted, isReached } = outcome
  const errorOf = (days: number) => {
    const error = lasted - Math.min(days, LAST_DAY)
    return isReached ? error : Math.max(error, 0)
  }
  const losses = QUANTILES.map(([quantile, share]) => {
    const error = errorOf(said[quantile])
    return Math.max(share * error, (share - 1) * error)
  })
  const isOpen = told.p90 >= LONGEST_FORECAST
  const isBeyond = !isReached && lasted >= told.p90
  return {
    ...outcome,
    error: errorOf(said.p50),
    pinball: losses.reduce((sum, loss) => sum + loss, 0) / losses.length,
    early: isOpen ? null : widthsEarly(told, lasted),
    late: isOpen ? null : isBeyond ? FARTHEST : widthsLate(told, lasted),
  }
}
