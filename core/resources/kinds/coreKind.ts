import type { z } from 'zod'
import type { FormField } from '#core/resources/formField.ts'
import type { AnyField } from './anyField.ts'

/** What both sides of the wire know of a kind of field. */
export interface CoreKind<F extends AnyField> {
  /** What such a field says of itself beside what any field may say: a definition holds nothing else. */
  properties: Record<Exclude<keyof F, keyof AnyField | 'kind'>, true>
  /** The check of a value that is given. */
  check(field: F): z.ZodType
  /** What an answer holds of it. */
  answer(field: F): z.ZodType
  /** The same field under the rules of a form that asks for it. */
  narrow?(field: F, form: FormField): F
  /** The kind that it becomes in a form that asks for it in several lines. */
  manyLines?: 'long_text'
  /** It is text that people write: as long as it says, and searched as it stands. */
  isText?: true
  /** Its value is a number on the wire, in addresses and among the standards of a form. */
  isNumber?(field: F): boolean
  /** Its values stand below each other by their places, and are never broken. */
  isFigure?(field: F): boolean
  /** It is an amount, which is in a currency. */
  isAmount?: true
  /** It is written and never answered. */
  isSecret?: true
  /** It is a list, which one looks into rather than reads in a line. */
  isList?: true
  /** It is too much of its record to be given to many at once. */
  isOfOneRecord?: true
  /** It is printed on a thing as a code: it can be scanned into its field, and the code finds the record. */
  isPrintedOnThing?: true
  /** It has a column of its own; without this it has. */
  isStored?(): boolean
}
