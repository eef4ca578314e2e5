import { type CompiledFormula, compileFormula } from '../formula/compileFormula.ts'

export type DimensionName = 'D' | 'H' | 'W' | 'L'

const ALL: readonly DimensionName[] = ['D', 'H', 'W', 'L']

/** Whether a tank type's formula uses the radii of a head's dish and knuckle. */
export function hasDishedHeads(formula: string | null): boolean {
  const uses = variablesOf(formula)
  return uses !== 'unreadable' && (uses.has('dish') || uses.has('knuckle'))
}

/** The sides that a tank type's formula needs; all if it cannot be parsed, none without a formula. */
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
