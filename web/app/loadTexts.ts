import { addTexts, registerAllTexts } from '#web/platform/language.tsx'

registerAllTexts({
  en: async () => (await import('./english.ts')).english,
  es: async () => (await import('./spanish.ts')).spanish,
})

/** The texts of the first screen that the sign-in page does not have. */
const FIRST = {
  en: async () => (await import('./firstEnglish.ts')).firstEnglish,
  es: async () => (await import('./firstSpanish.ts')).firstSpanish,
}

/** Loads the texts of the frame and the dashboard. */
export function loadFirstTexts(): Promise<void> {
  return addTexts(FIRST)
}
