import { firstOf, lastOf } from '#core/platform/lists/firstOf.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'

/** Number of heights at which a shape is evaluated, with linear interpolation between them: accurate to 3e-5 of the tank. */
const STEPS = 512

/** A horizontal tank with a constant section along its length. Lengths in mm, volumes in L. */
export interface HorizontalShape {
  /** L of the straight part, and of both heads, at a height of the liquid in a level tank. */
  straightAt(height: number): number
  headsAt(height: number): number
  tankHeight: number
  length: number
}

/** The tilt of a tank, and the place of its gauge. */
export interface Tilt {
  /** How much lower one end is, percent of the length. */
  tilt: number
  /** mm from the middle of the length to the gauge, towards the lower end. */
  gauge_position: number
}

/**
 * The volume of a tilted tank from the height at its gauge. At x mm from the middle towards the lower end the liquid is at h +
 * (x − g)·s, with g the gauge's place and s the slope: the straight part is the mean of its level volumes over the length, and
 * each head holds half of what both would hold at the height at its end. At a reading of 0 the lower end may still hold liquid,
 * and at full the upper end gas.
 * @returns litres at a height in mm, from 0 to the tank's height
 */
export function tiltedVolume(
  shape: HorizontalShape,
  { tilt, gauge_position }: Tilt,
): (height: number) => number {
  const { tankHeight, length } = shape
  const slope = tilt / 100
  const step = tankHeight / STEPS
  const straight = curveOf((i) => shape.straightAt(i * step))
  const heads = curveOf((i) => shape.headsAt(i * step))
  const sums = cumulated(straight.values, step)
  return (height) => {
    const low = height + (length / 2 - gauge_position) * slope
    const high = height - (length / 2 + gauge_position) * slope
    const mean = (integralTo(low) - integralTo(high)) / (low - high)
    return mean + (heads.at(low / step) + heads.at(high / step)) / 2
  }

  /** ∫ of the straight part's volume over the height, from 0; clamped to full above and empty below the tank. */
  function integralTo(height: number): number {
    if (!(height > 0)) return straight.at(0) * height
    if (height >= tankHeight) return lastOf(sums) + straight.at(STEPS) * (height - tankHeight)
    const i = Math.floor(height / step)
    const rest = height - i * step
    return itemAt(sums, i) + (rest * (straight.at(i) + straight.at(height / step))) / 2
  }
}

/** Cumulative trapezoids under a curve with equal steps. */
function cumulated(values: Float64Array, step: number): Float64Array {
  let sum = 0
  let before = firstOf(values)
  return values.map((value, i) => {
    if (i > 0) sum += (step * (before + value)) / 2
    before = value
    return sum
  })
}

/** The values at all steps, and between two of them by interpolation; clamped at the ends. */
function curveOf(valueAt: (step: number) => number) {
  const values = Float64Array.from({ length: STEPS + 1 }, (_, i) => valueAt(i))
  return {
    values,
    at(place: number): number {
      if (!(place > 0)) return firstOf(values)
      if (place >= STEPS) return lastOf(values)
      const i = Math.floor(place)
      const below = itemAt(values, i)
      return below + (place - i) * (itemAt(values, i + 1) - below)
    },
  }
}
