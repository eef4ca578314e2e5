import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { Candidate } from './candidate.ts'
import { changeOf } from './changeOf.ts'
import { type Explanation, fitSegments, meansOf, mostLikely, SLOWLY } from './segments.ts'
import { segmentsPath } from './segmentsPath.ts'
import type { Interval, Timeline } from './timeline.ts'

/** Prior standard deviation of a day in multiples of the usual day, as typical of tanks with known fills only. */
const NOISE = 0.6
const PRIOR_LEVEL = Math.log(0.4)
const PRIOR_COLD = Math.log(0.6)
const MIN_INTERVALS_FOR_COLD = 2

/**
 * Models of a tank with few known levels, from fill to fill or as read on site: use between two of them depends on the days, or
 * on days and degree days. Intervals take the place of days.
 */
export function intervalCandidates(timeline: Timeline, intervals: readonly Interval[]): Candidate[] {
  const used = Float64Array.from(intervals, (interval) => interval.used)
  const days = intervals.map((interval) => interval.days)
  const cold = intervals.map((interval) => coldOf(timeline, interval))
  const total = days.reduce((sum, count) => sum + count, 0)
  const common = {
    scatter: (i: number) => Math.sqrt(days[i] ?? 1),
    // The past fades by days, not by intervals.
    forgetting: SLOWLY ** (total / days.length),
  }
  const lengthOf = (i: number) => days[i] ?? 1
  const known = { used, intervals, days: total }
  const created = [candidateOf(known, 'level', PRIOR_LEVEL, { ...common, columns: [lengthOf], sizes: [1] })]
  const withCold = intervals
    .map((interval) => coldOf(timeline, interval) / interval.days)
    .filter((perDay) => !Number.isNaN(perDay))
  const coldness = withCold.reduce((sum, item) => sum + item, 0) / withCold.length
  if (withCold.length >= MIN_INTERVALS_FOR_COLD && coldness > 0.5) {
    const columns: Explanation['columns'] = [lengthOf, (i) => cold[i] ?? Number.NaN]
    const explanation: Explanation = { ...common, columns, sizes: [0.5, 1 / coldness] }
    created.push(candidateOf(known, 'degree_days', PRIOR_COLD, explanation, coldness))
  }
  return created
}

/** The use of each interval, the intervals, and the sum of their days. */
interface KnownUse {
  used: Float64Array
  intervals: readonly Interval[]
  days: number
}

function candidateOf(
  { used, intervals, days }: KnownUse,
  model: 'level' | 'degree_days',
  prior: number,
  explanation: Explanation,
  degreeDays?: number,
): Candidate {
  const fit = fitSegments(used, explanation, 0, NOISE)
  const two = degreeDays !== undefined
  // The future is in days.
  const ofDays: Explanation = {
    ...explanation,
    columns: two ? [() => 1, () => Number.NaN] : [() => 1],
    scatter: () => 1,
    forgetting: SLOWLY,
  }
  const facts = {
    ...{ fit, scatter: { pool: new Float64Array(0), correlation: 0 }, odd: { rate: 0, off: [] } },
    ...{ explanation: ofDays, length: 0, known: days },
    degreeColumn: two ? { column: (_: number, degrees: number) => degrees, middle: 1 } : undefined,
  }
  return {
    ...{ model, prior, ...fit, correlation: 0 },
    path: (start, wider) => segmentsPath(facts, start, wider),
    found: () => {
      const change = changeOf(fit, degreeDays ?? 0)
      const at = change && itemAt(intervals, change.day)
      const leading = mostLikely(fit.segments)
      const [base, perDegreeDay] = leading ? meansOf(leading, two) : [0, 0]
      return {
        ...(two && { base: Math.max(base, 0), perDegreeDay }),
        change: change && at && { day: at.end - at.days + 1, factor: change.factor },
      }
    },
  }
}

/** Sum of the degree days of an interval; NaN unless all are known. */
function coldOf({ degreeDays }: Timeline, { end, days }: Interval): number {
  let sum = 0
  for (let day = end - days + 1; day <= end; day += 1) sum += degreeDays[day] ?? Number.NaN
  return sum
}
