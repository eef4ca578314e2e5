import type { TextLength } from '#core/resources/kinds/anyText.ts'
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

/** Rich text on paper and in a table: its words. */
function withoutMarks(html: string): string {
  return html
    .replace(/<(\/p|\/li|\/h\d|br)[^>]*>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim()
}

export const textKinds: { [K in keyof TextFields]: ServerKind<TextFields[K]> } = {
  text: {
    ...anyText,
    rules: ({ format }) => format,
  },
  long_text: anyText,
  scanned_code: anyText,
  rich_text: {
    ...anyText,
    rules: () => 'rich',
    text: (value) => withoutMarks(String(value)),
  },
  country_code: {
    ...anyText,
    text: (value, { actor }) => countryText(actor, value),
  },
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
