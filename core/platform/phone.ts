import {
  AsYouType,
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js'

/**
 * A phone number as it was typed, if it is one of that country (ISO 3166-1, two letters; +49 is told by the
 * number itself). `number` is its E.164 form, `formatInternational()` the one that people read.
 */
export function parsePhone(text: string, country: string): PhoneNumber | undefined {
  const iso2 = country.toUpperCase()
  if (!isSupportedCountry(iso2)) return undefined
  const phone = parsePhoneNumberFromString(text, iso2)
  if (!phone?.isValid() || phone.countryCallingCode !== getCountryCallingCode(iso2)) return undefined
  return phone
}

/** A number as people of its country write it; those abroad with their country. */
export function formatPhone(phone: PhoneNumber): string {
  return phone.country === 'US' ? phone.formatNational() : phone.formatInternational()
}

/** The same where no country is told with it: of the United States, unless it begins with a plus. */
export function parseAnyPhone(text: string): PhoneNumber | undefined {
  const phone = parsePhoneNumberFromString(text, 'US' satisfies CountryCode)
  return phone?.isValid() ? phone : undefined
}

/** A number while it is typed, written as people of that country (two letters) write theirs. */
export function formatPhoneAsTyped(text: string, country: string): string {
  const iso2 = country.toUpperCase()
  return isSupportedCountry(iso2) ? new AsYouType(iso2).input(text) : text
}
