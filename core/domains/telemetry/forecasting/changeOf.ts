import type { Change } from './candidate.ts'
import { meansOf, mostLikely, type Segment, type SegmentsFit } from './segments.ts'

/** Segments starting within this many days are one change whose day is uncertain. */
const SAME_CHANGE = 3
const MIN_CERTAINTY = 0.8
/** Factors between these are not reported. */
const UNCHANGED_FROM = 0.8
const UNCHANGED_TO = 1.25
/** Limit in multiples of the usual day, below which use counts as none. */
const NONE = 0.1
const MAX_FACTOR = 20

/** The change that led to the current use, if it is nearly certain; judged by the use on a day of `degreeDays` before and after it. */
export function changeOf({ segments }: SegmentsFit, degreeDays: number): Change | undefined {
  const leading = mostLikely(segments)
  if (!leading) return undefined
  const together = segments.filter(
    (segment) => !isFirst(segment) && Math.abs(segment.start - leading.start) <= SAME_CHANGE,
  )
  const certain = together.reduce((sum, { weight }) => sum + weight, 0)
  if (isFirst(leading) || certain < MIN_CERTAINTY) return undefined
  const [m0, m1] = meansOf(leading, degreeDays > 0)
  const now = Math.max(m0 + m1 * degreeDays, 0)
  const before = leading.before0 + leading.before1 * degreeDays
  if (before < NONE) return now < NONE ? undefined : { day: leading.start, factor: null }
  const factor = now < NONE ? 0 : Math.min(now / before, MAX_FACTOR)
  return factor > UNCHANGED_FROM && factor < UNCHANGED_TO ? undefined : { day: leading.start, factor }
}

const isFirst = ({ before0 }: Segment) => Number.isNaN(before0)
