import type { Resource } from './definition.ts'

/** Where an answer holds the currency of its owner, for kinds of record that have none of their own. */
export const COMPANY_CURRENCY = 'company_currency_id'
/** The same for what belongs to no company: the currency of the business itself. */
export const BUSINESS_CURRENCY = 'house_currency_id'

/** The key of a record's answer that holds the currency of one of its amounts. */
export function currencyKeyOf(resource: Resource, name: string): string {
  const field = resource.fields[name]
  if (field && 'currency' in field && field.currency) return field.currency
  if ('currency_id' in resource.fields) return 'currency_id'
  return 'company_id' in resource.fields ? COMPANY_CURRENCY : BUSINESS_CURRENCY
}
