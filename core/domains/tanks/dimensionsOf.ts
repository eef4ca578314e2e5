import { type CompiledFormula, compileFormula } from './compileFormula.ts'

export type DimensionName = 'D' | 'H' | 'W' | 'L'

const ALL: readonly DimensionName[] = ['D', 'H', 'W', 'L']

/** Whether a tank type's formula asks for the radii of a head's dish and knuckle. */
export function hasDishedHeads(formula: string | null): boolean {
  const uses = variablesOf(formula)
  return uses !== 'unreadable' && (uses.has('dish') || uses.has('knuckle'))
}

/** Which sides a tank type's formula needs; all of them while the formula cannot be read, none without one. */
export function dimensionsOf(formula: string | null): readonly DimensionName[] {
  const uses = variablesOf(formula)
  return uses === 'unreadable' ? ALL : ALL.filter((side) => uses.has(side))
}

function variablesOf(formula: string | null): CompiledFormula['uses'] | 'unreadable' {
  if (!formula) return new Set()
  try {
    return compileFormula(formula).uses
  } catch {
    return 'unreadable'
  }
}
