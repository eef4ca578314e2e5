import { prefetchFirstScreens } from './prefetchFirstScreens.ts'

// Small, and at once: what the first screen shows is under way while everything else is still being fetched and read.
prefetchFirstScreens()
// Only a built client: in development nothing may come from a cache.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  window.addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => {}))
}
try {
  await import('./start.tsx')
} catch (failure) {
  // What the page itself has drawn stands there still, and cannot be used: it says so.
  const first = document.getElementById('first')
  first?.removeAttribute('aria-hidden')
  first?.classList.add('failed')
  throw failure
}
