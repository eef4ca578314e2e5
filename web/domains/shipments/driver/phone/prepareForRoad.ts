/** Time limit for the service worker to become ready, ms. */
const TIMEOUT_MS = 15_000

/**
 * Prepares a phone for the road: sends pending events, reads the day, its gate codes and ticket numbers, and caches all code
 * of the driver's screens in the service worker, including the scanner, which otherwise loads on first use.
 * @returns whether everything is stored
 */
export async function prepareForRoad(sendNow: () => Promise<boolean>): Promise<boolean> {
  try {
    const [isRead] = await Promise.all([
      sendNow(),
      import('#web/resources/scan/LazyScanDialog.tsx'),
      import('#web/resources/scan/ScanDialog.tsx'),
    ])
    if (!isRead) return false
    if (import.meta.env.PROD && 'serviceWorker' in navigator) {
      // A browser without a service worker never resolves `ready`.
      const never = new Promise<never>((_, reject) => setTimeout(reject, TIMEOUT_MS))
      await Promise.race([navigator.serviceWorker.ready, never])
      const assets = performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name))
        .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
      const responses = await Promise.all(
        [...new Set(assets.map(({ href }) => href))].map((href) => fetch(href)),
      )
      if (!responses.every(({ ok }) => ok)) return false
      navigator.serviceWorker.controller?.postMessage('ready-for-the-road')
    }
    return true
  } catch {
    return false
  }
}
