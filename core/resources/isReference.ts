import type { Field } from './field.ts'
import type { ReferenceField } from './kinds/reference.ts'

/** Tells of a field whether it names one record of another kind. */
export function isReference(field: Field | undefined): field is ReferenceField {
  return field?.kind === 'reference'
}
