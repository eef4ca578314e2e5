import type { Field } from '../field.ts'
import { factsOf } from '../kinds/kindFacts.ts'

/** Whether a field has its own column; a derived field has none. */
export function isStored(field: Field): boolean {
  return !field.isUserDefined && (factsOf(field).isStored?.() ?? true)
}
