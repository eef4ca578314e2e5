/** The 27 languages that a person can choose; English and Spanish are complete, the rest fall back to English. */
export const LOCALE_CODES = [
  'ar',
  'bg',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'es',
  'fa',
  'fi',
  'fr',
  'he',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'nl',
  'no',
  'pl',
  'pt',
  'ro',
  'ru',
  'sv',
  'th',
  'tr',
  'zh',
] as const

export type LocaleCode = (typeof LOCALE_CODES)[number]

/** The languages whose texts are complete. */
export type TextLanguage = 'en' | 'es'

const RIGHT_TO_LEFT: readonly string[] = ['ar', 'fa', 'he']

export function isRightToLeft(language: string): boolean {
  return RIGHT_TO_LEFT.includes(language)
}

/** The language in which texts are shown to somebody who chose `language`. */
export function textLanguage(language: string | undefined): TextLanguage {
  return language?.slice(0, 2) === 'es' ? 'es' : 'en'
}

/** Where Spanish is read as in Spain: 13.607,5. */
const SPAIN = /^(Europe|Africa|Atlantic)\//

/**
 * How figures, dates and times of a language are written: Spanish as in most of the Americas (13,607.5), unless the reader's
 * country, which their time zone tells, writes otherwise.
 * @param language of the reader; what is a locale already stays as it is
 * @param timeZone of the reader, where it is known
 * @returns a locale for Intl
 */
export function localeOf(language: string, timeZone = ''): string {
  if (language !== 'es') return language
  return SPAIN.test(timeZone) ? 'es-ES' : 'es-419'
}
