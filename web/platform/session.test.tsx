import { notificationsStore } from '@mantine/notifications'
import { act, render, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { call } from './api.ts'
import type { CurrentUser } from './currentUser.ts'
import { replaceUser, SessionProvider, storedSession } from './session.tsx'
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
