import {
  type DaysLeft,
  daysToUse,
  LONGEST_FORECAST,
  type MeasuredLevel,
  type UseCourse,
  usedBetween,
} from '../forecast.ts'

export interface LevelEstimate {
  /** Expected content, L. */
  volume: number
  /** Content after heavy use, and after light use: an 80 % range. */
  low: number
  high: number
  /** When the level reached the unusable bottom, epoch milliseconds; null while more should be left. */
  dryAt: number | null
}

const DAY = 86_400_000
/** Minimum step of a course, ms. */
const MIN_STEP = DAY / 4

/** Error of a delivery meter as a share of the volume: the maintenance tolerance of LPG meters, NIST Handbook 44, 3.32. */
const METER_SHARE = 0.01

/** A level that no reading shows, L, and its time. */
interface KnownLevel {
  at: number
  volume: number
  low: number
  high: number
}

/**
 * The expected content of a tank since `measured`: that level, less the expected use, plus recorded deliveries. Days are those
 * of the tank's place, as in `use`; after a clock change in between they start an hour off. A moment before the measurement
 * counts as the moment of the measurement.
 * @param use null if unknown: then no use is subtracted
 */
export function estimateLevel(measured: MeasuredLevel, use: UseCourse | null, now: number): LevelEstimate {
  const { unusable = 0 } = measured
  const until = Math.max(now, measured.at)
  const filled = afterDeliveries(measured, use, until)
  const { volume, low, high } = drawn(filled, { use, until, unusable })
  const least = Math.min(filled.volume, unusable)
  const isDry = volume === least
  const daysToDry = use && isDry ? daysToUse(use, filled.at, filled.volume - least).days : 0
  return { volume, low, high, dryAt: isDry ? Math.min(filled.at + daysToDry * DAY, until) : null }
}

/** The level right after the last delivery between `measured` and a moment; the measured level if there was none. */
function afterDeliveries(measured: MeasuredLevel, use: UseCourse | null, until: number): KnownLevel {
  const { volume, at, unusable = 0, deliveries = [], capacity = Number.POSITIVE_INFINITY } = measured
  return deliveries
    .filter((delivery) => delivery.at > at && delivery.at <= until)
    .toSorted((one, other) => one.at - other.at)
    .reduce<KnownLevel>(
      (level, { at: filledAt, litres }) => {
        const before = drawn(level, { use, until: filledAt, unusable })
        // A level measured above the capacity is not changed.
        const filled = (left: number, share: number) =>
          Math.max(left, Math.min(left + litres * share, capacity))
        return {
          at: before.at,
          volume: filled(before.volume, 1),
          low: filled(before.low, 1 - METER_SHARE),
          high: filled(before.high, 1 + METER_SHARE),
        }
      },
      { at, volume, low: volume, high: volume },
    )
}

/** The level at a later moment, less the expected use. */
function drawn(
  level: KnownLevel,
  { use, until, unusable }: { use: UseCourse | null; until: number; unusable: number },
): KnownLevel {
  const at = Math.max(until, level.at)
  const used = use ? usedBetween(use, level.at, at) : { days: 0, low: 0, high: 0 }
  const left = (litres: number, taken: number) => Math.max(Math.min(litres, unusable), litres - taken)
  return {
    at,
    volume: left(level.volume, used.days),
    low: left(level.low, used.low),
    high: left(level.high, used.high),
  }
}

/** A point of an estimate's course: epoch milliseconds and litres. */
export type CoursePoint = Pick<LevelEstimate, 'volume' | 'low' | 'high'> & { time: number }

/**
 * The expected course of the level since the measurement, for a graph: at even steps of at least six hours, at most `most` of
 * them, plus the moment at which the tank ran dry. Starts with the measurement, or at `from` if later, and ends at `to`; empty
 * if `to` is not after its start.
 */
export function estimatedCourse(
  measured: MeasuredLevel,
  use: UseCourse | null,
  { from, to, most }: { from: number; to: number; most: number },
): CoursePoint[] {
  const begin = Math.max(from, measured.at)
  if (!(to > begin)) return []
  const steps = Math.max(1, Math.min(most, Math.ceil((to - begin) / MIN_STEP)))
  const times = Array.from({ length: steps + 1 }, (_, step) =>
    step === steps ? to : begin + ((to - begin) * step) / steps,
  )
  const { dryAt } = estimateLevel(measured, use, to)
  const turns = [...(dryAt === null ? [] : [dryAt]), ...(measured.deliveries ?? []).map(({ at }) => at)]
  const between = turns.filter((time) => time > begin && time < to && !times.includes(time))
  return [...times, ...new Set(between)]
    .sort((one, other) => one - other)
    .map((time) => {
      const { volume, low, high } = estimateLevel(measured, use, time)
      return { time, volume, low, high }
    })
}

/**
 * Days from `now` until the level reaches `target` litres, with no reading since `measured`: counted from now, with all
 * uncertainty since the measurement. 0 once it should be reached.
 */
export function daysLeft(
  measured: MeasuredLevel,
  use: UseCourse,
  { now, target }: { now: number; target: number },
): DaysLeft {
  const { at, volume, low, high } = afterDeliveries(measured, use, Math.max(now, measured.at))
  const passed = Math.max(0, (now - at) / DAY)
  const until = (litres: number) => daysToUse(use, at, litres - target)
  const left = (days: number) => (days >= LONGEST_FORECAST ? LONGEST_FORECAST : Math.max(0, days - passed))
  const middle = until(volume)
  const [early, late] = low === high ? [middle, middle] : [until(low), until(high)]
  return { days: left(middle.days), low: left(early.low), high: left(late.high) }
}
