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

export const money: CoreKind<MoneyField> = {
  properties: { digits: true, scale: true, currency: true, unknownIf: true },
  check: ({ digits = 13, scale = 3 }) => decimalText(digits, scale),
  answer: () => DecimalText,
}
