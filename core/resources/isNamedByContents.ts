import type { Field } from './field.ts'
import { isReference } from './isReference.ts'
import { resourceOf } from './registeredKinds.ts'

/** Tells of a field whether what it refers to is called by what it holds, beside its title. */
export function isNamedByContents(field: Field | undefined): boolean {
  return isReference(field) && resourceOf(field.to).holds !== undefined
}
