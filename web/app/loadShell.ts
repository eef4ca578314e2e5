import type { ComponentType } from 'react'
import { addTexts } from '#web/platform/language.tsx'

/** Every text of the product, beside those of the door. */
const TEXTS = {
  en: async () => (await import('./english.ts')).english,
  es: async () => (await import('./spanish.ts')).spanish,
}

/** Everything behind the door, and what is usually seen first there. The door itself does not wait for it. */
export async function loadShell(): Promise<ComponentType> {
  void import('./SignedInRoutes.tsx').catch(() => {})
  void import('./Lockable.tsx').catch(() => {})
  void import('./dashboard/DashboardScreen.tsx').catch(() => {})
  const [shell] = await Promise.all([import('./Shell.tsx').then((m) => m.Shell), addTexts(TEXTS)])
  return shell
}
