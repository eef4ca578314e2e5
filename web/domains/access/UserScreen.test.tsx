import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import '#web/app/kinds.ts'
import { UserScreen } from './UserScreen.tsx'

const user = {
  user_id: 7,
  username: 'boss@ullage.example',
  company_id: 1,
  login_type_id: 'administrator',
  status: 1,
  updated_at: '2026-01-01T00:00:00.000Z',
}
const second_factor = { totp_since: '2026-01-01T00:00:00Z', passkeys: [], recovery_codes_left: 10 }

async function show(may_change: boolean, rfid: object | null = null) {
  answering({
    'GET /users/7/badges': { badges: { rfid, qr: null }, may_change },
    'GET /users/7/second_factor': { second_factor },
    'GET /users/7/accounts': { accounts: [] },
    'GET /users/7/history': { audit_entries: [], next: null },
    'GET /users/7': { user },
  })
  showScreen(
    <Routes>
      <Route path="/user/:id" element={<UserScreen />} />
    </Routes>,
    {
      at: '/user/7',
      as: { login_type_id: 'employee', permissions: ['users.read', 'users.update', 'users.delete'] },
    },
  )
  await screen.findByText('authenticator app')
  await screen.findByRole('heading', { name: 'boss@ullage.example' })
}
const isOffered = (name: string | RegExp) => screen.queryAllByRole('button', { name }).length > 0

test('a user with more rights is shown without actions that would be refused', async () => {
  await show(false)
  expect(screen.getByText(/You can see the record but not change it/)).toBeTruthy()
  for (const name of [/^Edit/, 'Archive', /^Reset/]) expect(isOffered(name)).toBe(false)
})

test('another user can be changed, archived, and have their second factor reset', async () => {
  await show(true)
  for (const name of [/^Edit/, 'Archive', /^Reset/]) expect(isOffered(name)).toBe(true)
})

test.each([
  ['no badge', null, 0],
  ['a badge', { issued_at: '2026-01-01T00:00:00Z' }, 1],
] as const)(
  'a user with %s sees a warning about replacing a badge only if they have one',
  async (_, rfid, times) => {
    await show(true, rfid)
    await userEvent.click(await screen.findByRole('button', { name: 'Issue an RFID badge' }))
    await screen.findByText(/Hold the badge to the reader/)
    expect(screen.queryAllByText(/The previous badge will no longer work/)).toHaveLength(times)
  },
)
