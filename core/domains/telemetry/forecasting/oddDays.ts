import type { SegmentsFit } from './segments.ts'

/** Odd days that are to be expected: how often, and by how much they lie off. */
export interface OddDays {
  rate: number
  off: readonly number[]
}

/** One odd day is no reason to expect another. */
const FIRST = 0.8

/** From the odd days of the past, without those with which another level began. */
export function oddDaysOf({ odd, segments }: SegmentsFit): OddDays {
  const isOdd = (day: number) => !Number.isNaN(odd[day] ?? Number.NaN)
  const starts = segments.filter(({ weight }) => weight > 0.1).map(({ start }) => start)
  const off: number[] = []
  // Of the newest it is not known yet what they are.
  for (let day = 0; day < odd.length - 1; day += 1) {
    if (!isOdd(day) || isOdd(day - 1) || isOdd(day + 1)) continue
    if (starts.some((start) => start > 0 && Math.abs(day - start) < 2)) continue
    off.push(odd[day]!)
  }
  if (off.length < 2) return { rate: 0, off: [] }
  return { rate: (off.length - FIRST) / odd.length, off }
}
