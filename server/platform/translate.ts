import { createInstance } from 'i18next'
import { textLanguage } from '#core/platform/texts/locales.ts'
import type { TextKey } from '#core/platform/texts/textKeys.ts'

const texts = createInstance()

/** Registers the texts: called once by the entry point, before any translation. */
export function registerTexts({ en, es }: Readonly<Record<'en' | 'es', object>>): void {
  // Resources are passed inline, so that the texts are available synchronously.
  void texts.init({
    resources: { en: { translation: en }, es: { translation: es } },
    fallbackLng: 'en',
    initAsync: false,
    interpolation: { escapeValue: false },
  })
}

/** A text of the product in a language: the text of the first key that has one. */
export function translate(
  language: string,
  key: TextKey | readonly TextKey[],
  params?: Readonly<Record<string, unknown>>,
): string {
  return texts.t(typeof key === 'string' ? key : [...key], { lng: textLanguage(language), ...params })
}
