/** What a model explains the use of each day by; NaN where it cannot. One or two columns, day by day, days ahead included. */
export interface Explanation {
  columns: readonly ((day: number) => number)[]
  /** How much a day scatters beside others, 1 for a middle one. */
  scatter: (day: number) => number
  /** How large a coefficient is that gives about a usual day of use. */
  sizes: readonly number[]
  /** Of what the columns say of today, a day, from then on. */
  growth?: number
  /** What a day counts for beside the next one. */
  forgetting?: number
}

/** One view of the past: since `start` the coefficients have been what the days since then say. */
export interface Segment {
  weight: number
  start: number
  /** Changes since the first day that is looked at. */
  changes: number
  /** Precision of the coefficients, and precision times mean, in units of the variance of a day. */
  p00: number
  p01: number
  p11: number
  h0: number
  h1: number
  /** Of the variance of a day (inverse gamma). */
  a: number
  b: number
  /** What of `b` was taken over from before, at which level: a tank that takes half scatters half. */
  b0: number
  level: number
  /** The coefficients that were expected when it began; NaN of the first. */
  before0: number
  before1: number
}

export interface SegmentsFit {
  segments: Segment[]
  /** Natural logarithm of the density that was expected of each day's use on the day before; NaN where there is none. */
  scores: Float64Array
  /** The same of the sum of seven days, at the day before the first of them. */
  weekScores: Float64Array
  /** How far the sums of seven days lay off, in standard deviations of what was expected. */
  weekErrors: Float64Array
  /** Errors of one day in standard deviations; NaN where they are outliers. */
  residuals: Float64Array
  /** By how much a day that was more likely odd than ordinary lay off; NaN on all others. */
  odd: Float64Array
}

export const SLOWLY = 0.995
/** Where a level drifts, how its days scatter does not. */
const SCATTER_SLOWLY = 0.985
const MOST_SEGMENTS = 8
const CHANGE = 1 / 150
const ODD_DAY = 0.03
/** Density of an odd day: it may be anything up to many usual ones. */
const ODD_DENSITY = 0.1
/** A day without use among others is more often closed or not told than the last one of all. */
const ODD_DENSITY_OF_NONE = 1.5
/** Usual days of use: less is none. */
export const NONE = 0.05
const LEAST_SHAPE = 2
const TAKEN_OVER = 3
/** Least standard deviation of a day, in usual days of use: meters have steps. */
export const FINEST = 0.015
const CHANGED_BY = 0.8
/** How far days of a use that begins after none scatter, in usual days. */
const AFTER_IDLENESS = 0.2
export const WEEK = 7
export const ORIGIN_STEP = 3

/**
 * Bayesian regression of daily use with change points (Adams and MacKay 2007, with the segments that are least likely
 * dropped): coefficients and variance are of a normal-inverse-gamma law within a segment, old days fade, odd days count as
 * far as they are likely to be ordinary.
 */
export function fitSegments(
  used: Float64Array,
  { columns, scatter, sizes, forgetting = SLOWLY }: Explanation,
  from: number,
  noise: number,
): SegmentsFit {
  const length = used.length
  const two = columns.length > 1
  const ofScatter = Math.max(forgetting, SCATTER_SLOWLY)
  const fit: SegmentsFit = {
    segments: [],
    scores: new Float64Array(length).fill(Number.NaN),
    weekScores: new Float64Array(length).fill(Number.NaN),
    weekErrors: new Float64Array(length).fill(Number.NaN),
    residuals: new Float64Array(length).fill(Number.NaN),
    odd: new Float64Array(length).fill(Number.NaN),
  }
  const { segments } = fit
  for (let day = from; day < length; day += 1) {
    const x0 = columns[0]!(day)
    const x1 = two ? columns[1]!(day) : 0
    const y = used[day]!
    if (Number.isNaN(y + x0 + x1)) continue
    const v2 = scatter(day) ** 2
    if (segments.length > 0 && (length - day) % ORIGIN_STEP === 0)
      scoreWeek(fit, segments, day, { used, columns, scatter })
    const odd = ODD_DAY * (y < NONE ? ODD_DENSITY_OF_NONE : ODD_DENSITY)
    const born = begin(segments, day, sizes, noise)
    for (const one of segments) one.weight *= 1 - CHANGE
    segments.push(born)
    let total = 0
    let best = 0
    let bestAt: Segment | undefined
    let bestError = 0
    let bestExpected = 0
    let bestOff = Number.NaN
    for (const one of segments) {
      const det = two ? one.p00 * one.p11 - one.p01 * one.p01 : one.p00
      const m0 = two ? (one.p11 * one.h0 - one.p01 * one.h1) / det : one.h0 / det
      const m1 = two ? (one.p00 * one.h1 - one.p01 * one.h0) / det : 0
      const q = two ? (x0 * x0 * one.p11 - 2 * x0 * x1 * one.p01 + x1 * x1 * one.p00) / det : (x0 * x0) / det
      const error = y - x0 * m0 - x1 * m1
      const spread = v2 + q
      // Nobody is believed for knowing an idle day more exactly than others.
      const finest = y - error < NONE ? NONE : FINEST
      const s2 = varianceOf(one, m0) * spread + finest * finest
      const ordinary = (1 - ODD_DAY) * density((error * error) / s2, one.a, s2)
      const all = ordinary + odd
      const share = ordinary / all
      if (one.weight > best && one !== born) {
        best = one.weight
        bestAt = one
        bestError = error / Math.sqrt(s2)
        bestExpected = y - error
        bestOff = share < 0.5 ? error : Number.NaN
      }
      one.weight *= all
      total += one.weight
      one.p00 = one.p00 * forgetting + (share * x0 * x0) / v2
      one.h0 = one.h0 * forgetting + (share * x0 * y) / v2
      if (two) {
        one.p01 = one.p01 * forgetting + (share * x0 * x1) / v2
        one.p11 = one.p11 * forgetting + (share * x1 * x1) / v2
        one.h1 = one.h1 * forgetting + (share * x1 * y) / v2
      }
      one.a = Math.max(one.a * ofScatter, LEAST_SHAPE) + share / 2
      const fading = one.a - share / 2 > LEAST_SHAPE ? ofScatter : 1
      one.b = one.b * fading + (share * error * error) / (2 * spread)
      one.b0 *= fading
    }
    fit.scores[day] = Math.log(total)
    for (const one of segments) one.weight /= total
    // Where nothing is expected and nothing used, a day tells nothing of how days of use scatter.
    const isIdle = y < NONE && bestExpected < NONE
    if (bestAt && Math.abs(bestError) < 4 && !isIdle) fit.residuals[day] = bestError
    fit.odd[day] = bestOff
    if (segments.length > MOST_SEGMENTS) dropLeast(segments)
  }
  leaveOutOddWeeks(fit)
  return fit
}

/** Paths have odd days and changes of their own: weeks that hold one do not tell how far all others lie off. */
function leaveOutOddWeeks({ odd, weekErrors }: SegmentsFit): void {
  for (const [day, off] of odd.entries())
    if (!Number.isNaN(off)) weekErrors.fill(Number.NaN, Math.max(day - WEEK + 1, 0), day + 1)
}

/** The variance of a day, with what was taken over from another level brought to the level of now. */
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

/** A segment that begins today: about the level of before, give or take most of it. */
function begin(segments: readonly Segment[], day: number, sizes: readonly number[], noise: number): Segment {
  if (segments.length === 0) {
    const p = (size: number) => (noise / size) ** 2
    return {
      weight: 1,
      start: day,
      changes: 0,
      p00: p(sizes[0]!),
      p01: 0,
      p11: p(sizes[1] ?? 1),
      h0: p(sizes[0]!) * sizes[0]! * (sizes.length > 1 ? 0.5 : 1),
      h1: p(sizes[1] ?? 1) * (sizes[1] ?? 0) * 0.5,
      a: LEAST_SHAPE,
      b: LEAST_SHAPE * noise * noise,
      b0: 0,
      level: 0,
      before0: Number.NaN,
      before1: Number.NaN,
    }
  }
  let m0 = 0
  let m1 = 0
  let s2 = 0
  let changes = 1
  for (const one of segments) {
    const [mean0, mean1] = meansOf(one, sizes.length > 1)
    m0 += one.weight * mean0
    m1 += one.weight * mean1
    s2 += one.weight * varianceOf(one, mean0)
    changes += one.weight * one.changes
  }
  const isIdle = Math.abs(m0) < 0.2 * sizes[0]! && (sizes.length < 2 || Math.abs(m1) < 0.2 * sizes[1]!)
  // Idle days tell nothing of how days of use will scatter: they may do so little or much.
  if (isIdle) s2 = Math.max(s2, Math.max(noise, AFTER_IDLENESS) ** 2)
  const shape = isIdle ? LEAST_SHAPE : TAKEN_OVER
  const p = (mean: number, size: number) =>
    s2 / (CHANGED_BY * Math.max(Math.abs(mean), (isIdle ? 1 : 0.3) * size)) ** 2
  const p0 = p(m0, sizes[0]!)
  const p1 = p(m1, sizes[1] ?? 1)
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
    level: sizes.length > 1 || isIdle ? 0 : m0,
    before0: m0,
    before1: m1,
  }
}

export function meansOf({ p00, p01, p11, h0, h1 }: Segment, two: boolean): [number, number] {
  if (!two) return [h0 / p00, 0]
  const det = p00 * p11 - p01 * p01
  return [(p11 * h0 - p01 * h1) / det, (p00 * h1 - p01 * h0) / det]
}

/** Drops the least likely. */
function dropLeast(segments: Segment[]): void {
  let least = 0
  for (let i = 1; i < segments.length; i += 1) if (segments[i]!.weight < segments[least]!.weight) least = i
  const kept = 1 - segments[least]!.weight
  segments[least] = segments.at(-1)!
  segments.pop()
  for (const one of segments) one.weight /= kept
}

/** How likely what was used in the seven days from `day` on was, as it would have been told on its eve. */
function scoreWeek(
  fit: SegmentsFit,
  segments: readonly Segment[],
  day: number,
  { used, columns, scatter }: Pick<Explanation, 'columns' | 'scatter'> & { used: Float64Array },
): void {
  if (day + WEEK > used.length) return
  const two = columns.length > 1
  let y = 0
  let x0 = 0
  let x1 = 0
  let v2 = 0
  for (let ahead = day; ahead < day + WEEK; ahead += 1) {
    const one = columns[0]!(ahead)
    const other = two ? columns[1]!(ahead) : 0
    if (Number.isNaN(used[ahead]! + one + other)) return
    y += used[ahead]!
    x0 += one
    x1 += other
    v2 += scatter(ahead) ** 2
  }
  let likely = 0
  let expected = 0
  let square = 0
  for (const one of segments) {
    const [m0, m1] = meansOf(one, two)
    const det = two ? one.p00 * one.p11 - one.p01 * one.p01 : one.p00
    const q = two ? (x0 * x0 * one.p11 - 2 * x0 * x1 * one.p01 + x1 * x1 * one.p00) / det : (x0 * x0) / det
    const s2 = varianceOf(one, m0) * (v2 + q) + WEEK * FINEST * FINEST
    const mean = x0 * m0 + x1 * m1
    likely += one.weight * density((y - mean) ** 2 / s2, one.a, s2)
    expected += one.weight * mean
    square += one.weight * (mean * mean + s2)
  }
  // A change within the week.
  const change = 0.03
  const wide = 4 + 9 * expected * expected
  fit.weekScores[day] = Math.log(
    (1 - change) * likely + change * density((y - expected) ** 2 / wide, 2, wide),
  )
  if (y < WEEK * NONE && expected < WEEK * NONE) return
  fit.weekErrors[day] = (y - expected) / Math.sqrt(Math.max(square - expected * expected, 1e-12))
}
