import { LONGEST_FORECAST } from './forecast.ts'
import type { DaysRange } from './forecastLevels.ts'
import { FARTHEST, LAST_DAY, widthsEarly, widthsLate } from './levels/scaleRange.ts'

/** A trusted measurement: L, and epoch milliseconds. */
interface MeasuredVolume {
  at: number
  volume: number
}

/** Inflow of a tank in L, or a sudden loss as a negative value: neither is use. */
interface Intake {
  at: number
  volume: number
}

/** The course of a tank after a forecast. */
export interface LevelsAfterwards {
  /** Oldest first; those before the forecast are ignored. */
  levels: readonly MeasuredVolume[]
  intakes: readonly Intake[]
  /** A longer gap between two levels means that the device was silent, ms. */
  longestPause: number
}

/** Days until use passed a level, or the days observed without that. */
export interface Outcome {
  lasted: number
  isReached: boolean
}

export interface ForecastScore extends Outcome {
  /** Days that it lasted longer than the middle of the forecast; a lower bound if it has not ended. */
  error: number
  /** Mean pinball loss of P10, P50 and P90, days. */
  pinball: number
  /**
   * Distance before and after the middle, in widths of that side of the unscaled range; negative in the other direction. Null
   * if that range had no end.
   */
  early: number | null
  late: number | null
}

const DAY = 86_400_000
/** Factor on the end of a range, so that the lateness of late outcomes is measured too. */
const WAIT_FACTOR = 1.25
/** Factor on the last known quantile of a range without an end, and minimum in days. */
const OPEN_WAIT = 2
const MIN_OPEN_WAIT = 60
const QUANTILES = [
  ['p10', 0.1],
  ['p50', 0.5],
  ['p90', 0.9],
] as const

/**
 * Days until a forecast is scored. Depends on the range only, never on the outcome: if early outcomes were scored sooner, the
 * record would contain too many of them.
 */
export function daysUntilScored({ p10, p50, p90 }: DaysRange): number {
  if (p90 < LONGEST_FORECAST) return Math.min(Math.ceil(p90 * WAIT_FACTOR) + 1, LAST_DAY)
  const last = [p50, p10].find((days) => days < LONGEST_FORECAST)
  if (last === undefined) return LAST_DAY
  return Math.min(Math.max(Math.ceil(last * OPEN_WAIT), MIN_OPEN_WAIT), LAST_DAY)
}

/**
 * The day on which use, without deliveries, passed the level of a forecast.
 * @param from the measurement that the forecast counts from.
 * @param wait days of observation.
 * @returns null if the device was silent in the meantime, so that the outcome is unknown.
 */
export function outcomeOf(
  from: MeasuredVolume,
  target: number,
  wait: number,
  { levels, intakes, longestPause }: LevelsAfterwards,
): Outcome | null {
  const amount = from.volume - target
  const until = from.at + wait * DAY
  let before = { at: from.at, used: 0 }
  for (const { at, volume } of levels) {
    if (at <= from.at) continue
    if (at - before.at > longestPause) return null
    const used = from.volume - volume + cameBetween(intakes, from.at, at)
    if (used >= amount) {
      const share = used > before.used ? (amount - before.used) / (used - before.used) : 1
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
 * Scores a forecast.
 * @param shown the range that was shown
 * @param unscaled the range of the models before scaling
 */
export function scoreForecast(shown: DaysRange, unscaled: DaysRange, outcome: Outcome): ForecastScore {
  const { lasted, isReached } = outcome
  const errorOf = (days: number) => {
    const error = lasted - Math.min(days, LAST_DAY)
    return isReached ? error : Math.max(error, 0)
  }
  const losses = QUANTILES.map(([quantile, share]) => {
    const error = errorOf(shown[quantile])
    return Math.max(share * error, (share - 1) * error)
  })
  const isOpen = unscaled.p90 >= LONGEST_FORECAST
  const isBeyond = !isReached && lasted >= unscaled.p90
  return {
    ...outcome,
    error: errorOf(shown.p50),
    pinball: losses.reduce((sum, loss) => sum + loss, 0) / losses.length,
    early: isOpen ? null : widthsEarly(unscaled, lasted),
    late: isOpen ? null : isBeyond ? FARTHEST : widthsLate(unscaled, lasted),
  }
}
