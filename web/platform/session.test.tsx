import { notifications, notificationsStore } from '@mantine/notifications'
import { act, render, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { call } from './api.ts'
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

test('who is sent to the door by a 401 is told why, once, however many calls were under way', async () => {
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

test('while somebody signs out nothing is asked of the session, and that it ends is told to nobody', async () => {
  const user = { user_id: 8 } as CurrentUser
  notifications.clean()
  writeToken('another-token', new Date(Date.now() + 60_000).toISOString())
  replaceUser(user)
  vi.stubGlobal('fetch', async () => Response.json({ code: 200, user }))
  await act(async () => void render(<SessionProvider>{null}</SessionProvider>))
  await act(async () => announceSignOut())
  const asked = vi.fn(async () => new Response('{}', { status: 401 }))
  vi.stubGlobal('fetch', asked)
  vi.useFakeTimers()
  await act(async () => {
    await refreshUser()
    expect(asked).not.toHaveBeenCalled()
    // What was under way before.
    await call('GET', '/users/current').catch(() => {})
    await vi.runAllTimersAsync()
  })
  vi.useRealTimers()
  expect(storedSession('').user).toEqual(user)
  expect(notificationsStore.getState().notifications).toEqual([])
  act(() => endSession({ keepsWay: false }))
  // A sign-in that follows is a session like any other.
  writeToken('a-third-token', new Date(Date.now() + 60_000).toISOString())
  asked.mockClear()
  vi.stubGlobal(
    'fetch',
    asked.mockImplementation(async () => Response.json({ code: 200, user })),
  )
  await refreshUser()
  expect(asked).toHaveBeenCalledOnce()
  endSession({ keepsWay: true })
})
