import { addTexts, registerAllTexts } from '#web/platform/language.tsx'

/** The texts of the first screen that the sign-in page does not have. */
const FIRST = {
  en: async () => (await import('./firstEnglish.ts')).firstEnglish,
  es: async () => (await import('./firstSpanish.ts')).firstSpanish,
}

/** Texts of the other screens, in few large parts: fifty small ones would take a phone longer than all texts at once. */
const PARTS = {
  daily: {
    en: async () => (await import('./dailyEnglish.ts')).dailyEnglish,
    es: async () => (await import('./dailySpanish.ts')).dailySpanish,
  },
  sales: {
    en: async () => (await import('./salesEnglish.ts')).salesEnglish,
    es: async () => (await import('./salesSpanish.ts')).salesSpanish,
  },
  deliveries: {
    en: async () => (await import('./deliveriesEnglish.ts')).deliveriesEnglish,
    es: async () => (await import('./deliveriesSpanish.ts')).deliveriesSpanish,
  },
  office: {
    en: async () => (await import('./officeEnglish.ts')).officeEnglish,
    es: async () => (await import('./officeSpanish.ts')).officeSpanish,
  },
}

/** Loads the texts of the frame and the dashboard. */
export function loadFirstTexts(): Promise<void> {
  return addTexts(FIRST)
}

/** Loads some parts of the other texts. */
export function loadTextsOf(...parts: readonly (keyof typeof PARTS)[]): Promise<void> {
  return addTexts(...parts.map((part) => PARTS[part]))
}

registerAllTexts(...Object.values(PARTS))
