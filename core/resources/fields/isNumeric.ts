import type { Field } from '../field.ts'
import { factsOf } from '../kinds/kindFacts.ts'

/** Whether a field contains figures, which are right-aligned and never wrapped. */
export function isNumeric(field: Field | undefined): boolean {
  return field !== undefined && (factsOf(field).isFigure?.(field) ?? false)
}

/** Whether the values of a field are numbers in the API, including ids. */
export function isNumber(field: Field): boolean {
  return factsOf(field).isNumber?.(field) ?? false
}
