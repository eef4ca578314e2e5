import type { Field } from './field.ts'
import { kindOf } from './kinds/fieldKinds.ts'

/** Tells of a field whether it is text that people write, in whatever form. */
export function isText(field: Field | undefined): boolean {
  return field !== undefined && kindOf(field).isText === true
}
