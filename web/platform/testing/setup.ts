import { notifications } from '@mantine/notifications'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import '#core/registry.ts'
import { startLanguage } from '#web/platform/language.tsx'

// How soon something comes is no matter of these tests.
configure({ asyncUtilTimeout: 30_000 })

// All files share one page: to begin it anew for each takes longer than its tests.
afterEach(() => {
  cleanup()
  notifications.clean()
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
})

// What Mantine asks of a browser and the test's DOM does not have.
window.matchMedia = (query: string) =>
  ({
    matches: false,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
  }) as unknown as MediaQueryList
// The test's DOM holds its observers of changes by nothing but this: the next collection of garbage would silence them.
vi.stubGlobal(
  'WeakRef',
  class<T> {
    constructor(private readonly held: T) {}
    deref = () => this.held
  },
)
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
vi.stubGlobal('ResizeObserver', NoObserver)
vi.stubGlobal('IntersectionObserver', NoObserver)
Element.prototype.scrollIntoView = () => {}
// A browser keeps what is downloaded and stays where it is; the test's DOM would go there, and take all later tests along.
const follow = HTMLAnchorElement.prototype.click
HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
  if (!this.download) follow.call(this)
}
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })

await startLanguage({
  en: async () => (await import('#web/app/english.ts')).english,
  es: async () => (await import('#web/app/spanish.ts')).spanish,
})
