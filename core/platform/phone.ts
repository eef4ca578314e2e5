import {
  AsYouType,
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js'

/**
 * Parses a typed phone number if it belongs to that country (ISO 3166-1, two letters; +49 identifies its own country). `number`
 * is its E.164 form, `formatInternational()` the readable one.
 */
export function parsePhone(text: string, country: string): PhoneNumber | undefined {
  const iso2 = country.toUpperCase()
  if (!isSupportedCountry(iso2)) return undefined
  const phone = parsePhoneNumberFromString(text, iso2)
  if (!phone?.isValid() || phone.countryCallingCode !== getCountryCallingCode(iso2)) return undefined
  return phone
}

/** A number in national format for the United States, otherwise in international format. */
export function formatPhone(phone: PhoneNumber): string {
  return phone.country === 'US' ? phone.formatNational() : phone.formatInternational()
}

/** Parses a number without a country: a United States number, unless it starts with a plus. */
export function parseAnyPhone(text: string): PhoneNumber | undefined {
  const phone = parsePhoneNumberFromString(text, 'US' satisfies CountryCode)
  return phone?.isValid() ? phone : undefined
}

/** Formats a number while it is typed, in the format of that country (two letters). */
export function formatPhoneAsTyped(text: string, country: string): string {
  const iso2 = country.toUpperCase()
  return isSupportedCountry(iso2) ? new AsYouType(iso2).input(text) : text
}
