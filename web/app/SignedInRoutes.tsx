import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { Navigate, Route, Routes, useLocation, useParams } from 'react-router'
import { firstScreenOf } from '#web/platform/firstScreenOf.ts'
import { lock, useIsLocked } from '#web/platform/session/lock.ts'
import { useUser } from '#web/platform/session/session.tsx'
import { toast } from '#web/platform/toast.ts'
import { useScreenTitle } from '#web/platform/usePageTitle.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { RecordAddresses } from '#web/resources/recordAddress.ts'
import type { Screen } from '#web/resources/screen.ts'
import { ScreenChoices } from '#web/resources/screenChoices.ts'
import { UserFieldsProvider } from '#web/resources/userFields.tsx'
import { Layout } from './frame/Layout.tsx'
import { ScreenErrorBoundary } from './frame/ScreenErrorBoundary.tsx'
import { ScreenLoading } from './frame/ScreenLoading.tsx'
import { configurationMenu, mainMenu, maySee } from './menu.ts'
import { loadList, loadRecord, loadScreen, recordScreen, screens, titleKeyOf, withTexts } from './screens.ts'

/** It reads the table of screens, so it cannot be loaded by that table. */
const ConfigurationScreen = lazy(() =>
  withTexts(import('./ConfigurationScreen.tsx').then((m) => ({ default: m.ConfigurationScreen }))),
)
const NotFoundScreen = lazy(() => import('./NotFoundScreen.tsx').then((m) => ({ default: m.NotFoundScreen })))

/** Screens with their own component, fetched when they are opened. */
const FETCHED: ReadonlyMap<Screen, ComponentType> = new Map(
  screens.flatMap((screen) => {
    const { load } = screen
    return load
      ? [[screen, lazy(() => loadScreen(load, screen).then((component) => ({ default: component })))]]
      : []
  }),
)

/** The list and the record of a kind without its own screens, which wait for the texts of its domain. */
const STANDARD = new Map(
  screens
    .filter(({ resource }) => resource)
    .map((screen) => [
      screen,
      {
        List: lazy(() => loadList(screen).then((component) => ({ default: component }))),
        Record: lazy(() => loadRecord(screen).then((component) => ({ default: component }))),
      },
    ]),
)

export function SignedInRoutes() {
  const user = useUser()
  const choices = useMemo(() => [...mainMenu(user), ...configurationMenu(user)], [user])
  const addressOf = useCallback(
    (name: string, id?: number) => {
      const found = recordScreen(name, id)
      return found && maySee(user, found.screen) ? found.address : undefined
    },
    [user],
  )
  return (
    <ScreenChoices value={choices}>
      <RecordAddresses value={addressOf}>
        <UserFieldsProvider waiting={<ScreenLoading />}>
          <Routes>
            <Route path="/session/lock_screen" element={<LockRoute />} />
            <Route element={<Layout />}>
              <Route index element={<Navigate to={firstScreenOf(user)} replace />} />
              {screens.flatMap((screen) => routesOf(screen))}
              <Route path="*" element={<Missing />} />
            </Route>
          </Routes>
        </UserFieldsProvider>
      </RecordAddresses>
    </ScreenChoices>
  )
}

function routesOf(screen: Screen) {
  const { resource, path, single } = screen
  const Own = /^\/configuration(\/:id)?$/.test(path)
    ? ConfigurationScreen
    : (FETCHED.get(screen) ?? screen.component)
  const standard = STANDARD.get(screen)
  if (!resource || !single || !standard) {
    return [<Route key={path} path={path} element={<Guarded screen={screen}>{Own && <Own />}</Guarded>} />]
  }
  const list = <standard.List kind={resource} listPath={path} path={single} />
  const one = Own ? <Own /> : <standard.Record kind={resource} listPath={path} path={single} />
  return [
    <Route key={path} path={path} element={<Guarded screen={screen}>{list}</Guarded>} />,
    <Route key={single} path={single} element={<Guarded screen={screen}>{one}</Guarded>} />,
  ]
}

function Missing() {
  return (
    <Suspense fallback={<ScreenLoading />}>
      <NotFoundScreen />
    </Suspense>
  )
}

/** If the records of a kind are below the address of its list, a new record is at `new`: the address without an id is the list. */
function isListed({ path, single }: Screen): boolean {
  return single?.split('/:')[0] === path
}

/** Redirects users who may not open a screen to the dashboard with a message, and logs why; ids are digits only. */
function Guarded({ screen, children }: { screen: Screen; children: ReactNode }) {
  const user = useUser()
  const { id, tab } = useParams()
  const { pathname } = useLocation()
  const needed = screen.tabNeeds?.[tab ?? '']
  const mayOpen = maySee(user, screen) && (!needed || user.permissions.includes(needed))
  const { t, i18n } = useTranslation()
  const title = titleKeyOf(screen)
  useScreenTitle(i18n.exists(title) ? t(title) : undefined)
  useEffect(() => {
    if (mayOpen) return
    console.warn(`Permission denied: ${pathname}`)
    toast(t('ui.error.denied'), 'warning', undefined, 'denied')
  }, [mayOpen, pathname, t])
  if (!mayOpen) return <Navigate to="/dashboard" replace />
  if (id !== undefined && !/^\d{1,15}$/.test(id) && !(id === 'new' && isListed(screen))) return <Missing />
  return (
    <ScreenErrorBoundary>
      <Suspense fallback={<ScreenLoading />}>{children}</Suspense>
    </ScreenErrorBoundary>
  )
}

/** The address that locks. Unlocking continues at the dashboard. */
function LockRoute() {
  const isLocked = useIsLocked()
  const [hasLocked, setHasLocked] = useState(false)
  useEffect(() => {
    lock()
    setHasLocked(true)
  }, [])
  return hasLocked && !isLocked ? <Navigate to="/dashboard" replace /> : null
}
