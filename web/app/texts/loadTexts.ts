import { addTexts, loadAllTexts, registerAllTexts } from '#web/platform/language.tsx'

/** The texts of the first screen that the sign-in page does not have. */
const FIRST = {
  en: async () => (await import('./firstEnglish.ts')).firstEnglish,
  es: async () => (await import('./firstSpanish.ts')).firstSpanish,
}

/** Loads the texts of the frame and the dashboard. */
export function loadFirstTexts(): Promise<void> {
  return addTexts(FIRST)
}

/** Fetched beside the first screen that needs it: with a line for every file, it would weigh on the dashboard. */
export const fetchDomainTexts = () => import('../domainTexts.ts')

registerAllTexts({
  en: async () => (await fetchDomainTexts()).allTexts.en(),
  es: async () => (await fetchDomainTexts()).allTexts.es(),
})

/**
 * Loads what the screens of a domain show besides the texts of the frame.
 * @param domain undefined for a screen that combines domains or names kinds of every domain: it loads all texts.
 */
export async function loadTextsOf(domain: string | undefined): Promise<void> {
  if (!domain) return loadAllTexts()
  await addTexts((await fetchDomainTexts()).textsOf(domain))
}
