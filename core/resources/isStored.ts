import type { Field } from './field.ts'
import { kindOf } from './kinds/fieldKinds.ts'

/** Tells whether a field has a column of its own; what is told from another field has none. */
export function isStored(field: Field): boolean {
  return !field.isUserDefined && (kindOf(field).isStored?.() ?? true)
}
