import {
  type DaysLeft,
  daysToUse,
  LONGEST_FORECAST,
  type MeasuredLevel,
  type UseCourse,
  usedBetween,
} from './forecast.ts'

export interface LevelEstimate {
  /** What is expected to be left, L. */
  volume: number
  /** What is left after heavy use, and after light use: eight times of ten it lies between them. */
  low: number
  high: number
  /** When it must have come down to what cannot be drawn, epoch milliseconds; null while more should be left. */
  dryAt: number | null
}

const DAY = 86_400_000
/** Of a course, ms. */
const LEAST_STEP = DAY / 4

/**
 * What should be in a tank of which nothing was heard since `measured`: that level less the use that is expected since
 * then. It takes in nothing: a delivery that nobody told of cannot be known. Days are those of the
 * tank's place, as those of the use; when its clocks are changed meanwhile, they begin an hour off.
 * A moment before the measurement is taken for the moment of the measurement.
 */
export function estimateLevel(measured: MeasuredLevel, use: UseCourse, now: number): LevelEstimate {
  const { volume, at, unusable = 0 } = measured
  const used = usedBetween(use, at, Math.max(now, at))
  const least = Math.min(volume, unusable)
  const left = (litres: number) => Math.max(least, volume - litres)
  const isDry = left(used.days) === least
  return {
    volume: left(used.days),
    low: left(used.low),
    high: left(used.high),
    dryAt: isDry ? Math.min(at + daysToUse(use, at, volume - least).days * DAY, Math.max(now, at)) : null,
  }
}

/** A moment of an estimate's course, epoch milliseconds, and the litres then. */
export type CoursePoint = Pick<LevelEstimate, 'volume' | 'low' | 'high'> & { time: number }

/**
 * How the level should have gone since it was measured, for a graph: at even steps of six hours or more, at most
 * `most` of them, and at the moment at which the tank ran dry. It begins with the measurement, or at `from` where that is
 * later, and ends at `to`; there is none where `to` is not after its beginning.
 */
export function estimatedCourse(
  measured: MeasuredLevel,
  use: UseCourse,
  { from, to, most }: { from: number; to: number; most: number },
): CoursePoint[] {
  const begin = Math.max(from, measured.at)
  if (!(to > begin)) return []
  const steps = Math.max(1, Math.min(most, Math.ceil((to - begin) / LEAST_STEP)))
  const times = Array.from({ length: steps + 1 }, (_, step) =>
    step === steps ? to : begin + ((to - begin) * step) / steps,
  )
  const { dryAt } = estimateLevel(measured, use, to)
  const isBetween = dryAt !== null && dryAt > begin && dryAt < to && !times.includes(dryAt)
  return [...times, ...(isBetween ? [dryAt] : [])]
    .sort((one, other) => one - other)
    .map((time) => {
      const { volume, low, high } = estimateLevel(measured, use, time)
      return { time, volume, low, high }
    })
}

/**
 * Days from `now` until a tank comes down to `target` litres, of which nothing was heard since `measured`: counted from
 * now, but with all the doubt that has grown since the measurement. 0 once it is expected to be there.
 */
export function daysLeft(
  measured: MeasuredLevel,
  use: UseCourse,
  { now, target }: { now: number; target: number },
): DaysLeft {
  const passed = Math.max(0, (now - measured.at) / DAY)
  const whole = daysToUse(use, measured.at, measured.volume - target)
  const left = (days: number) => (days >= LONGEST_FORECAST ? LONGEST_FORECAST : Math.max(0, days - passed))
  return { days: left(whole.days), low: left(whole.low), high: left(whole.high) }
}
