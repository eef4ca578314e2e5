import type { Random } from './random.ts'

/** Errors of the days of a path and their correlation, from the model's past errors. */
export interface Scatter {
  /** Standardized errors to draw from; empty if there are too few. */
  pool: Float64Array
  /** Correlation from day to day. */
  correlation: number
}

const MIN_POOL = 20

export function scatterOf(residuals: Float64Array): Scatter {
  const recent = residuals.slice(-90)
  const known = recent.filter((error) => !Number.isNaN(error))
  const mean = known.reduce((sum, error) => sum + error, 0) / (known.length || 1)
  let square = 0
  let product = 0
  let pairs = 0
  for (const [day, value] of recent.entries()) {
    const error = value - mean
    if (Number.isNaN(error)) continue
    square += error * error
    const next = (recent[day + 1] ?? Number.NaN) - mean
    if (Number.isNaN(next)) continue
    product += error * next
    pairs += 1
  }
  const deviation = Math.sqrt(square / (known.length || 1))
  const raw = square > 0 ? product / square : 0
  const correlation = Math.min(Math.max((raw * pairs) / (pairs + 10), -0.5), 0.75)
  const pool =
    known.length >= MIN_POOL && deviation > 0
      ? known.map((error) => (error - mean) / deviation)
      : new Float64Array(0)
  return { pool, correlation }
}

/** Draws the error of a day. */
export function drawError({ pool }: Scatter, random: Random): number {
  return pool.length > 0 ? pool[random.below(pool.length)]! : random.normal()
}
