import type { TextLength } from '#core/resources/kinds/anyText.ts'

/** Common parts of all kinds of text. */
export const anyText = {
  column: ({ max }: TextLength) => (max > 1000 ? 'text' : `varchar(${max})`),
  text: String,
  dictionaryName: 'text',
} as const
