import type { Resource } from '../definition.ts'

/** The key of the owner's currency in a response, for kinds of record without their own currency. */
export const COMPANY_CURRENCY = 'company_currency_id'
/** The key of the business's own currency, for records without a company. */
export const BUSINESS_CURRENCY = 'house_currency_id'

/** The key in a record's response with the currency of one of its amounts. */
export function currencyKeyOf(resource: Resource, name: string): string {
  const field = resource.fields[name]
  if (field && 'currency' in field && field.currency) return field.currency
  if ('currency_id' in resource.fields) return 'currency_id'
  return 'company_id' in resource.fields ? COMPANY_CURRENCY : BUSINESS_CURRENCY
}
