import { anyText, type TextLength, textOf } from './anyText.ts'
import type { CoreKind } from './coreKind.ts'

/** Words in one text, separated by bars. */
export interface WordListField extends TextLength {
  kind: 'word_list'
  /** Suggested words; others are accepted. */
  suggests?: readonly string[]
}

export const word_list: CoreKind<WordListField> = {
  ...anyText,
  properties: { ...anyText.properties, suggests: true },
  check: (field) =>
    textOf(field)
      .refine((value) => !/^\||\|$/.test(value), { error: 'pipe_ends', abort: true })
      .refine((value) => !/\s\||\|\s/.test(value), { error: 'pipe_spaces', abort: true })
      .refine((value) => isUniqueList(value.split('|')), { error: 'unique_items' }),
}

function isUniqueList(items: string[]): boolean {
  return new Set(items.map((item) => item.toLowerCase())).size === items.length
}
