import type { Field, FieldKind, FieldsByKind } from '#core/resources/field.ts'
import type { FormField } from '#core/resources/fields/formField.ts'
import type { AnyField } from './anyField.ts'
import type { TextLength } from './anyText.ts'

/** Facts about a field kind for lists, forms and commands. Apart from its schemas, which the browser loads to check a form. */
interface KindFacts<F extends AnyField> {
  /** Returns the field narrowed by the rules of a form. */
  narrow?(field: F, form: FormField): F
  /** Whether a form with a multi-line input makes it a long text. */
  mayHaveLines?(field: F): boolean
  /** Text written by people: limited by its length, and searched verbatim. */
  isText?: true
  /** Its value is a number in the API, in URLs and in a form's default values. */
  isNumber?(field: F): boolean
  /** Its values are right-aligned and never wrapped. */
  isFigure?(field: F): boolean
  /** An amount in a currency. */
  isAmount?: true
  /** Written, never returned. */
  isSecret?: true
  /** A list, shown on its own rather than in a line of text. */
  isList?: true
  /** Specific to its record, so excluded from bulk changes. */
  isOfOneRecord?: true
  /** Printed on a thing as a code: it can be scanned into its field, and the code finds the record. */
  isPrintedOnThing?(field: F): boolean
  /** Whether it has its own column; default: yes. */
  isStored?(): boolean
}

const TEXT = {
  isText: true,
  narrow: <F extends TextLength>(field: F, { min_len, max_len }: FormField): F => ({
    ...field,
    ...(min_len != null && { min: Math.max(min_len, field.min ?? 0) }),
    ...(max_len != null && { max: Math.min(max_len, field.max) }),
  }),
} as const
const LIST = { isList: true, isOfOneRecord: true } as const
const NUMBER = { isNumber: () => true } as const

const kindFacts: { [K in FieldKind]: KindFacts<FieldsByKind[K]> } = {
  text: {
    ...TEXT,
    mayHaveLines: ({ format }) => format === undefined || format === 'scanned_code',
    isPrintedOnThing: ({ format }) => format === 'public_id' || format === 'scanned_code',
  },
  long_text: TEXT,
  word_list: TEXT,
  integer: { ...NUMBER, isFigure: () => true },
  country: NUMBER,
  decimal: { isFigure: () => true },
  money: { isFigure: () => true, isAmount: true },
  flag: NUMBER,
  date_passed: { ...NUMBER, isStored: () => false },
  date: {},
  instant: {},
  time: {},
  choice: { isNumber: ({ of }) => typeof of[0] === 'number' },
  option: {},
  reference: NUMBER,
  phone: {},
  image: { ...NUMBER, isOfOneRecord: true },
  secret: { isSecret: true, isOfOneRecord: true },
  week_windows: LIST,
  name_list: LIST,
  choices: LIST,
  references: LIST,
  rows: LIST,
  formula: { isOfOneRecord: true },
}

/** The facts of a field's kind. */
export function factsOf({ kind }: Field): KindFacts<Field> {
  return kindFacts[kind]
}
