/** A day of a regression: its regressors and its response. */
export interface Observation {
  row: Float64Array
  target: number
}

export interface RobustFit {
  beta: Float64Array
  /** Standard deviation of the residuals, beyond which days are downweighted. */
  spread: number
  /** Inverse of the normal equations, by rows: times `spread`² it is the covariance of the coefficients. */
  inverse: readonly Float64Array[]
}

/** Residuals beyond this many standard deviations are clipped: one odd day is not a change. */
export const CLIP = 3
const HUBER = 2
const ITERATIONS = 3
/** Percent of the capacity that no sensor measures reliably from one day to the next. */
const MIN_SPREAD = 0.02

/**
 * Least squares with outliers downweighted (Huber).
 * @param prior the prior precision (1/variance) of each coefficient (0: none)
 */
export function robustFit(days: readonly Observation[], prior: readonly number[]): RobustFit {
  const width = prior.length
  const weighted = days.map(({ row, target }) => ({ row, target, weight: 1, off: 0 }))
  let spread = robustSpread(lessMedian(Float64Array.from(days, ({ target }) => target)), 1)
  let beta: Float64Array = new Float64Array(width)
  let inverse: Float64Array[] = []
  for (let round = 0; round < ITERATIONS; round += 1) {
    const { lower, right } = normalEquations(weighted, width)
    const variance = spread ** 2
    inverse = inverseOf(
      lower,
      prior.map((precision) => precision * variance + 1e-9),
    )
    beta = Float64Array.from(inverse, (row) => dot(row, right))
    for (const day of weighted) day.off = day.target - dot(day.row, beta)
    spread = robustSpread(
      Float64Array.from(weighted, ({ off }) => off),
      width,
    )
    for (const day of weighted)
      day.weight = Math.min(1, (HUBER * spread) / Math.max(Math.abs(day.off), 1e-12))
  }
  return { beta, spread, inverse }
}

/** The scalar product of two vectors of one length. */
export function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let i = 0; i < one.length; i += 1) sum += one[i]! * other[i]!
  return sum
}

/** Starts from the median, then uses clipped squares: as efficient as the plain estimate without outliers. */
export function robustSpread(off: Float64Array, coefficients: number): number {
  let spread = Math.max(medianOf(off.map(Math.abs)) * 1.4826, MIN_SPREAD)
  const free = Math.max(off.length - coefficients, off.length / 2)
  for (let round = 0; round < 3; round += 1) {
    const limit = (CLIP * spread) ** 2
    let squares = 0
    for (const error of off) squares += Math.min(error ** 2, limit)
    spread = Math.max(Math.sqrt(squares / free), MIN_SPREAD)
  }
  return spread
}

function lessMedian(values: Float64Array): Float64Array {
  const middle = medianOf(values)
  return values.map((value) => value - middle)
}

function medianOf(values: Float64Array): number {
  const { length } = values
  const middle = values.toSorted().subarray((length - 1) >> 1, (length >> 1) + 1)
  return middle.reduce((sum, item) => sum + item, 0) / middle.length
}

/** The lower triangle of the weighted normal matrix, by rows, and the right side. */
function normalEquations(days: readonly (Observation & { weight: number })[], width: number) {
  const lower = Array.from({ length: width }, (_, i) => new Float64Array(i + 1))
  const right = new Float64Array(width)
  for (const { row, target, weight } of days)
    for (const [i, sums] of lower.entries()) {
      const one = weight * row[i]!
      if (one === 0) continue
      right[i]! += one * target
      addTimes(sums, one, row)
    }
  return { lower, right }
}

/** Adds a multiple of a vector of at least the same length. */
function addTimes(sums: Float64Array, factor: number, vector: Float64Array): void {
  for (let i = 0; i < sums.length; i += 1) sums[i]! += factor * vector[i]!
}

/**
 * The rows of the inverse of a symmetric positive-definite matrix, by Gauss-Jordan elimination of the matrix augmented with the identity.
 * @param lower the lower triangle, by rows; `more` is added to its diagonal
 */
function inverseOf(lower: readonly Float64Array[], more: readonly number[]): Float64Array[] {
  const size = lower.length
  const rows = more.map((added, i) => {
    const row = new Float64Array(2 * size)
    for (let j = 0; j < size; j += 1) row[j] = lower[Math.max(i, j)]![Math.min(i, j)]!
    row[i]! += added
    row[size + i] = 1
    return row
  })
  for (const [pivot, own] of rows.entries()) {
    const by = 1 / own[pivot]!
    for (const [i, one] of own.entries()) own[i] = one * by
    for (const row of rows) {
      const factor = row[pivot]!
      if (row !== own && factor !== 0) addTimes(row, -factor, own)
    }
  }
  return rows.map((row) => row.subarray(size))
}
