/** The 27 selectable languages; English and Spanish are complete, the rest fall back to English. */
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

/** The languages with complete texts. */
export type TextLanguage = 'en' | 'es'

const RIGHT_TO_LEFT: readonly string[] = ['ar', 'fa', 'he']

export function isRightToLeft(language: string): boolean {
  return RIGHT_TO_LEFT.includes(language)
}

/** The language of texts for a user who chose `language`. */
export function textLanguage(language: string | undefined): TextLanguage {
  return language?.slice(0, 2) === 'es' ? 'es' : 'en'
}

/** Time zones with Spanish number format as in Spain: 13.607,5. */
const SPAIN = /^(Europe|Africa|Atlantic)\//

/**
 * The locale for figures, dates and times of a language: Spanish as in most of the Americas (13,607.5), with names of
 * US time zones (CST), unless the reader's time zone indicates a country with another format. Right-to-left languages have the format of the
 * English texts: their dates within an English sentence would change the order of its words.
 * @param language of the reader; a locale is returned unchanged
 * @param timeZone of the reader, if known
 * @returns a locale for Intl
 */
export function localeOf(language: string, timeZone = ''): string {
  if (isRightToLeft(language)) return 'en'
  if (language !== 'es') return language
  return SPAIN.test(timeZone) ? 'es-ES' : 'es-US'
}
