import type { subscribeToPush, unsubscribeFromPush } from '#core/domains/notifications/channelCalls.ts'
import { request } from '#web/platform/calls/request.ts'

/** Whether this browser can receive pushes; the service worker is registered in a built client only. */
export async function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return undefined
  return navigator.serviceWorker.getRegistration()
}

/** Whether pushes go to this browser. */
export async function isPushOn(): Promise<boolean> {
  const subscription = await (await findRegistration())?.pushManager.getSubscription()
  return subscription != null
}

/** Asks the browser for permission and subscribes. @throws if the browser or the server refuses */
export async function startPush(push_key: string): Promise<void> {
  const registration = await findRegistration()
  if (!registration) throw new Error('no service worker')
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: push_key,
  })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  try {
    await request<typeof subscribeToPush>('PUT', '/me/push_subscription', {
      body: { endpoint, keys: { p256dh, auth } },
    })
  } catch (failure) {
    await subscription.unsubscribe()
    throw failure
  }
}

/** Ends pushes to this browser. */
export async function endPush(): Promise<void> {
  const subscription = await (await findRegistration())?.pushManager.getSubscription()
  if (!subscription) return
  const { endpoint } = subscription
  await subscription.unsubscribe()
  await request<typeof unsubscribeFromPush>('DELETE', '/me/push_subscription', { body: { endpoint } })
}
