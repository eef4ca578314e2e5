import { lazy, Suspense, useEffect, useState } from 'react'
import { LoginScreen } from '#web/domains/access/LoginScreen.tsx'
import { type Environment, fetchEnvironment } from '#web/platform/fetchEnvironment.ts'
import { useSession } from '#web/platform/session.tsx'
import { useReturnFocus } from '#web/platform/useReturnFocus.ts'
import { loadShell } from './loadShell.ts'
import { PartErrorBoundary } from './PartErrorBoundary.tsx'
import { ScreenLoading } from './ScreenLoading.tsx'
import { isOpenToVisitors, isSignInPage, signInAddress, wayHere } from './signInAddress.ts'

const Shell = lazy(() => loadShell().then((shell) => ({ default: shell })))
/** When the door stands and nobody has touched it for so long, the house is fetched, ms. */
const QUIET = 3000

/** The door, small and at once; everything else as soon as somebody wants it, and from then on for good. */
export function AppEntry() {
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
  if (!isOpen) return <FirstDoor onGo={leave} />
  return (
    <PartErrorBoundary>
      <Suspense fallback={<ScreenLoading />}>
        <Shell />
      </Suspense>
    </PartErrorBoundary>
  )
}

/** The door before anything else is there. */
function FirstDoor({ onGo }: { onGo: (path: string) => void }) {
  const [environment, setEnvironment] = useState<Environment>()
  useEffect(() => {
    fetchEnvironment().then(setEnvironment, () => {})
  }, [])
  return <LoginScreen environment={environment} onGo={onGo} />
}

/** Whether the address leads to nothing but the door; the way back is written into it. */
function comesToTheDoor(): boolean {
  const { pathname } = window.location
  if (isOpenToVisitors(pathname)) return false
  if (!isSignInPage(pathname)) window.history.replaceState(null, '', signInAddress(wayHere()))
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
