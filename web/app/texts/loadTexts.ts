import { addTexts, registerAllTexts } from '#web/platform/language.tsx'

/** The texts of the first screen that the sign-in page does not have. */
const FIRST = {
  en: async () => (await import('./firstEnglish.ts')).firstEnglish,
  es: async () => (await import('./firstSpanish.ts')).firstSpanish,
}

/** Few large parts: fifty small ones would take a phone longer than all texts at once. */
const DAILY = {
  en: async () => (await import('./dailyEnglish.ts')).dailyEnglish,
  es: async () => (await import('./dailySpanish.ts')).dailySpanish,
}

const OFFICE = {
  en: async () => (await import('./officeEnglish.ts')).officeEnglish,
  es: async () => (await import('./officeSpanish.ts')).officeSpanish,
}

/** Loads the texts of the frame and the dashboard. */
export function loadFirstTexts(): Promise<void> {
  return addTexts(FIRST)
}

/** Loads the texts of daily work, which all screens but the dashboard show. */
export function loadDailyTexts(): Promise<void> {
  return addTexts(DAILY)
}

registerAllTexts(DAILY, OFFICE)
