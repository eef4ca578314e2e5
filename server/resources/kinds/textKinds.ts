import type { TextLength } from '#core/resources/kinds/anyText.ts'
import type { TextFormat } from '#core/resources/kinds/textFormats.ts'
import type { TextFields } from '#core/resources/kinds/textKinds.ts'
import { translate } from '#server/platform/translate.ts'
import { countryText } from '#server/resources/names/countryText.ts'
import type { ServerKind } from './serverKind.ts'

/** Common parts of all kinds of text. */
const anyText = {
  column: ({ max }: TextLength) => (max > 1000 ? 'text' : `varchar(${max})`),
  text: String,
  dictionaryName: 'text',
} as const

/** Rich text on paper and in a table, without tags. */
function withoutMarks(html: string): string {
  return html
    .replace(/<(\/p|\/li|\/h\d|br)[^>]*>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim()
}

/** The formats whose rule in the public dictionary has another name, or none. */
const RULES: { [K in TextFormat]?: string | undefined } = {
  rich_text: 'rich',
  scanned_code: undefined,
  country_code: undefined,
}

export const textKinds: { [K in keyof TextFields]: ServerKind<TextFields[K]> } = {
  text: {
    ...anyText,
    rules: ({ format }) => (format && format in RULES ? RULES[format] : format),
    text: (value, { actor, field }) => {
      if (field.format === 'country_code') return countryText(actor, value)
      return field.format === 'rich_text' ? withoutMarks(String(value)) : String(value)
    },
  },
  long_text: anyText,
  word_list: {
    ...anyText,
    rules: () => 'piped',
    text: (value, { actor, resource, name }) =>
      String(value)
        .split('|')
        .map((item) =>
          translate(actor.language, `records.${resource.name}.suggestions.${name}.${item}`, {
            defaultValue: item,
          }),
        )
        .join(', '),
  },
  secret: {
    column: () => 'varchar(255)',
    text: () => '',
  },
}
