import { currencyKeyOf } from '#core/resources/currencyKey.ts'
import { isAmount } from '#core/resources/currencyKeysOf.ts'
import type { Resource } from '#core/resources/definition.ts'
import { unknownFlagOf } from '#core/resources/isUnitPrice.ts'

/** Whether an answer has a field: if it was requested, or gives the currency or visibility of a requested amount. */
export function isInAnswer(
  resource: Resource,
  name: string,
  requested: readonly string[] | undefined,
): boolean {
  if (!requested || requested.includes(name)) return true
  return requested.some(
    (one) =>
      isAmount(resource.fields[one]) &&
      (currencyKeyOf(resource, one) === name || unknownFlagOf(resource.fields[one]) === name),
  )
}
