import { sql } from 'kysely'
import { COUNTRIES, countryName } from '#core/platform/countries.ts'
import type { IntegerField } from '#core/resources/kinds/integer.ts'
import { countryText } from '#server/resources/countryText.ts'
import { LANGUAGES, lettersOf } from '#server/resources/imports/cellWords.ts'
import type { ServerKind } from './serverKind.ts'

export const integer: ServerKind<IntegerField> = {
  column: ({ max = 0 }) => (max > LARGEST_INTEGER ? 'bigint' : 'integer'),
  cast: () => sql`integer`,
  text: (value, { field, actor }) => (field.country ? countryText(actor, value) : String(value)),
  words: ({ field }, language) =>
    new Map(field.country ? COUNTRIES.map((one) => [one.country_id, countryName(one, language)]) : []),
  cellValue: (cell, { field }) => {
    if (/^-?\d+$/.test(cell)) return Number(cell)
    return (field.country && COUNTRY_IDS.get(lettersOf(cell))) ?? cell
  },
}

/** What PostgreSQL's `integer` holds; longer whole numbers need twice the room. */
const LARGEST_INTEGER = 2_147_483_647

/** Every country's id by its names in all languages and by its letters. */
const COUNTRY_IDS: ReadonlyMap<string, number> = new Map(
  COUNTRIES.flatMap((one) =>
    [one.country_iso_2, one.country_iso_3, ...LANGUAGES.map((language) => countryName(one, language))].map(
      (name): [string, number] => [lettersOf(name), one.country_id],
    ),
  ),
)
