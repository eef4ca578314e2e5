import { lazy, Suspense, useEffect, useState } from 'react'
import { type Environment, fetchEnvironment } from '#web/platform/fetchEnvironment.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { useReturnFocus } from '#web/platform/useReturnFocus.ts'
import { loadShell } from './frame/loadShell.ts'
import { PartErrorBoundary } from './frame/PartErrorBoundary.tsx'
import { ScreenLoading } from './frame/ScreenLoading.tsx'
import { LoginScreen } from './LazyLoginScreen.ts'
import { isOpenToVisitors, isSignInPage, signInAddress, wayHere } from './signInAddress.ts'

const Shell = lazy(() => loadShell().then((shell) => ({ default: shell })))
/** Events that show that a user is about to sign in. */
const INTENTS = ['input', 'keydown', 'pointerdown'] as const

/** Shows the small sign-in page at once; the rest of the client loads when needed, and stays. */
export function AppEntry() {
  const { user, isRestoring } = useSession()
  useReturnFocus()
  const isIn = user !== null
  const [isOpen, setIsOpen] = useState(() => isIn || isRestoring || !showsSignInPage())
  useEffect(() => {
    if (isOpen) return
    if (isIn) void loadShell().finally(() => setIsOpen(true))
    else return prefetchShell()
  }, [isOpen, isIn])
  const leave = (path: string) => {
    window.history.pushState(null, '', path)
    setIsOpen(true)
  }
  if (!isOpen)
    return (
      <PartErrorBoundary>
        <Suspense>
          <FirstSignIn onGo={leave} />
        </Suspense>
      </PartErrorBoundary>
    )
  return (
    <PartErrorBoundary>
      <Suspense fallback={<ScreenLoading />}>
        <Shell />
      </Suspense>
    </PartErrorBoundary>
  )
}

/** The sign-in page before anything else has loaded. */
function FirstSignIn({ onGo }: { onGo: (path: string) => void }) {
  const [environment, setEnvironment] = useState<Environment>()
  useEffect(() => {
    fetchEnvironment().then(setEnvironment, () => {})
  }, [])
  return <LoginScreen environment={environment} onGo={onGo} />
}

/** Whether the address shows only the sign-in page. Writes the way back into the address. */
function showsSignInPage(): boolean {
  const { pathname } = window.location
  if (isOpenToVisitors(pathname)) return false
  if (!isSignInPage(pathname)) window.history.replaceState(null, '', signInAddress(wayHere()))
  return true
}

/** Fetches the rest of the client while the sign-in form is filled in, so that signing in does not wait for it; not before. */
function prefetchShell(): () => void {
  const begin = () => {
    stop()
    void loadShell().catch(() => {})
  }
  for (const intent of INTENTS) window.addEventListener(intent, begin)
  function stop(): void {
    for (const intent of INTENTS) window.removeEventListener(intent, begin)
  }
  return stop
}
