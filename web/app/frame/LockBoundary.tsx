import { useHotkeys } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useIdle } from '#web/platform/idle.ts'
import { lock, useIsLocked } from '#web/platform/session/lock.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { useEnvironment } from '#web/platform/useEnvironment.ts'

const LockScreen = lazy(() => import('./LockScreen.tsx').then((m) => ({ default: m.LockScreen })))

/** Locks its content on the shortcut, or after the idle time in the settings. */
export function LockBoundary({ children }: { children: ReactNode }) {
  const isLocked = useIsLocked()
  const [wasShown, setWasShown] = useState(!isLocked)
  if (!isLocked && !wasShown) setWasShown(true)
  const minutes = useEnvironment()?.idle_lock_minutes ?? 0
  // An impersonator does not know the password that unlocks; their own session expires anyway.
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
