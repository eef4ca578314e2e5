import { useHotkeys } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { call } from '#web/platform/api.ts'
import { useIdle } from '#web/platform/idle.ts'
import { lock, useIsLocked } from '#web/platform/lock.ts'
import { useSession } from '#web/platform/session.tsx'

const LockScreen = lazy(() => import('./LockScreen.tsx').then((m) => ({ default: m.LockScreen })))

/** What hides behind the lock: at once by the key, or when nobody has touched it for as long as the settings say. */
export function Lockable({ children }: { children: ReactNode }) {
  const isLocked = useIsLocked()
  const [wasShown, setWasShown] = useState(!isLocked)
  if (!isLocked && !wasShown) setWasShown(true)
  const { data: minutes = 0 } = useQuery({
    queryKey: ['environment'],
    queryFn: async ({ signal }) =>
      (
        await call<{ environment: { idle_lock_minutes: number } }>('GET', '/environment', undefined, {
          signal,
        })
      ).environment,
    select: ({ idle_lock_minutes }) => idle_lock_minutes,
  })
  // Whoever acts as another does not know the password that would open it again; his own session has its end.
  const mayLock = !useSession().user?.impersonated_by
  useIdle(isLocked || !mayLock ? 0 : minutes, lock)
  useHotkeys(mayLock ? [['ctrl+alt+L', lock]] : [], [], true)
  return (
    <>
      {wasShown && children}
      {isLocked && (
        <Suspense>
          <LockScreen />
        </Suspense>
      )}
    </>
  )
}
