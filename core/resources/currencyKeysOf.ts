import { currencyKeyOf } from './currencyKey.ts'
import type { Resource } from './definition.ts'
import type { Field } from './field.ts'
import { kindOf } from './kinds/fieldKinds.ts'

/** The keys of all currencies that a kind of record has amounts in. */
export function currencyKeysOf(resource: Resource): string[] {
  const amounts = Object.entries(resource.fields).filter(([, field]) => isAmount(field))
  return [...new Set(amounts.map(([name]) => currencyKeyOf(resource, name)))]
}

/** Tells of a field whether it is an amount, which is in a currency. */
export function isAmount(field: Field | undefined): boolean {
  return field !== undefined && kindOf(field).isAmount === true
}
