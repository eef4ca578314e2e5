import { z } from 'zod'
import type { AnyField } from './anyField.ts'
import type { CoreKind } from './coreKind.ts'
import { oneOf } from './oneOf.ts'

/** One of a closed list. Numbers where the wire has numbers, else names. */
export interface ChoiceField extends AnyField {
  kind: 'choice'
  of: readonly string[] | readonly number[]
  /** Other names that are taken for some of them, each with the one that is meant. */
  also?: Readonly<Record<string, string>>
}

export const choice: CoreKind<ChoiceField> = {
  properties: { of: true, also: true },
  isNumber: ({ of }) => typeof of[0] === 'number',
  check: ({ of, also }) =>
    also ? z.preprocess((value) => also[String(value)] ?? value, oneOf(of)) : oneOf(of),
  answer: ({ of }) => (typeof of[0] === 'number' ? z.int() : z.string()),
}
