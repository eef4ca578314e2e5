import type { TextField } from '#core/resources/kinds/text.ts'
import { translate } from '#server/platform/translate.ts'
import { countryText } from '#server/resources/countryText.ts'
import type { ServerKind, ToldValue } from './serverKind.ts'

export const text: ServerKind<TextField> = {
  column: ({ max }) => (max > 1000 ? 'text' : `varchar(${max})`),
  text: (value, told) => {
    const { field } = told
    if (field.country) return countryText(told.actor, value)
    if (field.format === 'rich') return withoutMarks(String(value))
    return field.format === 'piped' ? listedWords(String(value), told) : String(value)
  },
  rules: ({ format }) => format,
}

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

/** The items of a list of words, by their names where they have some. */
function listedWords(value: string, { actor, resource, name }: ToldValue<TextField>): string {
  const names = `records.${resource.name}.suggestions.${name}` as const
  return value
    .split('|')
    .map((item) => translate(actor.language, `${names}.${item}`, { defaultValue: item }))
    .join(', ')
}
