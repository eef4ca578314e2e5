import { notifications, notificationsStore } from '@mantine/notifications'
import { act, render, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { call } from '../calls/api.ts'
import type { CurrentUser } from './currentUser.ts'
import {
  announceSignOut,
  endSession,
  refreshUser,
  replaceUser,
  SessionProvider,
  storedSession,
} from './session.tsx'
import { writeToken } from './token.ts'

test('a user whom a 401 sends to the sign-in page sees the reason once, however many calls were running', async () => {
  const user = { user_id: 7 } as CurrentUser
  writeToken('a-token', new Date(Date.now() + 60_000).toISOString())
  replaceUser(user)
  vi.stubGlobal('fetch', async () => Response.json({ code: 200, user }))
  await act(async () => void render(<SessionProvider>{null}</SessionProvider>))
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 401 }))
  await act(async () => {
    await Promise.allSettled([call('GET', '/tags'), call('GET', '/devices')])
  })
  expect(storedSession('').user).toBeNull()
  const shown = () => notificationsStore.getState().notifications
  await waitFor(() => expect(shown()).toMatchObject([{ message: 'Invalid login credentials.' }]))
})

test('during a sign-out the session makes no calls, and its end is not reported', async () => {
  const user = { user_id: 8 } as CurrentUser
  notifications.clean()
  writeToken('another-token', new Date(Date.now() + 60_000).toISOString())
  replaceUser(user)
  vi.stubGlobal('fetch', async () => Response.json({ code: 200, user }))
  await act(async () => void render(<SessionProvider>{null}</SessionProvider>))
  await act(async () => announceSignOut())
  const fetched = vi.fn(async () => new Response('{}', { status: 401 }))
  vi.stubGlobal('fetch', fetched)
  vi.useFakeTimers()
  await act(async () => {
    await refreshUser()
    expect(fetched).not.toHaveBeenCalled()
    // Started before.
    await call('GET', '/users/current').catch(() => {})
    await vi.runAllTimersAsync()
  })
  vi.useRealTimers()
  expect(storedSession('').user).toEqual(user)
  expect(notificationsStore.getState().notifications).toEqual([])
  act(() => endSession({ keepsWay: false }))
  // The session of the next sign-in is unaffected.
  writeToken('a-third-token', new Date(Date.now() + 60_000).toISOString())
  fetched.mockClear()
  vi.stubGlobal(
    'fetch',
    fetched.mockImplementation(async () => Response.json({ code: 200, user })),
  )
  await refreshUser()
  expect(fetched).toHaveBeenCalledOnce()
  endSession({ keepsWay: true })
})
