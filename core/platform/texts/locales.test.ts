import { expect, test } from 'vitest'
import { localeOf } from './locales.ts'

test.each([
  ['es', undefined, 'es-US', '13,607.5'],
  ['es', 'America/New_York', 'es-US', '13,607.5'],
  ['es', 'Europe/Madrid', 'es-ES', '13.607,5'],
  ['es-ES', 'America/New_York', 'es-ES', '13.607,5'],
  ['en', 'Europe/Madrid', 'en', '13,607.5'],
  ['de', undefined, 'de', '13.607,5'],
  ['ar', undefined, 'en', '13,607.5'],
])('%s in the time zone %s is formatted as %s: %4$s', (language, zone, locale, figure) => {
  expect(localeOf(language, zone)).toBe(locale)
  expect(new Intl.NumberFormat(locale).format(13_607.5)).toBe(figure)
})
