import { textLanguage } from './locales.ts'

/** The percent sign as it follows a figure in the texts of a language: "65%" in English, "65 %" in Spanish. */
export function percentSign(language: string): string {
  return textLanguage(language) === 'es' ? '\u00a0%' : '%'
}
