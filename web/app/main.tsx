import { prefetchFirstScreens } from './prefetchFirstScreens.ts'
import { showFailedStart } from './showFailedStart.ts'

// Small, and first: the data of the first screen loads while the rest of the code is fetched and parsed.
prefetchFirstScreens()
// Only in a build: in development nothing may come from a cache.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  window.addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => {}))
}
void showFirstScreen()

// Not at the top level: there `await` would keep the bundler from merging small parts.
async function showFirstScreen(): Promise<void> {
  try {
    // A separate step: a single step for all code is a long one on a slow phone.
    await import('react-dom/client')
    const { start } = await import('./start.tsx')
    await start()
  } catch (failure) {
    showFailedStart()
    throw failure
  }
}
