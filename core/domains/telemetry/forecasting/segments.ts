import { lastOf } from '#core/platform/lists/firstOf.ts'

type Column = (day: number) => number

/** Regressors of daily use; NaN if unknown. One or two columns, by day, including future days. */
export interface Explanation {
  columns: readonly [Column, Column?]
  /** Relative scatter of a day; 1 is average. */
  scatter: (day: number) => number
  /** Size of a coefficient that gives about a usual day of use. */
  sizes: readonly [number, number?]
  /** Daily growth of the use, from today on. */
  growth?: number
  /** Daily forgetting factor. */
  forgetting?: number
}

/** One hypothesis of the past: the coefficients have been constant since `start`. */
export interface Segment {
  weight: number
  start: number
  /** Changes since the first day of the window. */
  changes: number
  /** Precision of the coefficients, and precision times mean, in units of a day's variance. */
  p00: number
  p01: number
  p11: number
  h0: number
  h1: number
  /** Inverse gamma distribution of a day's variance. */
  a: number
  b: number
  /** Part of `b` inherited from before, and its level: a tank that uses half as much scatters half as much. */
  b0: number
  level: number
  /** The coefficients before it began; NaN for the first segment. */
  before0: number
  before1: number
}

export interface SegmentsFit {
  segments: Segment[]
  /** Log predictive density of each day's use, one day ahead; NaN if unknown. */
  scores: Float64Array
  /** Scores of the sum of seven days, by its first day. */
  weekScores: Float64Array
  /** Errors of the sums of seven days, in predicted standard deviations. */
  weekErrors: Float64Array
  /** Errors of single days in standard deviations; NaN for outliers. */
  residuals: Float64Array
  /** Error of a day that was more likely an outlier than ordinary; NaN otherwise. */
  odd: Float64Array
}

export const SLOWLY = 0.995
/** A drifting level does not mean a drifting scatter. */
const SCATTER_SLOWLY = 0.985
const MAX_SEGMENTS = 8
const CHANGE = 1 / 150
/** Daily probability that a recent change ends and use returns to its former level, as after a leak or guests. */
const RETURN = 1 / 150
/** A change of more days ago is the usual use by now. */
const RECENT = 45
const ODD_DAY = 0.03
/** Density of an outlier day: anything up to many usual days. */
const ODD_DENSITY = 0.1
/** A day without use among others is more often closed or unreported than the last of all days. */
const ODD_DENSITY_OF_NONE = 1.5
/** Limit in multiples of the usual day, below which use counts as none. */
export const NONE = 0.05
const MIN_SHAPE = 2
const TAKEN_OVER = 3
/** Minimum standard deviation of a day, in multiples of the usual day: meters have steps. */
export const FINEST = 0.015
const CHANGED_BY = 0.8
/** Scatter of days of use after idleness, in multiples of the usual day. */
const SCATTER_AFTER_IDLENESS = 0.2
export const WEEK = 7
export const ORIGIN_STEP = 3

/**
 * Bayesian regression of daily use with change points (Adams and MacKay 2007, least likely segments pruned): coefficients and
 * variance follow a normal-inverse-gamma distribution within a segment, old days fade, and outliers count by their probability
 * of being ordinary. A segment begins near the previous level or, after a recent change, as the segment before that change.
 */
export function fitSegments(
  used: Float64Array,
  { columns, scatter, sizes, forgetting = SLOWLY }: Explanation,
  from: number,
  noise: number,
): SegmentsFit {
  const length = used.length
  const [first, second] = columns
  const two = second !== undefined
  const ofScatter = Math.max(forgetting, SCATTER_SLOWLY)
  const fit = emptyFit(length)
  const { segments } = fit
  const leaders: Leaders = []
  for (let day = from; day < length; day += 1) {
    const y = used[day]!
    const x0 = first(day)
    const x1 = second ? second(day) : 0
    if (Number.isNaN(y + x0 + x1)) continue
    const v2 = scatter(day) ** 2
    if (segments.length > 0 && (length - day) % ORIGIN_STEP === 0)
      scoreWeek(fit, segments, day, { used, columns, scatter })
    const odd = ODD_DAY * (y < NONE ? ODD_DENSITY_OF_NONE : ODD_DENSITY)
    addHypotheses(segments, leaders, day, sizes, noise)
    let total = 0
    let best = 0
    let bestAt: Segment | undefined
    let bestError = 0
    let bestExpected = 0
    let bestOff = Number.NaN
    for (const segment of segments) {
      const det = two ? segment.p00 * segment.p11 - segment.p01 * segment.p01 : segment.p00
      const m0 = two ? (segment.p11 * segment.h0 - segment.p01 * segment.h1) / det : segment.h0 / det
      const m1 = two ? (segment.p00 * segment.h1 - segment.p01 * segment.h0) / det : 0
      const q = two
        ? (x0 * x0 * segment.p11 - 2 * x0 * x1 * segment.p01 + x1 * x1 * segment.p00) / det
        : (x0 * x0) / det
      const error = y - x0 * m0 - x1 * m1
      const spread = v2 + q
      // No hypothesis gets credit for predicting an idle day more exactly than others.
      const finest = y - error < NONE ? NONE : FINEST
      const s2 = varianceOf(segment, m0) * spread + finest * finest
      const ordinary = (1 - ODD_DAY) * density((error * error) / s2, segment.a, s2)
      const all = ordinary + odd
      const share = ordinary / all
      if (segment.weight > best && segment.start < day) {
        best = segment.weight
        bestAt = segment
        bestError = error / Math.sqrt(s2)
        bestExpected = y - error
        bestOff = share < 0.5 ? error : Number.NaN
      }
      segment.weight *= all
      total += segment.weight
      segment.p00 = segment.p00 * forgetting + (share * x0 * x0) / v2
      segment.h0 = segment.h0 * forgetting + (share * x0 * y) / v2
      if (two) {
        segment.p01 = segment.p01 * forgetting + (share * x0 * x1) / v2
        segment.p11 = segment.p11 * forgetting + (share * x1 * x1) / v2
        segment.h1 = segment.h1 * forgetting + (share * x1 * y) / v2
      }
      segment.a = Math.max(segment.a * ofScatter, MIN_SHAPE) + share / 2
      const fading = segment.a - share / 2 > MIN_SHAPE ? ofScatter : 1
      segment.b = segment.b * fading + (share * error * error) / (2 * spread)
      segment.b0 *= fading
    }
    fit.scores[day] = Math.log(total)
    for (const segment of segments) segment.weight /= total
    // An idle day that was expected carries no information about the scatter of days of use.
    const isIdle = y < NONE && bestExpected < NONE
    if (bestAt && Math.abs(bestError) < 4 && !isIdle) fit.residuals[day] = bestError
    fit.odd[day] = bestOff
    while (segments.length > MAX_SEGMENTS) dropLeast(segments)
  }
  leaveOutOddWeeks(fit)
  return fit
}

function emptyFit(length: number): SegmentsFit {
  const unknown = () => new Float64Array(length).fill(Number.NaN)
  return {
    segments: [],
    scores: unknown(),
    weekScores: unknown(),
    weekErrors: unknown(),
    residuals: unknown(),
    odd: unknown(),
  }
}

/** Each path has separate outliers and changes: weeks with an outlier do not count for the errors of others. */
function leaveOutOddWeeks({ odd, weekErrors }: SegmentsFit): void {
  for (const [day, off] of odd.entries())
    if (!Number.isNaN(off)) weekErrors.fill(Number.NaN, Math.max(day - WEEK + 1, 0), day + 1)
}

/** Variance of a day, with the inherited part scaled to the current level. */
export function varianceOf({ a, b, b0, level }: Segment, mean: number): number {
  if (level === 0) return b / a
  return (b + b0 * (Math.min(Math.max((mean / level) ** 2, 0.04), 25) - 1)) / a
}

/** Student's t with 2a degrees of freedom; Γ(a+½)/Γ(a) by its asymptotic series. */
export function density(z2: number, a: number, s2: number): number {
  return (
    ((1 - 1 / (8 * a) + 1 / (128 * a * a)) / Math.sqrt(2 * Math.PI * s2)) *
    Math.exp(-(a + 0.5) * Math.log(1 + z2 / (2 * a)))
  )
}

function firstSegment(day: number, [size, other]: Explanation['sizes'], noise: number): Segment {
  const p = (one: number) => (noise / one) ** 2
  return {
    weight: 1,
    start: day,
    changes: 0,
    p00: p(size),
    p01: 0,
    p11: p(other ?? 1),
    h0: p(size) * size * (other === undefined ? 1 : 0.5),
    h1: p(other ?? 1) * (other ?? 0) * 0.5,
    a: MIN_SHAPE,
    b: MIN_SHAPE * noise * noise,
    b0: 0,
    level: 0,
    before0: Number.NaN,
    before1: Number.NaN,
  }
}

/** The most likely segment before each day, as it was then. */
type Leaders = (Segment | undefined)[]

/** Adds the segments that may begin today: one with a new use and, after a recent change, one with the previous use. */
function addHypotheses(
  segments: Segment[],
  leaders: Leaders,
  day: number,
  sizes: Explanation['sizes'],
  noise: number,
): void {
  const leading = mostLikely(segments)
  const former = leading && day - leading.start <= RECENT ? leaders[leading.start] : undefined
  const born = begin(segments, day, sizes, noise)
  for (const segment of segments) segment.weight *= 1 - CHANGE - (former ? RETURN : 0)
  if (leading && former) segments.push(returnOf(former, leading, day, sizes[1] !== undefined))
  segments.push(born)
  leaders[day] = leading && copyOf(leading)
}

/** A segment that begins today: near the previous level, with a wide prior. */
function begin(
  segments: readonly Segment[],
  day: number,
  [size, other]: Explanation['sizes'],
  noise: number,
): Segment {
  if (segments.length === 0) return firstSegment(day, [size, other], noise)
  let m0 = 0
  let m1 = 0
  let s2 = 0
  let changes = 1
  for (const segment of segments) {
    const [mean0, mean1] = meansOf(segment, other !== undefined)
    m0 += segment.weight * mean0
    m1 += segment.weight * mean1
    s2 += segment.weight * varianceOf(segment, mean0)
    changes += segment.weight * segment.changes
  }
  const isIdle = Math.abs(m0) < 0.2 * size && (other === undefined || Math.abs(m1) < 0.2 * other)
  // Idle days carry no information about the scatter of days of use.
  if (isIdle) s2 = Math.max(s2, Math.max(noise, SCATTER_AFTER_IDLENESS) ** 2)
  const shape = isIdle ? MIN_SHAPE : TAKEN_OVER
  const p = (mean: number, usual: number) =>
    s2 / (CHANGED_BY * Math.max(Math.abs(mean), (isIdle ? 1 : 0.3) * usual)) ** 2
  const p0 = p(m0, size)
  const p1 = p(m1, other ?? 1)
  return {
    weight: CHANGE,
    start: day,
    changes,
    p00: p0,
    p01: 0,
    p11: p1,
    h0: p0 * m0,
    h1: p1 * m1,
    a: shape,
    b: shape * s2,
    b0: shape * s2,
    level: other !== undefined || isIdle ? 0 : m0,
    before0: m0,
    before1: m1,
  }
}

/** The segment before a recent change, as a hypothesis that the use is the same again. */
function returnOf(former: Segment, changed: Segment, day: number, two: boolean): Segment {
  const [before0, before1] = meansOf(changed, two)
  const again = copyOf(former)
  again.weight = RETURN
  again.start = day
  again.changes = changed.changes + 1
  again.before0 = before0
  again.before1 = before1
  return again
}

/** A literal, not a spread: all segments then have the hidden class of `begin`, for which the loop over them is compiled. */
const copyOf = (segment: Segment): Segment => ({
  weight: segment.weight,
  start: segment.start,
  changes: segment.changes,
  p00: segment.p00,
  p01: segment.p01,
  p11: segment.p11,
  h0: segment.h0,
  h1: segment.h1,
  a: segment.a,
  b: segment.b,
  b0: segment.b0,
  level: segment.level,
  before0: segment.before0,
  before1: segment.before1,
})

/** The segment of the greatest weight; undefined before the first day. */
export function mostLikely(segments: readonly Segment[]): Segment | undefined {
  let best: Segment | undefined
  for (const segment of segments) if (!best || segment.weight > best.weight) best = segment
  return best
}

export function meansOf({ p00, p01, p11, h0, h1 }: Segment, two: boolean): [number, number] {
  if (!two) return [h0 / p00, 0]
  const det = p00 * p11 - p01 * p01
  return [(p11 * h0 - p01 * h1) / det, (p00 * h1 - p01 * h0) / det]
}

/** Drops the least likely segment. */
function dropLeast(segments: Segment[]): void {
  const least = segments.reduce((lightest, segment) =>
    segment.weight < lightest.weight ? segment : lightest,
  )
  segments[segments.indexOf(least)] = lastOf(segments)
  segments.pop()
  const remaining = 1 - least.weight
  for (const segment of segments) segment.weight /= remaining
}

/** Scores the use in the seven days from `day` on, as predicted on the evening before. */
function scoreWeek(
  fit: SegmentsFit,
  segments: readonly Segment[],
  day: number,
  { used, columns, scatter }: Pick<Explanation, 'columns' | 'scatter'> & { used: Float64Array },
): void {
  if (day + WEEK > used.length) return
  const [first, second] = columns
  const two = second !== undefined
  let y = 0
  let x0 = 0
  let x1 = 0
  let v2 = 0
  for (let ahead = day; ahead < day + WEEK; ahead += 1) {
    const use = used[ahead]!
    const one = first(ahead)
    const other = second ? second(ahead) : 0
    if (Number.isNaN(use + one + other)) return
    y += use
    x0 += one
    x1 += other
    v2 += scatter(ahead) ** 2
  }
  let likely = 0
  let expected = 0
  let square = 0
  for (const segment of segments) {
    const [m0, m1] = meansOf(segment, two)
    const det = two ? segment.p00 * segment.p11 - segment.p01 * segment.p01 : segment.p00
    const q = two
      ? (x0 * x0 * segment.p11 - 2 * x0 * x1 * segment.p01 + x1 * x1 * segment.p00) / det
      : (x0 * x0) / det
    const s2 = varianceOf(segment, m0) * (v2 + q) + WEEK * FINEST * FINEST
    const mean = x0 * m0 + x1 * m1
    likely += segment.weight * density((y - mean) ** 2 / s2, segment.a, s2)
    expected += segment.weight * mean
    square += segment.weight * (mean * mean + s2)
  }
  // Probability of a change within the week.
  const change = 0.03
  const wide = 4 + 9 * expected * expected
  fit.weekScores[day] = Math.log(
    (1 - change) * likely + change * density((y - expected) ** 2 / wide, 2, wide),
  )
  if (y < WEEK * NONE && expected < WEEK * NONE) return
  fit.weekErrors[day] = (y - expected) / Math.sqrt(Math.max(square - expected * expected, 1e-12))
}
