import { sql } from 'kysely'
import { COUNTRIES, countryName } from '#core/platform/countries.ts'
import { formatMoney, formatPrice } from '#core/platform/numbers/money.ts'
import { isUnitPrice, isUnknown } from '#core/resources/fields/isUnitPrice.ts'
import { readNumber } from '#core/resources/imports/readNumber.ts'
import { COUNTRY_WORDS, lettersOf } from '#core/resources/imports/words.ts'
import type { NumberFields } from '#core/resources/kinds/numberKinds.ts'
import { LANGUAGES } from '#server/resources/imports/languages.ts'
import { countryText } from '#server/resources/names/countryText.ts'
import { figureText, localeOfActor } from '#server/resources/names/textFormats.ts'
import type { ServerKind } from './serverKind.ts'

/** The maximum of PostgreSQL's `integer`; longer whole numbers need twice the space. */
const MAX_INTEGER = 2_147_483_647

export const numberKinds: { [K in keyof NumberFields]: ServerKind<NumberFields[K]> } = {
  integer: {
    column: ({ max = 0 }) => (max > MAX_INTEGER ? 'bigint' : 'integer'),
    cast: () => sql`integer`,
    text: String,
    cellValue: (cell, _, { decimal }) => {
      const figure = readNumber(cell, decimal).replace(/\.0+$/, '')
      return /^-?\d+$/.test(figure) ? Number(figure) : cell
    },
  },
  decimal: {
    column: ({ digits, scale }) => `numeric(${digits},${scale})`,
    cast: ({ digits, scale }) => sql`numeric(${sql.lit(digits)}, ${sql.lit(scale)})`,
    // A figure with a unit has the useful decimals; a figure without one has the entered decimals.
    text: (value, { actor, field }) => figureText(actor, Number(value), field.unit ? 3 : field.scale),
    cellValue: (cell, _, { decimal }) => readNumber(cell, decimal),
    rules: ({ digits, scale }) => `decimal:${digits},${scale}`,
  },
  money: {
    column: ({ digits = 13, scale = 3 }) => `numeric(${digits},${scale})`,
    text: (value, { actor, resource, field, row, marks, labelOf }) => {
      if (field.unknownIf && isUnknown(field, row)) return labelOf(resource, field.unknownIf)
      const currency = marks()
      if (!currency) return figureText(actor, Number(value), 3)
      const write = isUnitPrice(field) ? formatPrice : formatMoney
      return write(String(value), currency, localeOfActor(actor))
    },
    cellValue: (cell, _, { decimal }) => readNumber(cell, decimal),
  },
  country: {
    column: () => 'integer',
    text: (value, { actor }) => countryText(actor, value),
    valueTexts: (_, language) =>
      new Map(COUNTRIES.map((country) => [country.country_id, countryName(country, language)])),
    cellValue: (cell) => (/^-?\d+$/.test(cell) ? Number(cell) : COUNTRY_IDS.get(lettersOf(cell))),
    dictionaryName: 'integer',
  },
}

/** Every country's id by its names in all languages and by its letters. */
const COUNTRY_IDS: ReadonlyMap<string, number> = new Map(
  COUNTRIES.flatMap((country) =>
    [
      ...[country.country_iso_2, country.country_iso_3, ...(COUNTRY_WORDS[country.country_iso_2] ?? [])],
      ...LANGUAGES.map((language) => countryName(country, language)),
    ].map((name): [string, number] => [lettersOf(name), country.country_id]),
  ),
)
