import { addTexts } from '#web/platform/language.tsx'
import { lazyPart } from '#web/ui/lazyPart.tsx'

const TEXTS = {
  en: async () => (await import('./texts.en.ts')).en,
  es: async () => (await import('./texts.es.ts')).es,
}

/** The scan dialog, fetched with its decoder and its texts on the first scan. */
export const LazyScanDialog = lazyPart(async () => {
  const [{ ScanDialog }] = await Promise.all([import('./ScanDialog.tsx'), addTexts(TEXTS)])
  return ScanDialog
})
