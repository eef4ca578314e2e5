import { recordOf } from '../recordOf.ts'
import { LOCALE_CODES, type LocaleCode, textLanguage } from './locales.ts'

/** The name of each language in that language. */
export const localeNames: Record<LocaleCode, string> = {
  ar: 'العربية',
  bg: 'Български',
  cs: 'Čeština',
  da: 'Dansk',
  de: 'Deutsch',
  el: 'Ελληνικά',
  en: 'English',
  es: 'Español',
  fa: 'فارسی',
  fi: 'Suomi',
  fr: 'Français',
  he: 'עברית',
  hu: 'Magyar',
  id: 'Bahasa Indonesia',
  it: 'Italiano',
  ja: '日本語',
  ko: '한국어',
  nl: 'Nederlands',
  no: 'Norsk',
  pl: 'Polski',
  pt: 'Português',
  ro: 'Română',
  ru: 'Русский',
  sv: 'Svenska',
  th: 'ไทย',
  tr: 'Türkçe',
  zh: '中文',
}

/**
 * The same names for a user who chooses one: a language without texts of its own says so.
 * @param note such as "texts in English"
 */
export function localeChoices(note: string): Record<LocaleCode, string> {
  return recordOf(LOCALE_CODES, (code) =>
    code === textLanguage(code) ? localeNames[code] : `\u2068${localeNames[code]}\u2069 (${note})`,
  )
}
