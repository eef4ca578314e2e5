import { createInstance } from 'i18next'
import { textLanguage } from '#core/platform/locales.ts'
import type { TextKey } from '#core/platform/textKeys.ts'

const texts = createInstance()

/** Makes the texts known: whoever puts the product together does it once, before anything is said. */
export function registerTexts({ en, es }: Readonly<Record<'en' | 'es', object>>): void {
  // Resources are given here, so that nothing is awaited and the texts are there at once.
  void texts.init({
    resources: { en: { translation: en }, es: { translation: es } },
    fallbackLng: 'en',
    initAsync: false,
    interpolation: { escapeValue: false },
  })
}

/** A text of the product in a person's language. */
export function translate(
  language: string,
  key: TextKey,
  params?: Readonly<Record<string, unknown>>,
): string {
  return texts.t(key, { lng: textLanguage(language), ...params })
}
