import type { Field } from './field.ts'
import { isReference } from './isReference.ts'

/** The kind of record of which a field names several, if it does. */
export function listedKind(field: Field | undefined): string | undefined {
  return field && 'to' in field && !isReference(field) ? field.to : undefined
}
