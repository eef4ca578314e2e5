import { z } from 'zod'
import type { AnyField } from './anyField.ts'
import type { CoreKind } from './coreKind.ts'

export interface IntegerField extends AnyField {
  kind: 'integer'
  min?: number
  max?: number
  /** The id of a record whose contents are shown elsewhere: hidden from users. */
  isKey?: true
}

export const integer: CoreKind<IntegerField> = {
  properties: { min: true, max: true, isKey: true },
  check: ({ min, max }) =>
    z
      .int()
      .min(min ?? -2147483648)
      .max(max ?? 2147483647),
  answer: () => z.int(),
}
