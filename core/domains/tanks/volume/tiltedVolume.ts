/** Number of heights at which a shape is evaluated, with linear interpolation between them: accurate to 3e-5 of the tank. */
const STEPS = 512

/** A lying tank with a constant section along its length. Lengths in mm, volumes in L. */
export interface LyingShape {
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
export function tiltedVolume(shape: LyingShape, { tilt, gauge_position }: Tilt): (height: number) => number {
  const { tankHeight, length } = shape
  const slope = tilt / 100
  const step = tankHeight / STEPS
  const straight = Float64Array.from({ length: STEPS + 1 }, (_, i) => shape.straightAt(i * step))
  const heads = Float64Array.from({ length: STEPS + 1 }, (_, i) => shape.headsAt(i * step))
  const sums = cumulated(straight, step)
  return (height) => {
    const low = height + (length / 2 - gauge_position) * slope
    const high = height - (length / 2 + gauge_position) * slope
    const mean = (integralTo(low) - integralTo(high)) / (low - high)
    return mean + (between(heads, low / step) + between(heads, high / step)) / 2
  }

  /** ∫ of the straight part's volume over the height, from 0; clamped to full above and empty below the tank. */
  function integralTo(height: number): number {
    if (!(height > 0)) return straight[0]! * height
    if (height >= tankHeight) return sums[STEPS]! + straight[STEPS]! * (height - tankHeight)
    const i = Math.floor(height / step)
    const rest = height - i * step
    return sums[i]! + (rest * (straight[i]! + between(straight, height / step))) / 2
  }
}

/** Cumulative trapezoids under a curve with equal steps. */
function cumulated(values: Float64Array, step: number): Float64Array {
  const sums = new Float64Array(values.length)
  for (let i = 1; i < values.length; i += 1) {
    sums[i] = sums[i - 1]! + (step * (values[i - 1]! + values[i]!)) / 2
  }
  return sums
}

/** Interpolates between two steps; clamped at the ends. */
function between(values: Float64Array, place: number): number {
  const last = values.length - 1
  if (!(place > 0)) return values[0]!
  if (place >= last) return values[last]!
  const i = Math.floor(place)
  return values[i]! + (place - i) * (values[i + 1]! - values[i]!)
}
