import type { Field } from '../field.ts'
import { resourceOf } from '../registeredKinds.ts'
import { isReference } from './isReference.ts'

/** Whether the record that a field refers to is named by its contents besides its title. */
export function isNamedByContents(field: Field | undefined): boolean {
  return isReference(field) && resourceOf(field.to).naming.holds !== undefined
}
