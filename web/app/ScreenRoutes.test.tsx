import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { makeQueryClient } from '#web/platform/calls/queryClient.ts'
import type { CurrentUser } from '#web/platform/session/currentUser.ts'
import { endSession, replaceUser } from '#web/platform/session/session.tsx'
import { answering } from '#web/resources/testing/showScreen.tsx'
import { ScreenRoutes } from './ScreenRoutes.tsx'
import { wayBack } from './signInAddress.ts'

/** The routes at an address, signed in, and the router that moves between them. */
function openAt(address: string) {
  answering({})
  replaceUser({ user_id: 1, company_id: 1, permissions: [] as string[] } as CurrentUser)
  window.history.replaceState(null, '', address)
  const router = createBrowserRouter([{ path: '*', element: <ScreenRoutes /> }])
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={makeQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return router
}

test('a lost session keeps the way back to the current address', async () => {
  openAt('/people?search=lee')
  act(() => endSession({ keepsWay: true }))
  await screen.findByRole('button', { name: 'Sign in' })
  expect(window.location.pathname).toBe('/session/login/%2Fpeople%3Fsearch%3Dlee')
})

test('a session lost during navigation leads back to the new screen, not to the previous one', async () => {
  const router = openAt('/people?search=lee')
  await act(async () => {
    // The address changes at once; the screen follows later, and the session ends in between.
    await router.navigate('/devices?page=2')
    endSession({ keepsWay: true })
  })
  await screen.findByRole('button', { name: 'Sign in' })
  expect(window.location.pathname).toBe('/session/login/%2Fdevices%3Fpage%3D2')
})

test('signing out leaves no way back', async () => {
  openAt('/people?search=lee')
  act(() => endSession({ keepsWay: false }))
  await screen.findByRole('button', { name: 'Sign in' })
  expect(window.location.pathname).toBe('/session/login')
})

test('the way back keeps the position on the page', async () => {
  openAt('/people?search=lee#notes')
  act(() => endSession({ keepsWay: true }))
  await screen.findByRole('button', { name: 'Sign in' })
  expect(wayBack(window.location.pathname)).toBe('/people?search=lee#notes')
})

test.each([
  ['/session/login', undefined],
  ['/session/login/%2Fpeople%23notes', '/people#notes'],
  ['/session/login/%2F%2Felsewhere.example', undefined],
  // Truncated in the middle of a character.
  ['/session/login/%E0%A4%A', undefined],
])('the way back of %s is %s', (pathname, way) => {
  expect(wayBack(pathname)).toBe(way)
})
