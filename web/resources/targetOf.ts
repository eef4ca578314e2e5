import { resourceOf } from '#core/registry.ts'
import type { Field, Resource } from '#core/resources/definition.ts'

/** The kind of record that a reference leads to. */
export function targetOf(field: Field | undefined): Resource | undefined {
  return field?.kind === 'reference' ? resourceOf(field.to) : undefined
}
