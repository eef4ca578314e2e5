import { STORED_PLACES } from '#core/platform/money.ts'
import type { AnyField } from './anyField.ts'
import type { CoreKind } from './coreKind.ts'
import { DecimalText, decimalText } from './decimalText.ts'

export interface MoneyField extends AnyField {
  kind: 'money'
  digits?: number
  /** Decimals that are stored, where those are not the 3 of an amount; a price of one unit has more. */
  scale?: number
  /** The field that holds its currency, where that is not `currency_id`. */
  currency?: string
  /** The flag of its record that says that nobody knows it yet: what the flag is called stands in its place. */
  unknownIf?: string
}

/** Whether a field holds the price of one unit, which has more decimals than an amount. */
export function isUnitPrice(field: { kind: string; scale?: number } | undefined): boolean {
  return field?.kind === 'money' && (field.scale ?? 0) > STORED_PLACES
}

/** The flag of the record that says that nobody knows an amount yet, where its field names one. */
export function unknownFlagOf(field: object | undefined): string | undefined {
  return field && 'unknownIf' in field ? (field.unknownIf as string | undefined) : undefined
}

/** Whether nobody knows yet an amount of a record. */
export function isUnknown(field: object | undefined, record: Readonly<Record<string, unknown>>): boolean {
  const flag = unknownFlagOf(field)
  return flag !== undefined && record[flag] === 1
}

export const money: CoreKind<MoneyField> = {
  properties: { digits: true, scale: true, currency: true, unknownIf: true },
  isFigure: () => true,
  isAmount: true,
  check: ({ digits = 13, scale = 3 }) => decimalText(digits, scale),
  answer: () => DecimalText,
}
