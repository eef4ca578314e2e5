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
  const intervals = intervalsOf(pairs)
  const [bottom, least] = firstOf(pairs)
  const [top, capacity] = lastOf(pairs)

  function volumeAt(height: number): number {
    if (!(height > bottom)) return least
    if (height >= top) return capacity
    return hermite(intervalAt(intervals, height), height)
  }

  return {
    bottom,
    top,
    capacity,
    volumeAt,
    heightAt: (volume) => bisect(volumeAt, { target: volume, low: bottom, high: top }),
  }
}

/** The table between two pairs. */
interface Chord {
  x: number
  y: number
  nextY: number
  width: number
  secant: number
}

/** A chord with the slopes of the curve at its two ends. */
interface Interval extends Chord {
  from: number
  to: number
}

/** The interval with x <= height < x + width. */
function intervalAt(intervals: readonly Interval[], height: number): Interval {
  let low = 0
  let high = intervals.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (itemAt(intervals, middle).x <= height) low = middle
    else high = middle
  }
  return itemAt(intervals, low)
}

function hermite({ x, y, nextY, width, from, to }: Interval, height: number): number {
  const t = (height - x) / width
  const rest = 1 - t
  const before = (1 + 2 * t) * rest * rest * y + t * rest * rest * width * from
  const after = t * t * (3 - 2 * t) * nextY - t * t * rest * width * to
  // Rounding may slightly exceed the interval's volumes; the curve must not.
  return Math.min(Math.max(before + after, y), nextY)
}

/** Slopes inside are weighted harmonic means of the neighbouring ones, at the ends three-point formulas that keep the sign. */
function intervalsOf(pairs: readonly StrappingPair[]): Interval[] {
  const chords = pairs.slice(1).map(([nextX, nextY], i): Chord => {
    const [x, y] = itemAt(pairs, i)
    const width = nextX - x
    return { x, y, nextY, width, secant: (nextY - y) / width }
  })
  return chords.map((chord, i) => {
    const [before, after] = [chords[i - 1], chords[i + 1]]
    return {
      ...chord,
      from: before ? innerSlope(before, chord) : endSlope(chord, after),
      to: after ? innerSlope(chord, after) : endSlope(chord, before),
    }
  })
}

function innerSlope(before: Chord, after: Chord): number {
  if (before.secant === 0 || after.secant === 0) return 0
  const w1 = 2 * after.width + before.width
  const w2 = after.width + 2 * before.width
  return (w1 + w2) / (w1 / before.secant + w2 / after.secant)
}

function endSlope({ width, secant }: Chord, next: Chord | undefined): number {
  if (!next) return secant
  const slope = ((2 * width + next.width) * secant - width * next.secant) / (width + next.width)
  return Math.min(Math.max(slope, 0), 3 * secant)
}
