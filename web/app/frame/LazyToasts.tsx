import { useNotifications } from '@mantine/notifications'
import { lazy, Suspense, useState } from 'react'

const Toasts = lazy(() => import('./Toasts.tsx').then((m) => ({ default: m.Toasts })))

/** Short messages; their code is fetched with the first one. */
export function LazyToasts() {
  const { notifications, queue } = useNotifications()
  const [isNeeded, setIsNeeded] = useState(false)
  if (!isNeeded && notifications.length + queue.length > 0) setIsNeeded(true)
  return <Suspense>{isNeeded && <Toasts />}</Suspense>
}
