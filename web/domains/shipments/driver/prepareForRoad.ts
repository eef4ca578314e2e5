/** How long the service worker may take until it stands, ms. */
const PATIENCE = 15_000

/**
 * Makes a phone ready to leave: what was done is sent, the day, the codes of its gates and numbers for tickets are read, and all that the screens of the day
 * are made of lies in the cache of the service worker, also the scanner, which is fetched when somebody first scans.
 * @returns whether all of it is there
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
      // A browser that keeps no worker never says so.
      const never = new Promise<never>((_, reject) => setTimeout(reject, PATIENCE))
      await Promise.race([navigator.serviceWorker.ready, never])
      const assets = performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name))
        .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
      const answers = await Promise.all(
        [...new Set(assets.map(({ href }) => href))].map((href) => fetch(href)),
      )
      if (!answers.every(({ ok }) => ok)) return false
      navigator.serviceWorker.controller?.postMessage('ready-for-the-road')
    }
    return true
  } catch {
    return false
  }
}
