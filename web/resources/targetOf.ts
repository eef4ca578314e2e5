import { resourceOf } from '#core/registry.ts'
import type { Resource } from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'

/** The kind of record that a reference, or a list of them, leads to. */
export function targetOf(field: Field | undefined): Resource | undefined {
  if (field?.kind === 'json' && field.to) return resourceOf(field.to)
  return field?.kind === 'reference' ? resourceOf(field.to) : undefined
}
