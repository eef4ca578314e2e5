import type { Change } from './candidate.ts'
import { meansOf, type Segment, type SegmentsFit } from './segments.ts'

/** Segments that began within so many days are one change, of which the day is not certain. */
const SAME_CHANGE = 3
const LEAST_CERTAIN = 0.8
/** Factors between these are no news. */
const LEAST_FACTOR = 0.8
const MOST_FACTOR = 1.25
/** Usual days of use: what is below is none. */
const NONE = 0.1
const MOST = 20

/**
 * The change since which a tank is used as it is, where it is nearly certain that there was one: judged by the use of a day
 * of so many degree days before it and now.
 */
export function changeOf({ segments }: SegmentsFit, degreeDays: number): Change | undefined {
  if (segments.length === 0) return undefined
  const leading = segments.reduce((best, one) => (one.weight > best.weight ? one : best))
  const together = segments.filter(
    (one) => !isFirst(one) && Math.abs(one.start - leading.start) <= SAME_CHANGE,
  )
  const certain = together.reduce((sum, { weight }) => sum + weight, 0)
  if (isFirst(leading) || certain < LEAST_CERTAIN) return undefined
  const [m0, m1] = meansOf(leading, degreeDays > 0)
  const now = Math.max(m0 + m1 * degreeDays, 0)
  const before = leading.before0 + leading.before1 * degreeDays
  if (before < NONE) return now < NONE ? undefined : { day: leading.start, factor: null }
  const factor = now < NONE ? 0 : Math.min(now / before, MOST)
  return factor > LEAST_FACTOR && factor < MOST_FACTOR ? undefined : { day: leading.start, factor }
}

const isFirst = ({ before0 }: Segment) => Number.isNaN(before0)
