import { z } from 'zod'
import type { AnyField } from './anyField.ts'
import type { CoreKind } from './coreKind.ts'

export interface IntegerField extends AnyField {
  kind: 'integer'
  /** The id of a country. */
  country?: true
  min?: number
  max?: number
}

export const integer: CoreKind<IntegerField> = {
  properties: { country: true, min: true, max: true },
  isNumber: () => true,
  isFigure: ({ country }) => !country,
  check: ({ min, max }) =>
    z
      .int()
      .min(min ?? -2147483648)
      .max(max ?? 2147483647),
  answer: () => z.int(),
}
