import { compileFormula } from './compileFormula.ts'

export type DimensionName = 'D' | 'H' | 'W' | 'L'

const ALL: readonly DimensionName[] = ['D', 'H', 'W', 'L']

/** Whether a tank type's formula asks for the radii of a head's dish and knuckle. */
export function hasDishedHeads(formula: string | null): boolean {
  if (!formula) return false
  try {
    const { uses } = compileFormula(formula)
    return uses.has('dish') || uses.has('knuckle')
  } catch {
    return false
  }
}

/** Which sides a tank type's formula needs; all of them while the formula cannot be read, none without one. */
export function dimensionsOf(formula: string | null): readonly DimensionName[] {
  if (!formula) return []
  try {
    const { uses } = compileFormula(formula)
    return ALL.filter((side) => uses.has(side))
  } catch {
    return ALL
  }
}
