import { STORED_PLACES } from '#core/platform/money.ts'
import type { AnyField } from './anyField.ts'
import type { CoreKind } from './coreKind.ts'
import { DecimalText, decimalText } from './decimalText.ts'

export interface MoneyField extends AnyField {
  kind: 'money'
  digits?: number
  /** Stored decimals, if other than the 3 of an amount; unit prices have more. */
  scale?: number
  /** The field with its currency, if other than `currency_id`. */
  currency?: string
  /** The flag of its record for an unknown amount: its label is shown instead of the amount. */
  unknownIf?: string
}

/** Whether a field is a unit price, which has more decimals than an amount. */
export function isUnitPrice(field: { kind: string; scale?: number } | undefined): boolean {
  return field?.kind === 'money' && (field.scale ?? 0) > STORED_PLACES
}

/** The flag for an unknown amount, if the field has one. */
export function unknownFlagOf(field: object | undefined): string | undefined {
  return field && 'unknownIf' in field ? (field.unknownIf as string | undefined) : undefined
}

/** Whether an amount of a record is unknown. */
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
