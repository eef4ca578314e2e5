export type FormulaReason =
  | 'empty'
  | 'too_long'
  | 'too_deep'
  | 'too_complex'
  | 'syntax'
  | 'unknown_name'
  | 'wrong_arguments'
  | 'not_finite'

/** Why a formula cannot be parsed or evaluated, and where (0 = its first character). */
export class FormulaError extends Error {
  readonly reason: FormulaReason
  readonly position: number

  constructor(reason: FormulaReason, position: number) {
    super(`formula: ${reason} at ${position}`)
    this.name = 'FormulaError'
    this.reason = reason
    this.position = position
  }
}
