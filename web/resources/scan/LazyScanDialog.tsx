import { addTexts } from '#web/platform/language.tsx'
import { lazyPart } from '#web/ui/lazyPart.tsx'

const TEXTS = {
  en: async () => (await import('./texts.en.ts')).en,
  es: async () => (await import('./texts.es.ts')).es,
}

/** The scan dialog, fetched with its reader of codes and its texts when somebody first scans. */
export const LazyScanDialog = lazyPart(async () => {
  const [{ ScanDialog }] = await Promise.all([import('./ScanDialog.tsx'), addTexts(TEXTS)])
  return ScanDialog
})
