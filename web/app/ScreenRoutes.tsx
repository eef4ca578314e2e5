import { Center, Loader } from '@mantine/core'
import { Suspense } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { LoginScreen } from '#web/domains/access/LoginScreen.tsx'
import { SetupScreen } from '#web/domains/access/SetupScreen.tsx'
import { useSession } from '#web/platform/session.tsx'
import { Layout } from './Layout.tsx'
import { maySee } from './menu.ts'
import { NotFoundScreen } from './NotFoundScreen.tsx'
import { ScreenBoundary } from './ScreenBoundary.tsx'
import { StandardScreen } from './StandardScreen.tsx'
import { type Screen, screens } from './screens.tsx'

/** What each address shows: the door without a session, else the screens of the table inside the layout. */
export function ScreenRoutes() {
  const { user, isRestoring } = useSession()
  if (isRestoring) return <Waiting />
  return (
    <Routes>
      <Route path="/session/setup/:token" element={<SetupScreen />} />
      <Route path="/session/login/:redirect?" element={user ? <Inside /> : <LoginScreen />} />
      {user ? (
        <Route element={<Layout />}>
          <Route index element={<Navigate to="/dashboard" replace />} />
          {screens.flatMap((screen) => routesOf(screen))}
          <Route path="*" element={<NotFoundScreen />} />
        </Route>
      ) : (
        <Route path="*" element={<ToTheDoor />} />
      )}
    </Routes>
  )
}

function routesOf(screen: Screen) {
  const guarded = (element: React.ReactNode) => <Guarded screen={screen}>{element}</Guarded>
  const { component: Own, resource, path, single } = screen
  if (!resource || !single) return [<Route key={path} path={path} element={guarded(Own && <Own />)} />]
  return [
    <Route
      key={path}
      path={path}
      element={guarded(<StandardScreen.List resource={resource} path={single} />)}
    />,
    <Route
      key={single}
      path={single}
      element={guarded(
        Own ? <Own /> : <StandardScreen.Single resource={resource} listPath={path} path={single} />,
      )}
    />,
  ]
}

/** Who may not open a screen is brought to the dashboard. */
function Guarded({ screen, children }: { screen: Screen; children: React.ReactNode }) {
  const { user } = useSession()
  if (!user || !maySee(user, screen)) return <Navigate to="/dashboard" replace />
  return (
    <ScreenBoundary>
      <Suspense fallback={<Waiting />}>{children}</Suspense>
    </ScreenBoundary>
  )
}

/** The way back is kept in the address, encoded, unless the sign-out was asked for. */
function ToTheDoor() {
  const { keepsWay } = useSession()
  const { pathname, search } = useLocation()
  const way = `${pathname}${search}`
  const isWorthKeeping = keepsWay && way !== '/' && way !== '/dashboard'
  return <Navigate to={`/session/login${isWorthKeeping ? `/${encodeURIComponent(way)}` : ''}`} replace />
}

/** After the sign-in: to where one came from, else to one's own first screen, else to the dashboard. */
function Inside() {
  const { user } = useSession()
  const { pathname } = useLocation()
  const way = decodeURIComponent(pathname.replace(/^\/session\/login\/?/, ''))
  const isOwn = way.startsWith('/') && !way.startsWith('//')
  return <Navigate to={isOwn ? way : (user?.default_route ?? '/dashboard')} replace />
}

function Waiting() {
  return (
    <Center h="60vh">
      <Loader />
    </Center>
  )
}
