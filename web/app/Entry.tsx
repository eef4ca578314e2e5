import { lazy, Suspense, useEffect, useState } from 'react'
import { DoorLinks } from '#web/domains/access/DoorLinks.tsx'
import { LoginScreen } from '#web/domains/access/LoginScreen.tsx'
import { useSession } from '#web/platform/session.tsx'
import { useReturnFocus } from '#web/platform/useReturnFocus.ts'
import { doorAddress, isBeforeTheDoor, isTheDoor } from './doorAddress.ts'
import { FailureBoundary } from './FailureBoundary.tsx'
import { loadShell } from './loadShell.ts'
import { Waiting } from './Waiting.tsx'

const Shell = lazy(() => loadShell().then((shell) => ({ default: shell })))
/** When the door stands and nobody has touched it for so long, the house is fetched, ms. */
const QUIET = 3000

/** The door, small and at once; everything else as soon as somebody wants it, and from then on for good. */
export function Entry() {
  const { user, isRestoring } = useSession()
  useReturnFocus()
  const isIn = user !== null
  const [isOpen, setIsOpen] = useState(() => isIn || isRestoring || !comesToTheDoor())
  useEffect(() => {
    if (isOpen) return
    if (isIn) void loadShell().finally(() => setIsOpen(true))
    else return fetchAhead()
  }, [isOpen, isIn])
  const leave = (path: string) => {
    window.history.pushState(null, '', path)
    setIsOpen(true)
  }
  if (!isOpen) return <LoginScreen links={<DoorLinks onGo={leave} />} />
  return (
    <FailureBoundary>
      <Suspense fallback={<Waiting />}>
        <Shell />
      </Suspense>
    </FailureBoundary>
  )
}

/** Whether the address leads to nothing but the door; the way back is written into it. */
function comesToTheDoor(): boolean {
  const { pathname, search } = window.location
  if (isBeforeTheDoor(pathname)) return false
  if (!isTheDoor(pathname)) window.history.replaceState(null, '', doorAddress(`${pathname}${search}`))
  return true
}

/** Fetches what comes after the door while its form is filled in, so that signing in does not wait for it. */
function fetchAhead(): () => void {
  const begin = () => {
    stop()
    void loadShell().catch(() => {})
  }
  const timer = setTimeout(begin, QUIET)
  window.addEventListener('input', begin)
  function stop(): void {
    clearTimeout(timer)
    window.removeEventListener('input', begin)
  }
  return stop
}
