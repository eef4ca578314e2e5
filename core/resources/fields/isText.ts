import type { Field } from '../field.ts'
import { factsOf } from '../kinds/kindFacts.ts'

/** Whether a field is text written by people, in any format. */
export function isText(field: Field | undefined): boolean {
  return field !== undefined && factsOf(field).isText === true
}
