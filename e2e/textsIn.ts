import { createInstance, type TFunction } from 'i18next'
import { english } from '#web/app/texts/english.ts'
import { spanish } from '#web/app/texts/spanish.ts'

/** The texts of the screens in a language, by their keys. */
export function textsIn(language: 'en' | 'es'): TFunction {
  const texts = createInstance()
  void texts.init({
    lng: language,
    initAsync: false,
    interpolation: { escapeValue: false },
    resources: { en: { translation: english }, es: { translation: spanish } },
  })
  return texts.t
}
