import { expect, test } from 'vitest'
import { COUNTRIES, countryName, countryOfId, countryOfIso, HOME_COUNTRY } from './countries.ts'
import { formatPhone, formatPhoneAsTyped, parseAnyPhone, parsePhone } from './phone.ts'

test('a number is parsed as people of its country write it', () => {
  expect(parsePhone('(313) 555-0100', 'US')?.number).toBe('+13135550100')
  expect(parsePhone('030 901820', 'DE')?.number).toBe('+4930901820')
  expect(parsePhone('+49 30 901820', 'DE')?.formatInternational()).toBe('+49 30 901820')
})

test('a number of another country, a short number and an unknown country are refused', () => {
  expect(parsePhone('+49 30 901820', 'US')).toBeUndefined()
  expect(parsePhone('555-0100', 'US')).toBeUndefined()
  expect(parsePhone('(313) 555-0100', 'XX')).toBeUndefined()
  expect(parsePhone('call me', 'US')).toBeUndefined()
})

test('a number without a country is a United States number, unless it starts with a plus', () => {
  expect(parseAnyPhone('313-555-0100')?.number).toBe('+13135550100')
  expect(parseAnyPhone('+4930901820')?.number).toBe('+4930901820')
  expect(parseAnyPhone('12')).toBeUndefined()
})

test('every country occurs once, and the United States are number 140', () => {
  expect(new Set(COUNTRIES.map(({ country_iso_2 }) => country_iso_2)).size).toBe(COUNTRIES.length)
  expect(new Set(COUNTRIES.map(({ country_iso_3 }) => country_iso_3)).size).toBe(COUNTRIES.length)
  expect(countryOfId(HOME_COUNTRY)).toEqual({ country_id: 140, country_iso_2: 'US', country_iso_3: 'USA' })
  expect(countryOfId(0)).toBeUndefined()
  expect(countryName(countryOfIso('DE')!, 'es')).toBe('Alemania')
})

test('a number is shown in national format to its own country, and in international format to others', () => {
  expect(formatPhone(parseAnyPhone('+13135550100')!)).toBe('(313) 555-0100')
  expect(formatPhone(parseAnyPhone('+4930901820')!)).toBe('+49 30 901820')
})

test('a number is formatted while typed, in the format of its country if it has one', () => {
  expect(formatPhoneAsTyped('3135550100', 'us')).toBe('(313) 555-0100')
  expect(formatPhoneAsTyped('3135550100', 'XX')).toBe('3135550100')
  expect(parsePhone('(313) 555-0100', 'us')?.number).toBe('+13135550100')
  expect(parsePhone('+13135550100', 'XX')).toBeUndefined()
  expect(parseAnyPhone('call me')).toBeUndefined()
})
