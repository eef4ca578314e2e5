import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import type { CurrentUser } from '#web/platform/session/currentUser.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { UserAccounts } from '../accounts/UserAccounts.tsx'
import { PermissionTemplateScreen } from './PermissionTemplateScreen.tsx'

const OWN = [
  'permissions.read',
  'permissions.update',
  'users.read',
  'tags.read',
  'tags.update',
  'devices.read',
]
const as: Partial<CurrentUser> = { permissions: OWN }
const page = { total_records: 1 }
const NOW = '2026-01-01T00:00:00.000Z'

const template = (permissions: string[], login_type_id = 'driver') => ({
  permission_template: {
    permission_template_id: 9,
    login_type_id,
    permissions,
    updated_at: NOW,
  },
})

function showTemplate(permissions: string[], exempt: string[] = [], login_type_id = 'driver') {
  const sent = answering({
    'GET /permission_templates/9/history': { audit_entries: [], next: null },
    'GET /permission_templates/9': template(permissions, login_type_id),
    'PATCH /permission_templates/9': template(permissions),
    'GET /permissions?': { permissions: exempt.map((permission) => ({ permission })), page },
  })
  const routes = (
    <Routes>
      <Route path="/configuration/permission_templates/:id" element={<PermissionTemplateScreen />} />
    </Routes>
  )
  showScreen(routes, { at: '/configuration/permission_templates/9', as })
  return sent
}

test('a template is a grid; toggled permissions are saved', async () => {
  const user = userEvent.setup()
  const sent = showTemplate(['devices.read', 'tags.read'])
  const grid = await screen.findByRole('table', { name: 'Permission template' })
  const box = (name: string) => within(grid).getByRole<HTMLInputElement>('checkbox', { name })
  expect(box('Devices: Read').checked).toBe(true)
  await user.click(box('Devices: Read'))
  await user.click(box('Device tags: Change'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent.find(({ call }) => call.startsWith('PATCH'))?.body).toEqual({
      permissions: ['tags.read', 'tags.update'],
      if_updated_at: NOW,
    }),
  )
})

test('permissions that the user lacks, and exempt ones, cannot be changed', async () => {
  showTemplate(['devices.read'], ['tags.read'])
  const grid = await screen.findByRole('table', { name: 'Permission template' })
  const box = (name: string) => within(grid).getByRole<HTMLInputElement>('checkbox', { name })
  await waitFor(() => expect(box('Device tags: Read (exempt)').checked).toBe(true))
  expect(box('Device tags: Read (exempt)').disabled).toBe(true)
  expect(box('Bank accounts: Read').disabled).toBe(true)
  expect(box('Device tags: Change').disabled).toBe(false)
})

test('back-office permissions of a distributor show that they need the setting', async () => {
  showTemplate(['devices.read'], [], 'distributor')
  const grid = await screen.findByRole('table', { name: 'Permission template' })
  const rowText = (module: string) =>
    within(grid).getByRole('rowheader', { name: new RegExp(module) }).textContent
  expect(rowText('Tanker trucks')).toContain('Applies only if the settings let distributors')
  expect(rowText('Device tags')).not.toContain('Applies only')
})

test('a template with more rights than the user has is read-only', async () => {
  showTemplate(['bank_accounts.read'])
  expect(await screen.findByText(/has more permissions than you/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('an account gets permissions that its login type lacks, and loses those it has', async () => {
  const user = userEvent.setup()
  const rights = {
    login_type_id: 'driver',
    template: ['devices.read'],
    added: [],
    withdrawn: [],
    exempt: [],
    permissions: ['devices.read'],
    updated_at: NOW,
  }
  const account = {
    account_id: 1,
    company_id: 5,
    company: 'Prairie Fuels',
    login_type_id: 'driver',
    limit_devices: [],
    limit_tags: [],
    devices: [],
    tags: [],
    is_home: 1,
    updated_at: NOW,
  }
  const sent = answering({
    'GET /users/7/accounts': { accounts: [account] },
    'GET /users/7/company/5/permissions': { account: rights },
    'PATCH /users/7/company/5/permissions': { account: rights },
  })
  showScreen(<UserAccounts userId="7" />, { as })
  await user.click(await screen.findByRole('button', { name: 'Permissions at Prairie Fuels' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Devices: Read' }))
  await user.click(screen.getByRole('checkbox', { name: 'Device tags: Read' }))
  expect(screen.getByRole('checkbox', { name: 'Devices: Read (withdrawn)' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent.find(({ call }) => call.startsWith('PATCH'))?.body).toEqual({
      added: ['tags.read'],
      withdrawn: ['devices.read'],
      if_updated_at: NOW,
    }),
  )
})
