/** The tag of the background sync, as in `sw.js`. */
const SEND = 'driver-events'

interface WithSync extends ServiceWorkerRegistration {
  sync?: { register: (tag: string) => Promise<void> }
}

/**
 * Asks the browser to send pending events as soon as there is a network, even if this page is closed. Without support, the
 * page sends them when it is opened again.
 */
export async function sendInBackground(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const registration: WithSync = await navigator.serviceWorker.ready
  await registration.sync?.register(SEND).catch(() => {})
}
