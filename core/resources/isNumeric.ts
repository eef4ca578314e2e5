import type { Field } from './field.ts'
import { kindOf } from './kinds/fieldKinds.ts'

/** Whether a field contains figures, which are right-aligned and never wrapped. */
export function isNumeric(field: Field | undefined): boolean {
  return field !== undefined && (kindOf(field).isFigure?.(field) ?? false)
}

/** Whether the values of a field are numbers in the API, including ids. */
export function isNumber(field: Field): boolean {
  return kindOf(field).isNumber?.(field) ?? false
}
