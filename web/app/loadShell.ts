import type { ComponentType } from 'react'
import { loadAllTexts } from '#web/platform/language.tsx'
import { loadFirstTexts } from './loadTexts.ts'
import { prefetchFirstScreens } from './prefetchFirstScreens.ts'

/** Where the dashboard is shown, which waits for its own texts only. */
const DASHBOARD = /^\/(dashboard\/?)?$/

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
  const texts = DASHBOARD.test(window.location.pathname) ? loadFirstTexts() : loadAllTexts()
  const [{ Shell }] = await Promise.all([import('./Shell.tsx'), texts, styles])
  void loadAllTexts().catch(() => {})
  return Shell
}
