/** Regressors: one row of `width` values per day, and the prior precision (1/variance) of each coefficient (0: none). */
export interface Design {
  rows: Float64Array
  width: number
  prior: readonly number[]
}

export interface RobustFit {
  beta: Float64Array
  /** Standard deviation of the residuals, beyond which days are downweighted. */
  spread: number
  /** Inverse of the normal equations: times `spread`² it is the covariance of the coefficients. */
  inverse: Float64Array
}

/** Residuals beyond this many standard deviations are clipped: one odd day is no change. */
export const CLIP = 3
const HUBER = 2
const ITERATIONS = 3
/** Percent of the capacity that no sensor measures reliably from one day to the next. */
const MIN_SPREAD = 0.02

/** Least squares over the first `learnt` days, with outliers downweighted (Huber). */
export function robustFit({ rows, width, prior }: Design, target: Float64Array, learnt: number): RobustFit {
  let spread = robustSpread(lessMedian(target.subarray(0, learnt)), 1)
  let beta: Float64Array = new Float64Array(width)
  let inverse: Float64Array = new Float64Array(width * width)
  const weights = new Float64Array(learnt).fill(1)
  const off = new Float64Array(learnt)
  for (let round = 0; round < ITERATIONS; round += 1) {
    const normal = new Float64Array(width * width)
    const right = new Float64Array(width)
    for (let t = 0; t < learnt; t += 1) {
      const row = t * width
      for (let i = 0; i < width; i += 1) {
        const one = weights[t]! * rows[row + i]!
        if (one === 0) continue
        right[i]! += one * target[t]!
        for (let j = 0; j <= i; j += 1) normal[i * width + j]! += one * rows[row + j]!
      }
    }
    for (let i = 0; i < width; i += 1) {
      normal[i * width + i]! += prior[i]! * spread ** 2 + 1e-9
      for (let j = 0; j < i; j += 1) normal[j * width + i] = normal[i * width + j]!
    }
    inverse = inverseOf(normal, width)
    beta = Float64Array.from({ length: width }, (_, i) => rowTimes(inverse, i, right))
    for (let t = 0; t < learnt; t += 1) off[t] = target[t]! - rowTimes(rows, t, beta)
    spread = robustSpread(off, width)
    for (let t = 0; t < learnt; t += 1)
      weights[t] = Math.min(1, (HUBER * spread) / Math.max(Math.abs(off[t]!), 1e-12))
  }
  return { beta, spread, inverse }
}

/** One row of a matrix times a vector of its width. */
export function rowTimes(rows: Float64Array, row: number, vector: Float64Array): number {
  const start = row * vector.length
  let sum = 0
  for (let i = 0; i < vector.length; i += 1) sum += rows[start + i]! * vector[i]!
  return sum
}

/** Starts from the median, then uses clipped squares: as efficient as the plain estimate without outliers. */
export function robustSpread(off: Float64Array, coefficients: number): number {
  let spread = Math.max(medianOf(off.map(Math.abs)) * 1.4826, MIN_SPREAD)
  const free = Math.max(off.length - coefficients, off.length / 2)
  for (let round = 0; round < 3; round += 1) {
    const limit = (CLIP * spread) ** 2
    let squares = 0
    for (let t = 0; t < off.length; t += 1) squares += Math.min(off[t]! ** 2, limit)
    spread = Math.max(Math.sqrt(squares / free), MIN_SPREAD)
  }
  return spread
}

function lessMedian(values: Float64Array): Float64Array {
  const middle = medianOf(values)
  return values.map((one) => one - middle)
}

function medianOf(values: Float64Array): number {
  const sorted = values.slice().sort()
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The inverse of a symmetric positive-definite matrix, row-major, by Gauss-Jordan elimination. */
function inverseOf(matrix: Float64Array, size: number): Float64Array {
  const left = Float64Array.from(matrix)
  const inverse = new Float64Array(size * size)
  for (let i = 0; i < size; i += 1) inverse[i * size + i] = 1
  for (let pivot = 0; pivot < size; pivot += 1) {
    const by = 1 / left[pivot * size + pivot]!
    for (let column = 0; column < size; column += 1) {
      left[pivot * size + column]! *= by
      inverse[pivot * size + column]! *= by
    }
    for (let row = 0; row < size; row += 1) {
      const factor = left[row * size + pivot]!
      if (row === pivot || factor === 0) continue
      for (let column = 0; column < size; column += 1) {
        left[row * size + column]! -= factor * left[pivot * size + column]!
        inverse[row * size + column]! -= factor * inverse[pivot * size + column]!
      }
    }
  }
  return inverse
}
