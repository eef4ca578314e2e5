import { currencyKeyOf } from '#core/resources/currencyKey.ts'
import { isAmount } from '#core/resources/currencyKeysOf.ts'
import type { Resource } from '#core/resources/definition.ts'
import { unknownFlagOf } from '#core/resources/kinds/money.ts'

/** Whether a field stands in an answer: when it was asked for, or says of an amount that was its currency or that it is not known. */
export function isInAnswer(resource: Resource, name: string, asked: readonly string[] | undefined): boolean {
  if (!asked || asked.includes(name)) return true
  return asked.some(
    (one) =>
      isAmount(resource.fields[one]) &&
      (currencyKeyOf(resource, one) === name || unknownFlagOf(resource.fields[one]) === name),
  )
}
