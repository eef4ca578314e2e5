import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { ExplainedUse } from './explainUse.ts'

/** Evidence of a lasting, unexplained change of the daily use. */
export interface Change {
  /** Log likelihood ratio of the last days with such a change against without. */
  evidence: number
  /** Most likely number of days since it began. */
  days: number
  /** Percent of the capacity a day above the expectation, never negative, with its 95 % margin. */
  size: number
  margin: number
}

/** Maximum duration of a change in days. */
export const LONGEST_CHANGE = 28
/** Candidate sizes in percent of the capacity a day, plus one by the tank's own noise, with their priors. */
const SIZES = [
  { percent: 0.5, share: 0.65 },
  { percent: 1, share: 0.15 },
  { percent: 0.25, share: 0.1 },
] as const
const BY_NOISE = { deviations: 0.75, share: 0.1 }
/** A change that began longer ago would mostly have been found earlier: lower prior. */
const EARLIER_CHANGE = { days: 14, share: 0.3 }
/** Largest change in standard deviations: clipped residuals cannot support more. */
const LARGEST = 2

/** Statistics of the days since an onset: their weighted sum, its variance without a change, and with uncertain coefficients. */
interface Onset {
  score: number
  /** The sum without clipping. */
  plain: number
  /** Sum of squares of the days, in standard deviations. */
  squares: number
  information: number
  variance: number
}

/**
 * Weighs a lasting change upwards (`sign` 1) or downwards (−1) that began on one of the days up to `last`: the sum of
 * likelihood ratios over all onsets and sizes (Shiryaev and Roberts).
 */
export function weighChange(use: ExplainedUse, last: number, sign: 1 | -1): Change {
  const { noise, freedom } = use
  const sizes = [
    ...SIZES.map(({ percent, share }) => ({ size: Math.min(percent, LARGEST * noise), share })),
    { size: BY_NOISE.deviations * noise, share: BY_NOISE.share },
  ]
  let total = 0
  let highest = 0
  let best: Omit<Change, 'evidence'> = { days: 0, size: 0, margin: 0 }
  for (const [before, onset] of onsetsOf(use, last, sign).entries()) {
    const { score, plain, squares, information, variance } = onset
    const shrunk = information / variance
    const certain = information * shrunk
    const usual = before < EARLIER_CHANGE.days ? 1 : EARLIER_CHANGE.share
    for (const { size, share } of sizes) {
      const gain = size * score * shrunk - (size * size * certain) / 2
      total += usual * share * likelier(gain, squares, before + 1, freedom)
    }
    const evidence = score > 0 ? (score * score * shrunk) / information : 0
    if (evidence <= highest) continue
    highest = evidence
    best = { days: before + 1, size: Math.max(plain / information, 0), margin: 1.96 / Math.sqrt(certain) }
  }
  return { ...best, evidence: Math.log(Math.max(total, 1e-9)) }
}

/**
 * Likelihood ratio of days with a change that reduces their sum of squares by twice `gain`. The deviation is estimated from
 * `freedom` days and these (Student's t): for few days it is below e to the power of `gain`, its limit for many.
 */
function likelier(gain: number, squares: number, days: number, freedom: number): number {
  const left = Math.max(squares - 2 * gain, 0)
  return ((freedom + squares) / (freedom + left)) ** ((freedom + days) / 2)
}

/** The statistics of the last day, of the last two, and so on. */
function onsetsOf(use: ExplainedUse, last: number, sign: 1 | -1): Onset[] {
  const { days, noise, persistence, uncertainty, learnt } = use
  const start = Math.sqrt(1 - persistence ** 2)
  const onsets: Onset[] = []
  let drawn = new Float64Array(uncertainty.length)
  let score = 0
  let plain = 0
  let squares = 0
  let information = 0
  for (const day of days.slice(Math.max(last + 1 - LONGEST_CHANGE, 0), last + 1).reverse()) {
    const { row, scale, scaleBefore } = day
    const clipped = (sign * day.robustResidual) / noise ** 2
    const whole = (sign * day.residual) / noise ** 2
    // The first day carries the whole change; later days only the part that the day before did not predict.
    const first = (scaleBefore === null ? start : 1) / scale
    const later = scaleBefore === null ? first : first - persistence / scaleBefore
    const drawnWith = (part: number) => drawn.map((sum, i) => sum + (part * row[i]!) / noise ** 2)
    const sure = information + (first * first) / noise ** 2
    // Days for learning influence their own coefficients.
    const deviation = last >= learnt ? quadratic(uncertainty, drawnWith(first)) : 0
    squares += (day.robustResidual / noise) ** 2
    onsets.push({
      score: score + first * clipped,
      plain: plain + first * whole,
      squares,
      information: sure,
      variance: sure + deviation,
    })
    score += later * clipped
    plain += later * whole
    information += (later * later) / noise ** 2
    drawn = drawnWith(later)
  }
  return onsets
}

/** x′ M x of a symmetric matrix. */
function quadratic(matrix: readonly Float64Array[], x: Float64Array): number {
  let sum = 0
  for (const [i, row] of matrix.entries()) for (const [j, one] of row.entries()) sum += x[i]! * one * x[j]!
  return sum
}

/** The smallest change with a 90 % chance to be found within `days`, in percent of the capacity a day. */
export function smallestChange(use: ExplainedUse, last: number, days: number, threshold: number): number {
  const { information, variance } = itemAt(onsetsOf(use, last, 1), days - 1)
  const known = use.freedom + days
  const needed = known * (Math.exp((2 * threshold) / known) - 1)
  return (Math.sqrt(needed) + EASE) / Math.sqrt((information * information) / variance)
}

/** Standard deviations beyond the threshold that give a 90 % chance of detection on one of the days; found by simulation. */
const EASE = 0.9
