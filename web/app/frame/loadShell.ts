import type { ComponentType } from 'react'
import { prefetchFirstScreens } from '../prefetchFirstScreens.ts'
import { isSignInPage } from '../signInAddress.ts'
import { loadFirstTexts, loadTextsOf } from '../texts/loadTexts.ts'

/** The address of the dashboard. */
const DASHBOARD = /^\/(dashboard\/?)?$/

/** When what most screens share is fetched on a screen that needs less, ms: long after it is complete, even on a slow phone. */
const PREFETCH_AFTER_MS = 15_000

let shell: Promise<ComponentType> | undefined

/** Loads everything after the sign-in page, including the most frequent first screen. Loads once; a failed load is tried again. */
export function loadShell(): Promise<ComponentType> {
  prefetchFirstScreens()
  shell ??= fetchShell().catch((failure: unknown) => {
    shell = undefined
    throw failure
  })
  return shell
}

async function fetchShell(): Promise<ComponentType> {
  const { pathname } = window.location
  // Requested first: a screen's own styles must come later, so that they override the shell's.
  const parts = import('./Shell.tsx')
  void parts.then(({ fetchScreen }) => fetchScreen(pathname)).catch(() => {})
  const isFirst = DASHBOARD.test(pathname)
  // After the sign-in most users see the dashboard.
  if (isFirst || isSignInPage(pathname))
    void import('#web/domains/dashboard/DashboardScreen.tsx').catch(() => {})
  else void loadTextsOf('daily').catch(() => {})
  const [{ Shell }] = await Promise.all([parts, loadFirstTexts()])
  setTimeout(() => void prefetchRest().catch(() => {}), PREFETCH_AFTER_MS)
  return Shell
}

async function prefetchRest(): Promise<void> {
  await Promise.all([
    loadTextsOf('daily'),
    import('../kinds.ts'),
    import('#web/resources/record/StandardList.tsx'),
  ])
}
