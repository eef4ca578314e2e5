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
}

export const money: CoreKind<MoneyField> = {
  properties: { digits: true, scale: true, currency: true },
  isFigure: () => true,
  isAmount: true,
  check: ({ digits = 13, scale = 3 }) => decimalText(digits, scale),
  answer: () => DecimalText,
}
