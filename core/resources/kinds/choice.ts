import { z } from 'zod'
import type { AnyField } from './anyField.ts'
import type { CoreKind } from './coreKind.ts'
import { oneOf } from './oneOf.ts'

/** One of a closed list. Numbers where the wire has numbers, else names. */
export interface ChoiceField extends AnyField {
  kind: 'choice'
  of: readonly string[] | readonly number[]
}

export const choice: CoreKind<ChoiceField> = {
  properties: { of: true },
  isNumber: ({ of }) => typeof of[0] === 'number',
  check: ({ of }) => oneOf(of),
  answer: ({ of }) => (typeof of[0] === 'number' ? z.int() : z.string()),
}
