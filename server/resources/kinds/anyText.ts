import type { TextLength } from '#core/resources/kinds/anyText.ts'

/** What all kinds of text have in common. */
export const anyText = {
  column: ({ max }: TextLength) => (max > 1000 ? 'text' : `varchar(${max})`),
  text: String,
  toldAs: 'text',
} as const
