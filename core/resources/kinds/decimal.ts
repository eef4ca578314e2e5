import type { AnyField } from './anyField.ts'
import type { CoreKind } from './coreKind.ts'
import { DecimalText, decimalText } from './decimalText.ts'

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

export const decimal: CoreKind<DecimalField> = {
  properties: { digits: true, scale: true, min: true, max: true, above: true, below: true, notZero: true },
  check: (field) => {
    const value = decimalText(field.digits, field.scale, (number) => isWithin(field, number))
    return field.notZero ? value.refine((text) => Number(text) !== 0, { error: 'not_zero' }) : value
  },
  answer: () => DecimalText,
}

function isWithin({ min, max, above, below }: DecimalField, value: number): boolean {
  return (
    value >= (min ?? -Infinity) &&
    value <= (max ?? Infinity) &&
    value > (above ?? -Infinity) &&
    value < (below ?? Infinity)
  )
}
