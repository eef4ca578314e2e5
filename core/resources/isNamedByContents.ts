import type { Field } from './field.ts'
import { isReference } from './isReference.ts'
import { resourceOf } from './registeredKinds.ts'

/** Whether the record that a field refers to is named by its contents besides its title. */
export function isNamedByContents(field: Field | undefined): boolean {
  return isReference(field) && resourceOf(field.to).holds !== undefined
}
