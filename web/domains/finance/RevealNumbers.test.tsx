import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Permission } from '#core/platform/modules.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { RefreshRates } from './RefreshRates.tsx'
import { RevealNumbers } from './RevealNumbers.tsx'

const account = { account_id: 7, account_number: '••••6789', routing_number: null }
const may = (...permissions: Permission[]) => ({ as: { permissions } })

test('the full numbers are revealed on request, and hidden again', async () => {
  const sent = answering({
    'POST /bank_accounts/7/reveal': {
      bank_account: { account_number: '000123456789', routing_number: null },
    },
  })
  showScreen(<RevealNumbers record={account} />, may('bank_accounts.update'))
  expect(sent).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Show full numbers' }))
  expect(await screen.findByText('000123456789')).toBeTruthy()
  expect(screen.queryByText('Routing number')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Hide' }))
  await waitFor(() => expect(screen.queryByText('000123456789')).toBeNull())
})

test('a user who may not reveal the numbers gets no button', () => {
  showScreen(<RevealNumbers record={account} />, may('bank_accounts.read'))
  expect(screen.queryByRole('button')).toBeNull()
})

test('the result of a refresh is reported', async () => {
  answering({ 'GET /exchange_rates/refresh_rates': { type: 'warning', message: 'They stay as they were.' } })
  showScreen(<RefreshRates />, may('configuration.update'))
  await userEvent.click(screen.getByRole('button', { name: 'Refresh rates' }))
  expect(await screen.findByText('They stay as they were.')).toBeTruthy()
})
