import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { UserAccounts } from './UserAccounts.tsx'

const account = (company_id: number, more: object = {}) => ({
  account_id: company_id,
  company_id,
  company: `Company ${company_id}`,
  login_type_id: 'dispatcher',
  limit_devices: [],
  limit_tags: [],
  devices: [],
  tags: [],
  is_home: 0,
  updated_at: 'then',
  ...more,
})

test('the home account stays, another one can be removed', async () => {
  const user = userEvent.setup()
  const sent = answering({
    'GET /users/7/accounts': { accounts: [account(1, { is_home: 1 }), account(2)] },
    'DELETE /companies/2/users/7': {},
  })
  showScreen(<UserAccounts userId="7" />)
  const [home, other] = await screen.findAllByRole('listitem')
  expect(within(home!).queryByRole('button', { name: /Remove access/ })).toBeNull()
  await user.click(within(other!).getByRole('button', { name: 'Remove access to Company 2' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(sent.some(({ call }) => call === 'DELETE /companies/2/users/7')).toBe(true))
})

test('a limit that the current user cannot see stays', async () => {
  const user = userEvent.setup()
  const limited = account(1, { limit_devices: [3, 9], devices: [{ id: 3, title: 'North yard' }] })
  const sent = answering({
    'GET /users/7/accounts': { accounts: [limited] },
    'GET /devices?': {
      devices: [
        { device_id: 4, label: 'D-4', name: 'South yard · Diesel', company_title: 'Acme' },
        { device_id: 5, label: 'D-5', name: 'West yard · Diesel', company_title: 'Other' },
      ],
    },
    'GET /tags?': { tags: [], page: { total_records: 0 } },
    'POST /users/7/company/1/limit_devices': { account: { ...limited, updated_at: 'now' } },
    'PATCH /users/7/company/1/tags': {},
  })
  showScreen(<UserAccounts userId="7" />)
  expect(await screen.findByText('and 1 more')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Limit at Company 1' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('combobox', { name: 'Devices' }))
  await user.type(within(dialog).getByRole('combobox', { name: 'Devices' }), 'acme')
  expect(await screen.findByRole('option', { name: /South yard · Diesel/ })).toBeTruthy()
  expect(screen.queryByRole('option', { name: /West yard/ })).toBeNull()
  await user.click(screen.getByRole('option', { name: /South yard/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    devices: [3, 9, 4],
    if_updated_at: 'then',
  })
  expect(sent.find(({ call }) => call.startsWith('PATCH'))?.body).toEqual({
    tags: [],
    if_updated_at: 'now',
  })
})

test('users cannot change their own accounts', async () => {
  answering({ 'GET /users/7/accounts': { accounts: [account(1, { is_home: 1 }), account(2)] } })
  showScreen(<UserAccounts userId="7" />, { as: { user_id: 7 } })
  expect(await screen.findAllByRole('listitem')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: /Limit at|Remove access|Give a right/ })).toBeNull()
})
