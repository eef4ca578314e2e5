import type { ComponentType } from 'react'
import { beginRead } from '#web/platform/api.ts'
import { addTexts } from '#web/platform/language.tsx'
import { readToken } from '#web/platform/token.ts'

/** Every text of the product, beside those of the door. */
const TEXTS = {
  en: async () => (await import('./english.ts')).english,
  es: async () => (await import('./spanish.ts')).spanish,
}

/** Everything behind the door, and what is usually seen first there. The door itself does not wait for it. */
export async function loadShell(): Promise<ComponentType> {
  if (readToken()) beginReads(window.location.pathname)
  void import('./SignedInRoutes.tsx')
    .then(({ fetchScreen }) => fetchScreen(window.location.pathname))
    .catch(() => {})
  void import('./Lockable.tsx').catch(() => {})
  void import('./dashboard/DashboardScreen.tsx').catch(() => {})
  const [shell] = await Promise.all([import('./Shell.tsx').then((m) => m.Shell), addTexts(TEXTS)])
  return shell
}

/** What the first screen waits for, whichever it is, and what the two that are opened most ask first. */
function beginReads(pathname: string): void {
  beginRead('/user_defined_fields/known')
  if (pathname === '/' || pathname === '/dashboard') {
    beginRead('/me/dashboard_widgets')
    beginRead(`/devices/needing_someone?limit=${isPhone() ? 8 : 20}`)
  }
  const device = /^\/devices\/profile\/(\d{1,15})$/.exec(pathname)?.[1]
  if (device) beginRead(`/devices/${device}`)
}

/** As the dashboard has it: on a phone it asks for fewer tanks. */
function isPhone(): boolean {
  return window.matchMedia('(max-width: 48em)').matches
}
