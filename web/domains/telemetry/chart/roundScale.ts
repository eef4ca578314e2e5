import { findOrThrow } from '#core/platform/lists/findOrThrow.ts'

const STEPS = [1, 2, 4, 5, 10] as const

/** The end of an axis: contains the largest value, and its half is a round number, too. */
export function roundScale(largest: number): number {
  if (largest <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(largest))
  return power * findOrThrow(STEPS, (step) => step * power >= largest * (1 - 1e-9))
}
