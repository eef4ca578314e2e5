import type { Resource } from './definition.ts'

/** Where an answer holds the currency of its owner, for kinds of record that have none of their own. */
export const COMPANY_CURRENCY = 'company_currency_id'
/** The same for what belongs to no company: the currency of the business itself. */
export const BUSINESS_CURRENCY = 'house_currency_id'

/** The key of a record's answer that holds the currency of one of its amounts. */
export function currencyKeyOf(resource: Resource, name: string): string {
  const field = resource.fields[name]
  if (field?.kind === 'money' && field.currency) return field.currency
  if ('currency_id' in resource.fields) return 'currency_id'
  return 'company_id' in resource.fields ? COMPANY_CURRENCY : BUSINESS_CURRENCY
}

/** The keys of all currencies that a kind of record has amounts in. */
export function currencyKeysOf(resource: Resource): string[] {
  const amounts = Object.entries(resource.fields).filter(([, { kind }]) => kind === 'money')
  return [...new Set(amounts.map(([name]) => currencyKeyOf(resource, name)))]
}
