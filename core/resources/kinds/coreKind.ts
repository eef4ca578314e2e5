import type { z } from 'zod'
import type { FormField } from '#core/resources/formField.ts'
import type { AnyField } from './anyField.ts'

/** Properties of a field kind that client and server share. */
export interface CoreKind<F extends AnyField> {
  /** Properties of such a field besides those of any field; a definition has no others. */
  properties: Record<Exclude<keyof F, keyof AnyField | 'kind'>, true>
  /** Checks an input value. */
  check(field: F): z.ZodType
  /** The value in an answer. */
  answer(field: F): z.ZodType
  /** The same field narrowed by the rules of a form. */
  narrow?(field: F, form: FormField): F
  /** The kind that it becomes in a form with a multi-line input. */
  manyLines?: 'long_text'
  /** Text written by people: limited by its length, and searched as it is. */
  isText?: true
  /** Its value is a number in the API, in URLs and in a form's default values. */
  isNumber?(field: F): boolean
  /** Its values are right-aligned and never wrapped. */
  isFigure?(field: F): boolean
  /** An amount in a currency. */
  isAmount?: true
  /** Written, never answered. */
  isSecret?: true
  /** A list, shown on its own rather than in a line of text. */
  isList?: true
  /** Specific to its record, so excluded from bulk changes. */
  isOfOneRecord?: true
  /** Printed on a thing as a code: it can be scanned into its field, and the code finds the record. */
  isPrintedOnThing?: true
  /** Whether it has a column of its own; default: yes. */
  isStored?(): boolean
}
