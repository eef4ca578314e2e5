import { lastOf } from '#core/platform/lists/firstOf.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { PathStart } from './candidate.ts'
import type { OddDays } from './oddDays.ts'
import { tScale } from './random.ts'
import { drawError, type Scatter } from './scatter.ts'
import { type Explanation, meansOf, type Segment, type SegmentsFit, SLOWLY, varianceOf } from './segments.ts'

/** The second column of a future day by its degree days, and the use on an average day. */
export interface DegreeColumn {
  column: (day: number, degreeDays: number) => number
  /** A variant per path if the column itself is uncertain; takes a standard normal number. */
  turned?: (normal: number) => (day: number, degreeDays: number) => number
  middle: number
}

interface Model {
  fit: SegmentsFit
  scatter: Scatter
  odd: OddDays
  explanation: Explanation
  /** Length of the past in days, and number of days known. */
  length: number
  known: number
  degreeColumn?: DegreeColumn | undefined
}

/** Prior: number of changes, and days observed. */
const FIRST_CHANGES = 0.15
const FIRST_DAYS = 150
/** Weight of an observed change in the rate of further ones. */
const OBSERVED_CHANGE_WEIGHT = 0.6
const CHANGED_BY = 0.4
/** Growth ends after use has more than quadrupled (log factor). */
const MAX_GROWTH = 1.5
const MAX_RATIO = 0.5

/** One path: a view of the past, its coefficients with their uncertainty, then day by day with the model's own errors. */
export function segmentsPath(
  { fit, scatter, odd, explanation, length, known, degreeColumn }: Model,
  { random, view, level }: PathStart,
  wider: number,
): (day: number, degreeDays: number) => number {
  const segment = viewOf(fit.segments, view)
  const two = explanation.columns.length > 1
  const { correlation } = scatter
  // Correlated errors teach less about the coefficients; errors that cancel, like a sensor's, teach more.
  const uncertainty = Math.sqrt((1 + correlation) / (1 - correlation)) * wider
  const { m0, sigma, c0, c1 } = drawnCoefficients(segment, two, uncertainty, { random, level })
  const rate = (FIRST_CHANGES + OBSERVED_CHANGE_WEIGHT * segment.changes) / (FIRST_DAYS + known)
  const rest = Math.sqrt(1 - correlation * correlation)
  // Daily drift of a level with this forgetting factor (steady state of a random walk).
  const { forgetting = SLOWLY, growth = 0 } = explanation
  const drift = two || m0 <= 0 ? 0 : Math.min(((1 - forgetting) / Math.sqrt(forgetting)) * (sigma / m0), 0.1)
  // Growth continues for as long as it was observed.
  const growing = length - segment.start
  const coldColumn = degreeColumn?.turned?.(random.normal()) ?? degreeColumn?.column
  let error = drawError(scatter, random)
  let factor = 1
  return (day, degreeDays) => {
    const changes = random.uniform() < rate
    const by = random.normal()
    const oddly = random.uniform()
    factor *= Math.exp(changes ? CHANGED_BY * by : drift * by)
    let use = two || !degreeColumn ? explanation.columns[0](length + day) * c0 : 0
    let off = wider * sigma * error
    if (degreeColumn && coldColumn) {
      use += coldColumn(length + day, degreeDays) * (two ? c1 : c0)
      // Bounded, so that a colder day never uses less.
      off = Math.max(off, -2 * degreeColumn.middle) * (0.5 + (0.5 * use) / degreeColumn.middle)
    }
    off *= explanation.scatter(length + day)
    error = correlation * error + rest * drawError(scatter, random)
    const extra = oddly < odd.rate ? itemAt(odd.off, Math.floor((oddly / odd.rate) * odd.off.length)) : 0
    const grown = growth === 0 ? 1 : Math.exp(Math.min(growth * Math.min(day, growing), MAX_GROWTH))
    return Math.max(0, factor * grown * (use + off) + extra)
  }
}

/** The mean level and the scatter of a path, and its drawn coefficients. */
function drawnCoefficients(
  segment: Segment,
  two: boolean,
  uncertainty: number,
  { random, level }: Pick<PathStart, 'random' | 'level'>,
) {
  const { p00, p01, p11 } = segment
  const [m0, m1] = meansOf(segment, two)
  const sigma = Math.sqrt(varianceOf(segment, m0)) * tScale(segment.a, random)
  const other = random.normal()
  if (!two)
    return {
      m0,
      sigma,
      c0: Math.max(drawnLevel(m0, (uncertainty * sigma) / Math.sqrt(p00), level), 0),
      c1: 0,
    }
  // Drawn along the mean of the observations, so that the low-discrepancy numbers determine the level.
  const d1 = 1 / Math.sqrt(p11)
  const z0 = (uncertainty * sigma * other) / Math.sqrt(p00 - (p01 * p01) / p11)
  const c1 = m1 + uncertainty * sigma * level * d1 - (p01 / p11) * z0
  return { m0, sigma, c0: Math.max(m0 + z0, 0), c1: Math.max(c1, 0) }
}

/** Draws an uncertain level. Scatter is proportional to the level, so the error is a ratio, unless it is about as large as the level. */
function drawnLevel(mean: number, deviation: number, normal: number): number {
  const ratio = deviation / mean
  return ratio > 0 && ratio < MAX_RATIO ? mean * Math.exp(ratio * normal) : mean + deviation * normal
}

function viewOf(segments: readonly Segment[], share: number): Segment {
  let left = share
  for (const segment of segments) {
    left -= segment.weight
    if (left < 0) return segment
  }
  return lastOf(segments)
}
