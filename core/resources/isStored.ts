import type { Field } from './field.ts'
import { kindOf } from './kinds/fieldKinds.ts'

/** Whether a field has a column of its own; a derived field has none. */
export function isStored(field: Field): boolean {
  return !field.isUserDefined && (kindOf(field).isStored?.() ?? true)
}
