import { firstOf, lastOf } from '#core/platform/lists/firstOf.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { bisect } from './bisect.ts'

/** A pair of liquid height (mm) and volume (L) of a strapping table. */
export type StrappingPair = readonly [height: number, volume: number]

export type StrappingProblem =
  | 'too_few'
  | 'too_many'
  | 'not_a_number'
  | 'negative'
  | 'heights_not_rising'
  | 'volumes_falling'
  | 'no_capacity'

export interface StrappingCurve {
  /** The table's first and last height, mm, and last volume, L. */
  bottom: number
  top: number
  capacity: number
  /** L at a height in mm; clamped to the table's first and last volume. */
  volumeAt(height: number): number
  /** The lowest height in mm with that volume; clamped to the table's first and last height. */
  heightAt(volume: number): number
}

const MAX_PAIRS = 2000

/** Problems of a strapping table, as keys; empty if valid. It may begin at any height. */
export function checkStrapping(pairs: readonly StrappingPair[]): StrappingProblem[] {
  if (pairs.length < 2) return ['too_few']
  if (pairs.length > MAX_PAIRS) return ['too_many']
  if (pairs.some((pair) => !Number.isFinite(pair[0]) || !Number.isFinite(pair[1]))) return ['not_a_number']
  const problems: StrappingProblem[] = []
  const steps = pairs.slice(1).map(([height, volume], i) => {
    const [below, before] = itemAt(pairs, i)
    return { rise: height - below, gain: volume - before }
  })
  if (pairs.some(([height, volume]) => height < 0 || volume < 0)) problems.push('negative')
  if (steps.some((step) => !(step.rise > 0))) problems.push('heights_not_rising')
  if (steps.some((step) => step.gain < 0)) problems.push('volumes_falling')
  if (!(lastOf(pairs)[1] > firstOf(pairs)[1])) problems.push('no_capacity')
  return problems
}

/**
 * Interpolates a strapping table by a monotone cubic (PCHIP, Fritsch & Carlson), which needs far fewer pairs than linear
 * interpolation for the same error and never decreases. Throws RangeError if `checkStrapping` finds problems.
 */
export function strappingCurve(pairs: readonly StrappingPair[]): StrappingCurve {
  const problems = checkStrapping(pairs)
  if (problems.length > 0) throw new RangeError(`strapping table: ${problems.join(', ')}`)
  const heights = Float64Array.from(pairs, (pair) => pair[0])
  const volumes = Float64Array.from(pairs, (pair) => pair[1])
  const slopes = monotoneSlopes(heights, volumes)
  const last = heights.length - 1

  function volumeAt(height: number): number {
    if (!(height > heights[0]!)) return volumes[0]!
    if (height >= heights[last]!) return volumes[last]!
    const i = intervalOf(heights, height)
    return hermite(heights, volumes, slopes, i, height)
  }

  return {
    bottom: firstOf(pairs)[0],
    top: lastOf(pairs)[0],
    capacity: lastOf(pairs)[1],
    volumeAt,
    heightAt: (volume) =>
      bisect(volumeAt, { target: volume, low: firstOf(pairs)[0], high: lastOf(pairs)[0] }),
  }
}

/** The index i with heights[i] <= height < heights[i + 1]. */
function intervalOf(heights: Float64Array, height: number): number {
  let low = 0
  let high = heights.length - 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (heights[middle]! <= height) low = middle
    else high = middle
  }
  return low
}

function hermite(xs: Float64Array, ys: Float64Array, slopes: Float64Array, i: number, x: number): number {
  const width = xs[i + 1]! - xs[i]!
  const t = (x - xs[i]!) / width
  const rest = 1 - t
  const from = (1 + 2 * t) * rest * rest * ys[i]! + t * rest * rest * width * slopes[i]!
  const to = t * t * (3 - 2 * t) * ys[i + 1]! - t * t * rest * width * slopes[i + 1]!
  // Rounding may slightly exceed the interval's volumes; the curve must not.
  return Math.min(Math.max(from + to, ys[i]!), ys[i + 1]!)
}

/** Weighted harmonic means of the neighbouring slopes inside, three-point formulas that keep the sign at the ends. */
function monotoneSlopes(xs: Float64Array, ys: Float64Array): Float64Array {
  const last = xs.length - 1
  const width = (i: number) => xs[i + 1]! - xs[i]!
  const secant = (i: number) => (ys[i + 1]! - ys[i]!) / width(i)
  const slopes = new Float64Array(xs.length)
  for (let i = 1; i < last; i += 1) {
    const [before, after] = [secant(i - 1), secant(i)]
    if (before === 0 || after === 0) continue
    const w1 = 2 * width(i) + width(i - 1)
    const w2 = width(i) + 2 * width(i - 1)
    slopes[i] = (w1 + w2) / (w1 / before + w2 / after)
  }
  if (last === 1) return slopes.fill(secant(0))
  slopes[0] = endSlope(width(0), width(1), secant(0), secant(1))
  slopes[last] = endSlope(width(last - 1), width(last - 2), secant(last - 1), secant(last - 2))
  return slopes
}

function endSlope(near: number, far: number, secant: number, next: number): number {
  const slope = ((2 * near + far) * secant - near * next) / (near + far)
  return Math.min(Math.max(slope, 0), 3 * secant)
}
