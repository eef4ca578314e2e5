import type { Resource } from '../definition.ts'
import type { Field } from '../field.ts'
import { factsOf } from '../kinds/kindFacts.ts'

/** The fields in a response: all but secrets. */
export function readableFields(resource: Resource): [name: string, field: Field][] {
  return Object.entries(resource.fields).filter(([, field]) => !isSecret(field))
}

/** Whether a field is written and never returned. */
export function isSecret(field: Field | undefined): boolean {
  return field !== undefined && factsOf(field).isSecret === true
}
