import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { SETTING_KEYS, settings } from '#core/domains/settings/settings.ts'
import type { Field } from '#core/resources/field.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { SettingsScreen } from './SettingsScreen.tsx'

const at = '2026-01-01T00:00:00.000Z'
const answer = {
  settings: SETTING_KEYS.map((setting_key) => ({
    setting_key,
    value: (settings.fields[setting_key] as Field).default ?? null,
    updated_at: at,
  })),
}

const environment = { environment: { company_name: 'Ullage', logo: null } }

test('begins with the business, and sends only changed settings', async () => {
  const sent = answering({
    'GET /environment': environment,
    'GET /settings': answer,
    'PATCH /settings': answer,
  })
  showScreen(<SettingsScreen />)
  const name = await screen.findByLabelText(/Business name/)
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  fireEvent.change(name, { target: { value: 'North Fuels' } })
  fireEvent.submit(screen.getByRole('form'))
  await waitFor(() =>
    expect(sent).toContainEqual({
      call: 'PATCH /settings',
      body: { company_name: 'North Fuels', if_updated_at: at },
    }),
  )
})

test('marks an invalid network before the server is called', async () => {
  const sent = answering({ 'GET /environment': environment, 'GET /settings': answer })
  showScreen(<SettingsScreen />)
  await userEvent.click(await screen.findByRole('tab', { name: 'Sign-in' }))
  const networks = await screen.findByLabelText(/Allowed networks/, { selector: 'input' })
  await userEvent.click(networks)
  await userEvent.type(networks, 'off')
  await userEvent.keyboard('{Enter}')
  await userEvent.click(screen.getByRole('tab', { name: 'Weather' }))
  fireEvent.submit(screen.getByRole('form'))
  expect(await screen.findByText('off is not a network such as 203.0.113.0/24')).toBeTruthy()
  expect(sent.filter(({ call }) => !call.startsWith('GET'))).toEqual([])
})

test('finds a setting in any section by its name or description', async () => {
  answering({ 'GET /environment': environment, 'GET /settings': answer })
  showScreen(<SettingsScreen />)
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Find a setting' }), 'without activity')
  expect(screen.getByLabelText(/Lock the screen after/)).toBeTruthy()
  expect(screen.queryByLabelText(/Business name/)).toBeNull()
})

test('is read-only without the permission to change', async () => {
  answering({ 'GET /environment': environment, 'GET /settings': answer })
  showScreen(<SettingsScreen />, { as: { permissions: ['configuration.read'] } })
  expect(await screen.findByLabelText(/Business name/)).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('a part is named by its tab alone, and by a heading among the results of a search', async () => {
  answering({ 'GET /environment': environment, 'GET /settings': answer })
  showScreen(<SettingsScreen />)
  const zone = await screen.findByRole<HTMLInputElement>('combobox', { name: /Time zone/ })
  expect(zone.value).toBe('Eastern Time · Detroit')
  expect(screen.getByRole('tab', { name: 'Your business', selected: true })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Your business' })).toBeNull()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a setting' }), 'time zone')
  expect(screen.getByRole('heading', { name: 'Your business' })).toBeTruthy()
})
