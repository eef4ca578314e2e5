import type { Resource } from '../definition.ts'
import type { Field } from '../field.ts'
import { factsOf } from '../kinds/kindFacts.ts'
import { currencyKeyOf } from './currencyKey.ts'

/** The currency keys of all amounts of a kind of record. */
export function currencyKeysOf(resource: Resource): string[] {
  const amounts = Object.entries(resource.fields).filter(([, field]) => isAmount(field))
  return [...new Set(amounts.map(([name]) => currencyKeyOf(resource, name)))]
}

/** Whether a field is an amount in a currency. */
export function isAmount(field: Field | undefined): boolean {
  return field !== undefined && factsOf(field).isAmount === true
}
