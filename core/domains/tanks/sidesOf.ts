import { compileFormula } from './compileFormula.ts'

export type SideName = 'D' | 'H' | 'W' | 'L'

const ALL: readonly SideName[] = ['D', 'H', 'W', 'L']

/** Which sides a tank type's formula needs; all of them while the formula cannot be read, none without one. */
export function sidesOf(formula: string | null): readonly SideName[] {
  if (!formula) return []
  try {
    const { uses } = compileFormula(formula)
    return ALL.filter((side) => uses.has(side))
  } catch {
    return ALL
  }
}
