import type { PathStart } from './candidate.ts'
import type { OddDays } from './oddDays.ts'
import { tScale } from './random.ts'
import { drawError, type Scatter } from './scatter.ts'
import { type Explanation, meansOf, type Segment, type SegmentsFit, SLOWLY, varianceOf } from './segments.ts'

/** The second column by the degree days of a day ahead, and the use on a middle day. */
export interface DegreeColumn {
  column: (day: number, degreeDays: number) => number
  /** The same for a path of its own, where the column itself is in doubt; of a standard normal number. */
  turned?: (normal: number) => (day: number, degreeDays: number) => number
  middle: number
}

interface Model {
  fit: SegmentsFit
  scatter: Scatter
  odd: OddDays
  explanation: Explanation
  /** Days of the past, and how many of them were looked at. */
  length: number
  known: number
  degreeColumn?: DegreeColumn | undefined
}

/** Changes that count as seen, and the days in which, before anything is known of the tank. */
const FIRST_CHANGES = 0.15
const FIRST_DAYS = 150
/** A change that was seen says less of further ones. */
const OF_A_CHANGE = 0.6
const CHANGED_BY = 0.4
/** Growth does not go on for ever: by then use has more than quadrupled. */
const MOST_GROWTH = 1.5
const MOST_OF_A_RATIO = 0.5

/** One path: a view of the past, its coefficients as far as they are known, then day by day with the model's own errors. */
export function segmentsPath(
  { fit, scatter, odd, explanation, length, known, degreeColumn }: Model,
  { random, view, level }: PathStart,
  wider: number,
): (day: number, degreeDays: number) => number {
  const segment = viewOf(fit.segments, view)
  const two = explanation.columns.length > 1
  const { correlation } = scatter
  // Errors that last teach less of the coefficients; those that cancel, as a sensor's do, teach more.
  const doubt = Math.sqrt((1 + correlation) / (1 - correlation)) * wider
  const [m0, m1] = meansOf(segment, two)
  const sigma = Math.sqrt(varianceOf(segment, m0)) * tScale(segment.a, random)
  const other = random.normal()
  let c0 = drawnLevel(m0, (doubt * sigma) / Math.sqrt(segment.p00), level)
  let c1 = 0
  if (two) {
    // Drawn along the mean of what is seen, so that the even numbers decide about the level.
    const d1 = 1 / Math.sqrt(segment.p11)
    const rest = segment.p00 - (segment.p01 * segment.p01) / segment.p11
    const z0 = (doubt * sigma * other) / Math.sqrt(rest)
    c0 = m0 + z0
    c1 = m1 + doubt * sigma * level * d1 - (segment.p01 / segment.p11) * z0
  }
  c0 = Math.max(c0, 0)
  c1 = Math.max(c1, 0)
  const rate = (FIRST_CHANGES + OF_A_CHANGE * segment.changes) / (FIRST_DAYS + known)
  const rest = Math.sqrt(1 - correlation * correlation)
  // How far a level that fades so fast must drift from day to day (the steady state of a random walk).
  const { forgetting = SLOWLY, growth = 0 } = explanation
  const drift = two || m0 <= 0 ? 0 : Math.min(((1 - forgetting) / Math.sqrt(forgetting)) * (sigma / m0), 0.1)
  // Growth goes on for as long as it has been seen.
  const growing = length - segment.start
  const coldColumn = degreeColumn?.turned?.(random.normal()) ?? degreeColumn?.column
  let error = drawError(scatter, random)
  let factor = 1
  return (day, degreeDays) => {
    const changes = random.uniform() < rate
    const by = random.normal()
    const oddly = random.uniform()
    factor *= Math.exp(changes ? CHANGED_BY * by : drift * by)
    let use = two || !degreeColumn ? explanation.columns[0]!(length + day) * c0 : 0
    let off = wider * sigma * error
    if (degreeColumn && coldColumn) {
      use += coldColumn(length + day, degreeDays) * (two ? c1 : c0)
      // Never so far that a colder day would take less.
      off = Math.max(off, -2 * degreeColumn.middle) * (0.5 + (0.5 * use) / degreeColumn.middle)
    }
    off *= explanation.scatter(length + day)
    error = correlation * error + rest * drawError(scatter, random)
    const extra = oddly < odd.rate ? odd.off[Math.floor((oddly / odd.rate) * odd.off.length)]! : 0
    const grown = growth === 0 ? 1 : Math.exp(Math.min(growth * Math.min(day, growing), MOST_GROWTH))
    return Math.max(0, factor * grown * (use + off) + extra)
  }
}

/**
 * A level that is known give or take so much. Days scatter in proportion to their level: one that is higher than it seems has
 * scattered more, so that a doubt is a ratio, as far as it is not about all of it.
 */
function drawnLevel(mean: number, deviation: number, normal: number): number {
  const ratio = deviation / mean
  return ratio > 0 && ratio < MOST_OF_A_RATIO ? mean * Math.exp(ratio * normal) : mean + deviation * normal
}

function viewOf(segments: readonly Segment[], share: number): Segment {
  let left = share
  for (const one of segments) {
    left -= one.weight
    if (left < 0) return one
  }
  return segments.at(-1)!
}
