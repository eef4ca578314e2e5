import { Alert } from '@mantine/core'
import { lazy, Suspense, useDeferredValue, useState } from 'react'
import { type Location, Navigate, Route, Routes, useLocation, useNavigate } from 'react-router'
import { firstScreenOf } from '#web/platform/firstScreenOf.ts'
import { loadAllTexts } from '#web/platform/language.tsx'
import { useSession } from '#web/platform/session/session.tsx'
import { useEnvironment } from '#web/platform/useEnvironment.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { LockBoundary } from './frame/LockBoundary.tsx'
import { PartErrorBoundary } from './frame/PartErrorBoundary.tsx'
import { ScreenLoading } from './frame/ScreenLoading.tsx'
import { LoginScreen } from './LazyLoginScreen.ts'
import { SignedInRoutes } from './SignedInRoutes.tsx'
import { signInAddress, wayBack, wayHere } from './signInAddress.ts'

/** The texts of the sign-in page do not include these pages; without their own texts, their buttons would be empty for a moment. */
async function withTexts<T>(part: Promise<T>): Promise<T> {
  const [fetched] = await Promise.all([part, loadAllTexts()])
  return fetched
}

const SetupScreen = lazy(() =>
  withTexts(import('#web/domains/access/signIn/SetupScreen.tsx')).then((m) => ({ default: m.SetupScreen })),
)
const ForgotPasswordScreen = lazy(() =>
  withTexts(import('#web/domains/access/signIn/ForgotPasswordScreen.tsx')).then((m) => ({
    default: m.ForgotPasswordScreen,
  })),
)
const ResetPasswordScreen = lazy(() =>
  withTexts(import('#web/domains/access/signIn/ResetPasswordScreen.tsx')).then((m) => ({
    default: m.ResetPasswordScreen,
  })),
)
const InviteScreen = lazy(() =>
  withTexts(import('#web/domains/access/signIn/InviteScreen.tsx')).then((m) => ({ default: m.InviteScreen })),
)
const NothingLockedScreen = lazy(() =>
  withTexts(import('#web/domains/access/signIn/NothingLockedScreen.tsx')).then((m) => ({
    default: m.NothingLockedScreen,
  })),
)
const SignUpScreen = lazy(() =>
  withTexts(import('#web/domains/access/signIn/SignUpScreen.tsx')).then((m) => ({ default: m.SignUpScreen })),
)
const ConfirmEmailScreen = lazy(() =>
  withTexts(import('#web/domains/access/signIn/ConfirmEmailScreen.tsx')).then((m) => ({
    default: m.ConfirmEmailScreen,
  })),
)
const EnrolScreen = lazy(() =>
  withTexts(import('#web/domains/access/signIn/EnrolScreen.tsx')).then((m) => ({ default: m.EnrolScreen })),
)

/** Chooses what each address shows: the sign-in page without a session, else the screens. */
export function ScreenRoutes() {
  const { user, isRestoring, isLeaving } = useSession()
  const { pathname, search } = useLocation()
  // Deferred, so that a slow machine draws the whole frame in small steps.
  const isWaiting = useDeferredValue(isRestoring)
  if (pathname.length > 1 && pathname.endsWith('/')) {
    return <Navigate to={`${pathname.replace(/\/+$/, '') || '/'}${search}`} replace />
  }
  if (isWaiting || isLeaving) return <ScreenLoading />
  return (
    // No key here: the frame around the screens, and what is open in it, outlives navigation.
    <PartErrorBoundary address={pathname}>
      <Suspense fallback={<ScreenLoading />}>
        <Routes>
          <Route path="/session/setup/:token" element={<SetupScreen />} />
          <Route path="/users/user_invite/:token/:people_id" element={<InviteScreen />} />
          <Route path="/session/sign-up" element={<SignUpScreen />} />
          <Route path="/session/confirm_email/:code" element={<ConfirmEmailScreen />} />
          <Route path="/session/forgot_password" element={<ForgotPasswordScreen />} />
          <Route path="/session/reset_password/:id" element={<ResetPasswordScreen />} />
          {!user && <Route path="/session/lock_screen" element={<NothingLockedScreen />} />}
          <Route path="/session/login/:redirect?" element={user ? <AfterSignIn /> : <SignIn />} />
          <Route path="*" element={user ? <SignedIn mustEnrol={user.must_enrol} /> : <RedirectToSignIn />} />
        </Routes>
      </Suspense>
    </PartErrorBoundary>
  )
}

function SignIn() {
  const navigate = useNavigate()
  const environment = useEnvironment()
  return (
    <LoginScreen environment={environment} onGo={(path) => void navigate(path)} note={<SignInNotice />} />
  )
}

const NOTES = ['messages.sign_up_requested']

/** The result of the page before the sign-in page. */
function SignInNotice() {
  const { t } = useTranslation()
  const { state }: Location<{ note?: string } | null> = useLocation()
  const note = state?.note ?? ''
  if (!NOTES.includes(note)) return null
  return (
    <Alert color="fine" role="status">
      {t(note)}
    </Alert>
  )
}

function SignedIn({ mustEnrol }: { mustEnrol: boolean }) {
  return <LockBoundary>{mustEnrol ? <EnrolScreen /> : <SignedInRoutes />}</LockBoundary>
}

/**
 * Leads to the sign-in page. Keeps the way back in the address, encoded, unless the user signed out. The way back is read from
 * the browser: during navigation the router still reports the previous screen.
 */
function RedirectToSignIn() {
  const { keepsWay } = useSession()
  const { state } = useLocation()
  const [address] = useState(wayHere)
  return <Navigate to={signInAddress(keepsWay ? address : '/')} state={state} replace />
}

/** After the sign-in: the way back, else the user's first screen, else the dashboard. */
function AfterSignIn() {
  const { user } = useSession()
  const { pathname } = useLocation()
  return <Navigate to={wayBack(pathname) ?? firstScreenOf(user)} replace />
}
