import type { Resource } from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import { listedKind } from '#core/resources/listedKind.ts'
import { resourceOf } from '#core/resources/registeredKinds.ts'

/** The kind of record that a reference, or a list of them, refers to. */
export function targetOf(field: Field | undefined): Resource | undefined {
  const name = isReference(field) ? field.to : listedKind(field)
  return name === undefined ? undefined : resourceOf(name)
}
