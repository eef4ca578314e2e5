import { z } from 'zod'
import type { AnyField } from './anyField.ts'
import type { CoreKind } from './coreKind.ts'
import { DecimalText, decimalText } from './decimalText.ts'

export interface IntegerField extends AnyField {
  kind: 'integer'
  min?: number
  max?: number
  /** The id of a record that is shown elsewhere: hidden from users. */
  isKey?: true
}

export interface DecimalField extends AnyField {
  kind: 'decimal'
  digits: number
  scale: number
  min?: number
  max?: number
  above?: number
  below?: number
  notZero?: true
}

function isWithin({ min, max, above, below }: DecimalField, value: number): boolean {
  return (
    value >= (min ?? -Infinity) &&
    value <= (max ?? Infinity) &&
    value > (above ?? -Infinity) &&
    value < (below ?? Infinity)
  )
}

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

/** A country by its id. */
export interface CountryField extends AnyField {
  kind: 'country'
  min?: number
}

/** The fields of these kinds. */
export interface NumberFields {
  integer: IntegerField
  decimal: DecimalField
  money: MoneyField
  country: CountryField
}

export const numberKinds: { [K in keyof NumberFields]: CoreKind<NumberFields[K]> } = {
  integer: {
    properties: { min: true, max: true, isKey: true },
    check: ({ min, max }) =>
      z
        .int()
        .min(min ?? -2147483648)
        .max(max ?? 2147483647),
    response: () => z.int(),
  },
  decimal: {
    properties: { digits: true, scale: true, min: true, max: true, above: true, below: true, notZero: true },
    check: (field) => {
      const value = decimalText(field.digits, field.scale, (number) => isWithin(field, number))
      return field.notZero ? value.refine((text) => Number(text) !== 0, { error: 'not_zero' }) : value
    },
    response: () => DecimalText,
  },
  money: {
    properties: { digits: true, scale: true, currency: true, unknownIf: true },
    check: ({ digits = 13, scale = 3 }) => decimalText(digits, scale),
    response: () => DecimalText,
  },
  country: {
    properties: { min: true },
    check: ({ min = 1 }) => z.int().min(min).max(2147483647),
    response: () => z.int(),
  },
}
