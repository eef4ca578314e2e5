import { useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { lock, useIsLocked } from '#web/platform/session/lock.ts'

/** The address that locks. Unlocking continues at the dashboard. */
export function LockRoute() {
  const isLocked = useIsLocked()
  const [hasLocked, setHasLocked] = useState(false)
  useEffect(() => {
    lock()
    setHasLocked(true)
  }, [])
  return hasLocked && !isLocked ? <Navigate to="/dashboard" replace /> : null
}
