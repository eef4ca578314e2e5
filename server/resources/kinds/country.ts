import { COUNTRIES, countryName } from '#core/platform/countries.ts'
import { COUNTRY_WORDS, lettersOf } from '#core/resources/imports/words.ts'
import type { CountryField } from '#core/resources/kinds/country.ts'
import { countryText } from '#server/resources/countryText.ts'
import { LANGUAGES } from '#server/resources/imports/cellWords.ts'
import type { ServerKind } from './serverKind.ts'

export const country: ServerKind<CountryField> = {
  column: () => 'integer',
  text: (value, { actor }) => countryText(actor, value),
  words: (_, language) => new Map(COUNTRIES.map((one) => [one.country_id, countryName(one, language)])),
  cellValue: (cell) => (/^-?\d+$/.test(cell) ? Number(cell) : COUNTRY_IDS.get(lettersOf(cell))),
  dictionaryName: 'integer',
}

/** Every country's id by its names in all languages and by its letters. */
const COUNTRY_IDS: ReadonlyMap<string, number> = new Map(
  COUNTRIES.flatMap((one) =>
    [
      ...[one.country_iso_2, one.country_iso_3, ...(COUNTRY_WORDS[one.country_iso_2] ?? [])],
      ...LANGUAGES.map((language) => countryName(one, language)),
    ].map((name): [string, number] => [lettersOf(name), one.country_id]),
  ),
)
