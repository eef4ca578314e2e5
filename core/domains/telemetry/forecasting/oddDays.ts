import type { SegmentsFit } from './segments.ts'

/** Outlier days to expect: their rate and sizes. */
export interface OddDays {
  rate: number
  off: readonly number[]
}

/** A single outlier does not predict another. */
const FIRST = 0.8

/** Outliers of the past, without those at the start of a new level. */
export function oddDaysOf({ odd, segments }: SegmentsFit): OddDays {
  const isOdd = (day: number) => !Number.isNaN(odd[day] ?? Number.NaN)
  const starts = segments.filter(({ weight }) => weight > 0.1).map(({ start }) => start)
  const off: number[] = []
  // The newest day is not classified yet.
  for (const [day, error] of odd.subarray(0, -1).entries()) {
    if (!isOdd(day) || isOdd(day - 1) || isOdd(day + 1)) continue
    if (starts.some((start) => start > 0 && Math.abs(day - start) < 2)) continue
    off.push(error)
  }
  if (off.length < 2) return { rate: 0, off: [] }
  return { rate: (off.length - FIRST) / odd.length, off }
}
