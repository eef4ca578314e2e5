import { z } from 'zod'
import type { AnyField } from './anyField.ts'
import type { CoreKind } from './coreKind.ts'
import { oneOf } from './oneOf.ts'

/** One value of a closed list of names or numbers. */
export interface ChoiceField extends AnyField {
  kind: 'choice'
  of: readonly string[] | readonly number[]
  /** Accepted aliases, with the values that they stand for. */
  also?: Readonly<Record<string, string>>
}

export const choice: CoreKind<ChoiceField> = {
  properties: { of: true, also: true },
  check: ({ of, also }) =>
    also ? z.preprocess((value) => also[String(value)] ?? value, oneOf(of)) : oneOf(of),
  answer: ({ of }) => (typeof of[0] === 'number' ? z.int() : z.string()),
}
