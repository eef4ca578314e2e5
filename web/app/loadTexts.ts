import { addTexts, registerAllTexts } from '#web/platform/language.tsx'

registerAllTexts({
  en: async () => (await import('./english.ts')).english,
  es: async () => (await import('./spanish.ts')).spanish,
})

/** What the first screen says, beside the texts of the door. */
const FIRST = {
  en: async () => (await import('./firstEnglish.ts')).firstEnglish,
  es: async () => (await import('./firstSpanish.ts')).firstSpanish,
}

/** Loads what the frame and the dashboard say. */
export function loadFirstTexts(): Promise<void> {
  return addTexts(FIRST)
}
