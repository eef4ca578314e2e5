import { ModalsProvider } from '@mantine/modals'
import { useState } from 'react'
import { createBrowserRouter, ScrollRestoration } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { LazyToasts } from './LazyToasts.tsx'
import { PasswordGate } from './PasswordGate.tsx'
import { ScreenRoutes } from './ScreenRoutes.tsx'

/** Every screen, by its address. */
export function Shell() {
  const [router] = useState(() => createBrowserRouter([{ path: '*', element: <Root /> }]))
  return <RouterProvider router={router} />
}

/** A new screen begins at its top; going back finds the place where one was. */
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
