import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import '#web/app/kinds.ts'
import { OwnApiKeys } from './OwnApiKeys.tsx'

const key = {
  api_key_id: 3,
  name: 'ERP',
  key_start: 'ulg_Ab3d5f',
  status: 'active',
  reads: ['devices'],
  writes: null,
  expires_at: '2999-01-01T00:00:00.000Z',
  last_used_at: null,
}
const as = { permissions: ['devices.read', 'tags.read', 'tags.update'] }

test('active keys are listed without revoked ones, and one is revoked after a question', async () => {
  const sent = answering({
    'GET /me/api_keys': { api_keys: [key, { ...key, api_key_id: 4, name: 'Old', status: 'revoked' }] },
    'DELETE /me/api_keys/3': { message: 'API key revoked.', type: 'success' },
  })
  showScreen(<OwnApiKeys />, { as })
  expect(await screen.findByText('ERP')).toBeTruthy()
  expect(screen.queryByText('Old')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Revoke the API key ERP' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke' }))
  await waitFor(() => expect(sent.map(({ call }) => call)).toContain('DELETE /me/api_keys/3'))
})

test.each([
  ['2026-01-01T00:00:00.000Z', 'Sign in again', 'Create the key'],
  ['2999-01-01T00:00:00.000Z', 'Create the key', 'Sign in again'],
])(
  'with single sign-on that confirms until %s, a new key takes: %s',
  async (confirmed_until, expected, other) => {
    answering({ 'GET /me/api_keys': { api_keys: [] } })
    showScreen(<OwnApiKeys />, { as: { ...as, confirmed_until } })
    await userEvent.click(await screen.findByRole('button', { name: 'New API key' }))
    expect(await screen.findByRole('button', { name: expected })).toBeTruthy()
    expect(screen.queryByRole('button', { name: other })).toBeNull()
    expect(screen.queryByLabelText(/Your current password/)).toBeNull()
  },
)

test('a new key is shown once; errors stay at their fields with the typed input', async () => {
  answering({
    'GET /me/api_keys': { api_keys: [] },
    'POST /me/api_keys': { api_key: key, secret: 'ulg_the-whole-secret', message: '', type: 'success' },
  })
  showScreen(<OwnApiKeys />, { as })
  await userEvent.click(await screen.findByRole('button', { name: 'New API key' }))
  const name = await screen.findByRole('textbox', { name: /Name/ })
  await userEvent.type(name, 'ERP')
  await userEvent.click(screen.getByRole('button', { name: 'Create the key' }))
  expect(await screen.findByText(/Choose at least one area/)).toBeTruthy()
  expect(screen.queryByText('ulg_the-whole-secret')).toBeNull()
  await userEvent.click(screen.getByRole('combobox', { name: /^Can read$/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Devices' }))
  expect(screen.queryByRole('option', { name: 'Companies' })).toBeNull()
  await userEvent.type(screen.getByLabelText(/Your current password/), 'Right#Quay26')
  await userEvent.click(screen.getByRole('button', { name: 'Create the key' }))
  expect(await screen.findByText('ulg_the-whole-secret')).toBeTruthy()
})
