import type { Field } from './field.ts'
import { kindOf } from './kinds/fieldKinds.ts'

/** Tells of a field whether it holds figures: they stand below each other by their places, and are never broken. */
export function isNumeric(field: Field | undefined): boolean {
  return field !== undefined && (kindOf(field).isFigure?.(field) ?? false)
}

/** Tells of a field whether its values are numbers on the wire, whatever they count or name. */
export function isNumber(field: Field): boolean {
  return kindOf(field).isNumber?.(field) ?? false
}
