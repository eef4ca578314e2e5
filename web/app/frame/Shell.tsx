// First: the styles of screens override these.
import './shellStyles.ts'
import { ModalsProvider } from '@mantine/modals'
import { useNotifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { createBrowserRouter, ScrollRestoration } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { makeQueryClient } from '#web/platform/calls/queryClient.ts'
import { firstScreenOf } from '#web/platform/firstScreenOf.ts'
import { storedUser } from '#web/platform/session/currentUser.ts'
import { onUserChanged } from '#web/platform/session/session.tsx'
import { PasswordGate } from '../profile/PasswordGate.tsx'
import { ScreenRoutes } from '../ScreenRoutes.tsx'
import { stackDialogs } from './stackDialogs.ts'

export { fetchScreen } from '../screens.ts'

stackDialogs()

const Toasts = lazy(() => import('./Toasts.tsx').then((m) => ({ default: m.Toasts })))

/** The routes of the whole client. */
export function Shell() {
  const [router] = useState(makeRouter)
  const [client] = useState(makeClient)
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}

function makeRouter() {
  const user = storedUser()
  // Saves a redirect, which would draw the frame twice.
  if (user && window.location.pathname === '/')
    window.history.replaceState(window.history.state, '', firstScreenOf(user))
  return createBrowserRouter([{ path: '*', element: <Root /> }])
}

/** A new screen begins at its top; going back restores the scroll position. */
function Root() {
  return (
    <ModalsProvider>
      <LazyToasts />
      <PasswordGate />
      <ScreenRoutes />
      <ScrollRestoration />
    </ModalsProvider>
  )
}

/** Short messages; their code is fetched with the first one. */
function LazyToasts() {
  const { notifications, queue } = useNotifications()
  const [isNeeded, setIsNeeded] = useState(false)
  if (!isNeeded && notifications.length + queue.length > 0) setIsNeeded(true)
  return <Suspense>{isNeeded && <Toasts />}</Suspense>
}

/** Data of one user is never shown to the next: the cache is cleared before the first screen of the new user requests anything. */
function makeClient() {
  const client = makeQueryClient()
  onUserChanged(() => client.clear())
  return client
}
