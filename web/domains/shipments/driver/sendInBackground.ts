/** What the service worker is woken up by, as `sw.js` names it. */
const SEND = 'driver-events'

interface WithSync extends ServiceWorkerRegistration {
  sync?: { register: (tag: string) => Promise<void> }
}

/**
 * Asks the browser to send what is kept as soon as there is a network, also when this page is closed by then. Where it cannot, the
 * page does it when it is opened again.
 */
export async function sendInBackground(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const registration: WithSync = await navigator.serviceWorker.ready
  await registration.sync?.register(SEND).catch(() => {})
}
