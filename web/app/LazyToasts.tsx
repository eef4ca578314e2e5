import { useNotifications } from '@mantine/notifications'
import { lazy, Suspense, useState } from 'react'

const Toasts = lazy(() => import('./Toasts.tsx').then((m) => ({ default: m.Toasts })))

/** Where short messages appear: fetched with the first of them. */
export function LazyToasts() {
  const { notifications, queue } = useNotifications()
  const [isWanted, setIsWanted] = useState(false)
  if (!isWanted && notifications.length + queue.length > 0) setIsWanted(true)
  return <Suspense>{isWanted && <Toasts />}</Suspense>
}
