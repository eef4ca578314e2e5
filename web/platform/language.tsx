import { useDirection } from '@mantine/core'
import { default as i18next, type PostProcessorModule, use as withPlugin } from 'i18next'
import { type ReactNode, useEffect } from 'react'
import { initReactI18next, useTranslation } from 'react-i18next'
import { isRightToLeft, type TextLanguage, textLanguage } from '#core/platform/locales.ts'
import { useSession } from './session.tsx'
import { useLook } from './useLook.ts'

type Loader = () => Promise<object>

const KEY = 'ullage.language'
const loaders: Partial<Record<TextLanguage, Loader>> = {}

const FROM_LEFT_TO_RIGHT = '\u2066'
const END = '\u2069'

/**
 * Among text that runs from right to left, an English sentence stands for itself: without that its numbers change
 * places, and "1–3 days" would be read as "3–1".
 */
const isolating: PostProcessorModule = {
  type: 'postProcessor',
  name: 'isolating',
  process: (text: string, _key, _options, { language }: { language: string }) =>
    isRightToLeft(language) && text !== '' ? `${FROM_LEFT_TO_RIGHT}${text}${END}` : text,
}

/** English is there at once; other languages are loaded when somebody reads them. */
export async function startLanguage(
  english: object,
  others: Partial<Record<TextLanguage, Loader>>,
): Promise<void> {
  Object.assign(loaders, others)
  withPlugin(initReactI18next)
  withPlugin(isolating)
  await i18next.init({
    resources: { en: { translation: english } },
    lng: 'en',
    fallbackLng: 'en',
    initAsync: false,
    interpolation: { escapeValue: false },
    postProcess: ['isolating'],
  })
  await changeLanguage(localStorage.getItem(KEY) ?? navigator.language.slice(0, 2))
}

/** Shows the product in another language from now on. */
export async function changeLanguage(language: string): Promise<void> {
  const text = textLanguage(language)
  const load = loaders[text]
  if (load && !i18next.hasResourceBundle(text, 'translation')) {
    i18next.addResourceBundle(text, 'translation', await load())
  }
  localStorage.setItem(KEY, language)
  await i18next.changeLanguage(language)
}

export function useLanguage(): { language: string; direction: 'ltr' | 'rtl' } {
  const { i18n } = useTranslation()
  return { language: i18n.language, direction: isRightToLeft(i18n.language) ? 'rtl' : 'ltr' }
}

/** Follows the language of whoever is signed in, and tells the document which language and direction it is in. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const { user } = useSession()
  const { language, direction } = useLanguage()
  const { setDirection } = useDirection()
  const [{ isRightToLeft: isWanted }] = useLook()
  const own = user?.language

  useEffect(() => {
    if (own) void changeLanguage(own)
  }, [own])

  useEffect(() => {
    document.documentElement.lang = language
    setDirection(isWanted ? 'rtl' : direction)
  }, [language, direction, isWanted, setDirection])

  return children
}
