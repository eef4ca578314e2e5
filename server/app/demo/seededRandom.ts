/** A random generator that repeats for the same seed. */
export interface SeededRandom {
  /** 0 <= x < 1 */
  next: () => number
  between: (low: number, high: number) => number
  /** Close to a normal distribution, mean 0 and deviation 1. */
  normal: () => number
}

/** Mulberry32: small, fast, and good enough for a demo. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    return mixed(state)
  }
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    normal: () => (next() + next() + next() + next() - 2) * Math.sqrt(3),
  }
}

/** The random number at one index of a sequence, without those before it. */
export function chanceAt(seed: number, place: number): number {
  return mixed((seed ^ Math.imul(place | 0, 0x9e3779b1)) >>> 0)
}

function mixed(value: number): number {
  let x = Math.imul(value ^ (value >>> 15), value | 1)
  x ^= x + Math.imul(x ^ (x >>> 7), x | 61)
  return ((x ^ (x >>> 14)) >>> 0) / 4_294_967_296
}
