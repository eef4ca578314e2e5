import type { Field } from '../field.ts'
import type { ReferenceField } from '../kinds/plainKinds.ts'

/** Whether a field refers to one record of another kind. */
export function isReference(field: Field | undefined): field is ReferenceField {
  return field?.kind === 'reference'
}
