import { useDirection } from '@mantine/core'
import { default as i18next, type PostProcessorModule, use as withPlugin } from 'i18next'
import { type ReactNode, useEffect } from 'react'
import { isRightToLeft, type TextLanguage, textLanguage } from '#core/platform/texts/locales.ts'
import { isolateDirection } from './format/isolateDirection.ts'
import { useSession } from './session/session.tsx'
import { useAppearance } from './useAppearance.ts'
import { renewTranslation, useTranslation } from './useTranslation.ts'

/** Texts of a part of the product in each language, loaded on demand; as one object or as several that complete each other. */
type Texts = Readonly<Record<TextLanguage, () => object | Promise<object>>>

const KEY = 'ullage.language'
const PARTS: Texts[] = []
/** Loads under way by their loader: widgets that mount together all ask for the same texts. */
const LOADING = new Map<Texts[TextLanguage], Promise<void>>()
const LOADED = new Map<Texts, Set<TextLanguage>>()

/** A text was looked up before it was loaded; components that show it render again when it arrives. */
let wasMissed = false

/** Isolates English sentences in right-to-left text: otherwise their numbers change places, and "1–3 days" would be read as "3–1". */
const isolating: PostProcessorModule = {
  type: 'postProcessor',
  name: 'isolating',
  process: (text: string, _key, _options, { language }: { language: string }) =>
    isMirrored || isRightToLeft(language) ? isolateDirection(text) : text,
}

/** The user prefers right-to-left screens in any language. */
let isMirrored = false

/** Starts with the texts of one part; English is the fallback of other languages. */
export async function startLanguage(texts: Texts): Promise<void> {
  withPlugin(isolating)
  await i18next.init({
    resources: {},
    lng: 'en',
    fallbackLng: 'en',
    initAsync: false,
    interpolation: { escapeValue: false },
    postProcess: ['isolating'],
    parseMissingKeyHandler: missingText,
  })
  PARTS.push(texts)
  await changeLanguage(localStorage.getItem(KEY) ?? navigator.language.slice(0, 2))
}

/** Shows nothing for a missing text until all are loaded; then its key. */
function missingText(key: string, standard?: string): string {
  wasMissed = true
  if (standard !== undefined) return standard
  const isComing = all.some((part) => !LOADED.get(part)?.has(textLanguage(i18next.language)))
  if (isComing) void loadAllTexts().catch(() => {})
  return isComing ? '' : key
}

/** Adds the texts of further parts, in the current language and all that are chosen later. */
export async function addTexts(...parts: readonly Texts[]): Promise<void> {
  PARTS.push(...parts.filter((part) => !PARTS.includes(part)))
  await loadTexts(i18next.language)
}

let all: readonly Texts[] = []

/** Registers the parts that have all texts of the product, without loading them. */
export function registerAllTexts(...parts: readonly Texts[]): void {
  all = parts
}

/** Loads all texts. A text that is looked up before the part that has it was loaded loads them, too. */
export function loadAllTexts(): Promise<void> {
  return addTexts(...all)
}

/** Switches the language of the product. */
export async function changeLanguage(language: string): Promise<void> {
  await loadTexts(language)
  localStorage.setItem(KEY, language)
  await i18next.changeLanguage(language)
  // Parts that were added while the texts above loaded.
  await loadTexts(language)
}

/** Loads the missing texts of a language: every text exists in both languages, so one other than English is enough. */
async function loadTexts(language: string): Promise<void> {
  const texts = textLanguage(language)
  await Promise.all(PARTS.map((part) => loadOnce(part, texts)))
  if (!wasMissed) return
  wasMissed = false
  renewTranslation()
}

async function loadOnce(part: Texts, language: TextLanguage): Promise<void> {
  if (LOADED.get(part)?.has(language)) return
  const load = part[language]
  const loading = LOADING.get(load) ?? addPart(part, language).finally(() => LOADING.delete(load))
  LOADING.set(load, loading)
  return loading
}

async function addPart(part: Texts, language: TextLanguage): Promise<void> {
  for (const some of [await part[language]()].flat())
    i18next.addResourceBundle(language, 'translation', some, true, true, { silent: true })
  LOADED.set(part, (LOADED.get(part) ?? new Set()).add(language))
}

export function useLanguage(): { language: string; direction: 'ltr' | 'rtl' } {
  const { i18n } = useTranslation()
  return { language: i18n.language, direction: isRightToLeft(i18n.language) ? 'rtl' : 'ltr' }
}

/** Follows the language of the signed-in user, and sets language and direction of the document. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const { user } = useSession()
  const { language, direction } = useLanguage()
  const { setDirection } = useDirection()
  const [{ isRightToLeft: isForced }] = useAppearance()
  const own = user?.language

  useEffect(() => {
    if (own) void changeLanguage(own)
  }, [own])

  useEffect(() => {
    document.documentElement.lang = language
    setDirection(isForced ? 'rtl' : direction)
    if (isMirrored === isForced) return
    isMirrored = isForced
    // All texts on the screen are rerendered.
    void i18next.changeLanguage(language)
  }, [language, direction, isForced, setDirection])

  return children
}
