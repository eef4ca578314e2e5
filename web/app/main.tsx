import { prefetchFirstScreens } from './prefetchFirstScreens.ts'

// Small, and at once: what the first screen shows is under way while everything else is still being fetched and read.
prefetchFirstScreens()
// Only a built client: in development nothing may come from a cache.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  window.addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => {}))
}
await import('./start.tsx')
