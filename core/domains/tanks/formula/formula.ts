import { MM3_PER_LITRE } from '../volume/shapes.ts'
import { type CompiledFormula, compileFormula, type FormulaVariables } from './compileFormula.ts'
import { FormulaError, type FormulaReason } from './FormulaError.ts'

export type FormulaProblem =
  | FormulaReason
  | 'not_empty_at_zero'
  | 'not_monotone'
  | 'no_capacity'
  | 'exceeds_capacity'

type Dimensions = Omit<FormulaVariables, 'h'>

const STEPS = 200
/** Assumed size of a side that the formula does not name but contains as a number; no tank is wider. */
const WIDEST = 20_000
/** Tolerance for rounding, as a share of the capacity. */
const SLACK = 1e-9

/**
 * Test tanks for a formula, in mm. Some formulas are only right for vertical tanks (higher than wide), others for horizontal ones,
 * so one family must pass.
 */
const VERTICAL: readonly Dimensions[] = [
  { D: 1200, L: 400, W: 300, H: 2000 },
  { D: 2500, L: 1500, W: 1000, H: 6000 },
  { D: 800, L: 790, W: 50, H: 800 },
  { D: 3000, L: 600, W: 1, H: 12_000 },
]
const HORIZONTAL: readonly Dimensions[] = [
  { D: 1200, L: 2000, W: 1500, H: 900 },
  { D: 2500, L: 8000, W: 2600, H: 2500 },
  { D: 800, L: 700, W: 800, H: 800 },
  { D: 3000, L: 14_000, W: 4000, H: 1800 },
]

/**
 * Problems of a tank type's formula, as keys; empty if it is valid: it can be parsed, is 0 at the bottom, never decreases with
 * the height, stays finite, and its litres fit in the tank's bounding box (unlike a formula without the division of mm³ by
 * 1e6). Level heights run to H, or to D if the formula does not use H.
 */
export function checkFormula(source: string): FormulaProblem[] {
  let formula: CompiledFormula
  try {
    formula = compileFormula(source)
  } catch (error) {
    return [reasonOf(error)]
  }
  const vertical = problemsOf(formula, VERTICAL)
  if (vertical.length === 0) return []
  const horizontal = problemsOf(formula, HORIZONTAL)
  return horizontal.length < vertical.length ? horizontal : vertical
}

function problemsOf(formula: CompiledFormula, tanks: readonly Dimensions[]): FormulaProblem[] {
  const problems = new Set<FormulaProblem>()
  for (const tank of tanks) {
    try {
      for (const problem of problemsIn(formula, tank)) problems.add(problem)
    } catch (error) {
      problems.add(reasonOf(error))
    }
  }
  return [...problems]
}

function problemsIn(formula: CompiledFormula, tank: Dimensions): FormulaProblem[] {
  const height = formula.uses.has('D') && !formula.uses.has('H') ? tank.D : tank.H
  const box = boxLitres(formula, tank, height)
  const filled: FormulaVariables = { ...tank, h: 0 }
  const bottom = formula.evaluate(filled)
  let volume = bottom
  let most = bottom
  let falls = false
  for (let step = 1; step <= STEPS; step += 1) {
    filled.h = (height * step) / STEPS
    const before = volume
    volume = formula.evaluate(filled)
    most = Math.max(most, volume)
    falls ||= volume < before - box * SLACK
  }
  if (!(most > 0)) return ['no_capacity']
  const problems: FormulaProblem[] = []
  if (Math.abs(bottom) > box * 1e-6) problems.push('not_empty_at_zero')
  if (falls) problems.push('not_monotone')
  if (volume > box * (1 + SLACK)) problems.push('exceeds_capacity')
  return problems
}

/** No tank is wider than D or W, nor longer than its straight length and two hemispherical heads. */
function boxLitres(formula: CompiledFormula, tank: Dimensions, height: number): number {
  const side = (name: 'D' | 'L' | 'W') => (formula.uses.has(name) ? tank[name] : 0)
  const round = side('D')
  const wide = Math.max(round, side('W'))
  const long = Math.max(side('L') + round, side('W') > 0 && side('L') === 0 ? side('W') : 0)
  return ((wide || WIDEST) * (long || WIDEST) * height) / MM3_PER_LITRE
}

function reasonOf(error: unknown): FormulaReason {
  if (error instanceof FormulaError) return error.reason
  throw error
}
