/** Deterministic pseudo-random numbers from a seed (mulberry32). */
export class Random {
  #state: number
  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** Uniform in [0, 1). */
  uniform(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from 0 and below a limit. */
  below(limit: number): number {
    return Math.floor(this.uniform() * limit)
  }

  /** Standard normal. */
  normal(): number {
    return NORMAL[this.below(NORMAL.length)]!
  }
}

/** A seed from numbers (FNV-1a over their bytes), so that the same history gives the same forecast. */
export function seedOf(values: readonly number[]): number {
  const bytes = new Uint8Array(new Float64Array(values).buffer)
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}

/** √(ν/χ²) with ν = 2a degrees of freedom (Wilson and Hilferty). */
export function tScale(a: number, random: Random): number {
  const k = 2 / (9 * 2 * a)
  return 1 / Math.sqrt(Math.max(1 - k + random.normal() * Math.sqrt(k), 0.3) ** 3)
}

/** Quantile of the standard normal distribution (Acklam's rational approximation, relative error below 1.2e-9). */
export function normalQuantile(share: number): number {
  if (share < 0.02425) return tail(Math.sqrt(-2 * Math.log(share)))
  if (share > 1 - 0.02425) return -tail(Math.sqrt(-2 * Math.log(1 - share)))
  const q = share - 0.5
  const r = q * q
  return (
    ((((((-39.69683028665376 * r + 220.9460984245205) * r - 275.9285104469687) * r + 138.357751867269) * r -
      30.66479806614716) *
      r +
      2.506628277459239) *
      q) /
    (((((-54.47609879822406 * r + 161.5858368580409) * r - 155.6989798598866) * r + 66.80131188771972) * r -
      13.28068155288572) *
      r +
      1)
  )
}

function tail(q: number): number {
  return (
    (((((-0.007784894002430293 * q - 0.3223964580411365) * q - 2.400758277161838) * q - 2.549732539343734) *
      q +
      4.374664141464968) *
      q +
      2.938163982698783) /
    ((((0.007784695709041462 * q + 0.3224671290700398) * q + 2.445134137142996) * q + 3.754408661907416) * q +
      1)
  )
}

/** Standard normal distribution function (Abramowitz and Stegun 26.2.17, error below 7.5e-8). */
export function normalBelow(value: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(value))
  const rest =
    normalDensity(value) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return value > 0 ? 1 - rest : rest
}

export function normalDensity(value: number): number {
  return 0.3989422804014327 * Math.exp((-value * value) / 2)
}

/** A table of quantiles, so that a draw costs one look-up. */
const NORMAL = Float64Array.from({ length: 4096 }, (_, i) => normalQuantile((i + 0.5) / 4096))
