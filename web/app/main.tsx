import '@fontsource-variable/inter/index.css'
import '@mantine/core/styles.css'
import '@mantine/dates/styles.css'
import '@mantine/notifications/styles.css'
import '@mantine/spotlight/styles.css'
import '#web/platform/base.css'
import { beginReads } from './beginReads.ts'

// Small, and at once: what the first screen shows is under way while everything else is still being fetched and read.
beginReads()
// Only a built client: in development nothing may come from a cache.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  window.addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => {}))
}
await import('./start.tsx')
