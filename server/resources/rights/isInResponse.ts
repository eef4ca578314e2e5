import type { Resource } from '#core/resources/definition.ts'
import { currencyKeyOf } from '#core/resources/fields/currencyKey.ts'
import { isAmount } from '#core/resources/fields/currencyKeysOf.ts'
import { unknownFlagOf } from '#core/resources/fields/isUnitPrice.ts'

/** Whether a response has a field: if it was requested, or gives the currency or visibility of a requested amount. */
export function isInResponse(
  resource: Resource,
  name: string,
  requested: readonly string[] | undefined,
): boolean {
  if (!requested || requested.includes(name)) return true
  return requested.some(
    (item) =>
      isAmount(resource.fields[item]) &&
      (currencyKeyOf(resource, item) === name || unknownFlagOf(resource.fields[item]) === name),
  )
}
