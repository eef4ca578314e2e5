import type { ComponentType } from 'react'
import { addTexts } from '#web/platform/language.tsx'
import { prefetchFirstScreens } from './prefetchFirstScreens.ts'

/** Every text of the product, beside those of the door. */
const TEXTS = {
  en: async () => (await import('./english.ts')).english,
  es: async () => (await import('./spanish.ts')).spanish,
}

let shell: Promise<ComponentType> | undefined

/**
 * Everything behind the door, and what is usually seen first there. The door itself does not wait for it. It is fetched
 * once, and again only when that has failed.
 */
export function loadShell(): Promise<ComponentType> {
  prefetchFirstScreens()
  shell ??= fetchShell().catch((failure: unknown) => {
    shell = undefined
    throw failure
  })
  return shell
}

async function fetchShell(): Promise<ComponentType> {
  // Asked for before all else: a screen's own styles come after them, and say otherwise where it matters.
  const styles = import('./shellStyles.ts')
  void import('./SignedInRoutes.tsx')
    .then(({ fetchScreen }) => fetchScreen(window.location.pathname))
    .catch(() => {})
  void import('./LockBoundary.tsx').catch(() => {})
  void import('#web/domains/dashboard/DashboardScreen.tsx').catch(() => {})
  const [{ Shell }] = await Promise.all([import('./Shell.tsx'), addTexts(TEXTS), styles])
  return Shell
}
