import type { Field } from './field.ts'
import { isReference } from './fields/isReference.ts'

/** The kind of record that a list field refers to, if it does. */
export function listedKind(field: Field | undefined): string | undefined {
  return field && 'to' in field && !isReference(field) ? field.to : undefined
}
