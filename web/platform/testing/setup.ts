import { notifications } from '@mantine/notifications'
import { cleanup, configure } from '@testing-library/react'
import React from 'react'
import { afterEach, vi } from 'vitest'
import '#core/registry.ts'
import { startLanguage } from '#web/platform/language.tsx'
import { loadInputs } from '#web/resources/form/LazySectionInputs.tsx'

// Speed is not tested here.
configure({ asyncUtilTimeout: 30_000 })

// React would note where each element was created, for its warnings: that takes a sixth of the time.
const internals: object = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
)
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} })

// All files share one page: creating one for each takes longer than its tests.
afterEach(() => {
  cleanup()
  notifications.clean()
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
})

// Browser APIs that Mantine needs and the test's DOM lacks.
window.matchMedia = (query: string) =>
  ({
    matches: false,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
  }) as unknown as MediaQueryList
// The test's DOM holds its mutation observers by weak references only: a garbage collection would silence them.
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
// Everything is visible.
vi.stubGlobal(
  'IntersectionObserver',
  class extends NoObserver {
    constructor(private readonly seen: (entries: { isIntersecting: boolean }[]) => void) {
      super()
    }
    override observe() {
      this.seen([{ isIntersecting: true }])
    }
  },
)
Element.prototype.scrollIntoView = () => {}
// A browser stores a download and stays on the page; the test's DOM would navigate, and break all later tests.
const follow = HTMLAnchorElement.prototype.click
HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
  if (!this.download) follow.call(this)
}
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })

await startLanguage({
  en: async () => (await import('#web/app/texts/english.ts')).english,
  es: async () => (await import('#web/app/texts/spanish.ts')).spanish,
})

// Loaded here, because an import that a test leaves unfinished fails when its page is torn down, and all later files with it.
import.meta.glob('../../app/texts/*{English,Spanish}.ts', { eager: true })

// How fast inputs are fetched is not tested here.
await loadInputs()
