import { daysToReach, type UsePattern, usageSteps } from './forecast.ts'

/** The last level that was measured and believed: L, and when, in epoch milliseconds. */
export interface MeasuredLevel {
  volume: number
  at: number
  /** How far the clocks at the tank's place were ahead of UTC then, in milliseconds; 0 unless told. */
  clockAhead?: number
}

export interface LevelEstimate {
  /** What is expected to be left, L. */
  volume: number
  /** What is left after heavy use, and after light use: eight times of ten it lies between them. */
  low: number
  high: number
  /** When it must have run dry, epoch milliseconds; null while something should be left. */
  dryAt: number | null
}

const DAY = 86_400_000
/** Of a course, ms. */
const LEAST_STEP = DAY / 4
/** Beyond this nothing more is told by adding up days. */
const LONGEST = 3650

/**
 * What should be in a tank of which nothing was heard since `measured`: that level less the use that is expected since
 * then. It takes in nothing: a delivery that nobody told of cannot be known. Days are those of the
 * tank's place, as those of the use; when its clocks are changed meanwhile, they begin an hour off.
 * A moment before the measurement is taken for the moment of the measurement.
 */
export function estimateLevel(measured: MeasuredLevel, use: UsePattern, now: number): LevelEstimate {
  const { volume, at } = measured
  const days = Math.min(Math.max(0, (now - at) / DAY), LONGEST)
  const start = startOf(measured)
  let used = { days: 0, low: 0, high: 0 }
  for (const step of usageSteps(use, start, days)) used = { ...step.used }
  const left = (litres: number) => Math.max(0, volume - litres)
  const isDry = left(used.days) === 0
  const dryAfter = isDry ? daysToReach(use, { ...start, volume, target: 0 }).days : 0
  return {
    volume: left(used.days),
    low: left(used.low),
    high: left(used.high),
    dryAt: isDry ? Math.min(at + dryAfter * DAY, Math.max(now, at)) : null,
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
  use: UsePattern,
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
  use: UsePattern,
  { now, target }: { now: number; target: number },
): { days: number; low: number; high: number } {
  const passed = Math.max(0, (now - measured.at) / DAY)
  const whole = daysToReach(use, { ...startOf(measured), volume: measured.volume, target })
  const left = (days: number) => (days >= LONGEST ? LONGEST : Math.max(0, days - passed))
  return { days: left(whole.days), low: left(whole.low), high: left(whole.high) }
}

/** Which day of the week it was at the tank's place, and how much of it had passed. */
function startOf({ at, clockAhead = 0 }: MeasuredLevel): { weekday: number; elapsed: number } {
  const there = at + clockAhead
  return { weekday: new Date(there).getUTCDay(), elapsed: (((there % DAY) + DAY) % DAY) / DAY }
}
