import type { Field } from '../field.ts'
import { resourceOf } from '../registeredKinds.ts'
import { isReference } from './isReference.ts'

/** Whether the display name of the referenced record also includes its contents, such as a tank’s product. */
export function isNamedByContents(field: Field | undefined): boolean {
  return isReference(field) && resourceOf(field.to).naming.holds !== undefined
}
