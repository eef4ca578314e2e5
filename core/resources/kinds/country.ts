import { z } from 'zod'
import type { AnyField } from './anyField.ts'
import type { CoreKind } from './coreKind.ts'

/** A country by its id. */
export interface CountryField extends AnyField {
  kind: 'country'
  min?: number
}

export const country: CoreKind<CountryField> = {
  properties: { min: true },
  check: ({ min = 1 }) => z.int().min(min).max(2147483647),
  answer: () => z.int(),
}
