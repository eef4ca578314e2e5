import { onTestFinished } from 'vitest'

/** Makes the window as narrow as a phone until the test ends. */
export function showOnPhone(): void {
  const wide = window.matchMedia
  window.matchMedia = (query) => ({ ...wide(query), matches: /max-width/.test(query) })
  onTestFinished(() => {
    window.matchMedia = wide
  })
}
