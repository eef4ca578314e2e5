import { z } from 'zod'
import { ruleMessage } from '#core/platform/schemaIssues.ts'
import type { AnyField } from './anyField.ts'
import { anyText, type TextLength, textOf } from './anyText.ts'
import type { CoreKind } from './coreKind.ts'
import { type TextFormat, textFormats } from './textFormats.ts'

/** One line of text, or a text in a format. */
export interface TextField extends TextLength {
  kind: 'text'
  format?: TextFormat
  /** The field with the user id of the name in this text: names of staff are shown to staff only. */
  writtenBy?: string
}

/** Multi-line text. */
export interface LongTextField extends TextLength {
  kind: 'long_text'
}

/** Words in one text, separated by bars. */
export interface WordListField extends TextLength {
  kind: 'word_list'
  /** Suggested words; others are accepted. */
  suggests?: readonly string[]
}

function isUniqueList(items: string[]): boolean {
  return new Set(items.map((item) => item.toLowerCase())).size === items.length
}

/** Written, never returned; stored as a hash. */
export interface SecretField extends AnyField {
  kind: 'secret'
  min: number
  max: number
}

/** The fields of these kinds. */
export interface TextFields {
  text: TextField
  long_text: LongTextField
  word_list: WordListField
  secret: SecretField
}

export const textKinds: { [K in keyof TextFields]: CoreKind<TextFields[K]> } = {
  text: {
    ...anyText,
    properties: { ...anyText.properties, format: true, writtenBy: true },
    check: (field) => {
      const text = textOf(field)
      return field.format
        ? textFormats[field.format](text)
        : text.refine((value) => !/[\r\n]/.test(value), { error: 'characters' })
    },
  },
  long_text: {
    ...anyText,
    check: textOf,
  },
  word_list: {
    ...anyText,
    properties: { ...anyText.properties, suggests: true },
    check: (field) =>
      textOf(field)
        .refine((value) => !/^\||\|$/.test(value), { error: 'pipe_ends', abort: true })
        .refine((value) => !/\s\||\|\s/.test(value), { error: 'pipe_spaces', abort: true })
        .refine((value) => isUniqueList(value.split('|')), { error: 'unique_items' }),
  },
  secret: {
    properties: { min: true, max: true },
    check: () =>
      z
        .string({ error: ruleMessage(undefined, 'password_required') })
        .min(1, 'password_required')
        .max(255),
    response: () => z.string(),
  },
}
