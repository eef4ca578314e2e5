import type { Field } from './field.ts'
import { kindOf } from './kinds/fieldKinds.ts'

/** Whether a field is text written by people, in any format. */
export function isText(field: Field | undefined): boolean {
  return field !== undefined && kindOf(field).isText === true
}
