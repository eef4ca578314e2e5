import { COUNTRIES, countryName, countryOfId } from '#core/platform/countries.ts'
import type { Actor } from '#server/platform/context.ts'

/** A country by its name, given by its id or by its three letters. */
export function countryText({ language }: Actor, value: unknown): string {
  const country =
    typeof value === 'number'
      ? countryOfId(value)
      : COUNTRIES.find(({ country_iso_3 }) => country_iso_3 === String(value).toUpperCase())
  return country ? countryName(country, language) : String(value)
}
