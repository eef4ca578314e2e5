import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import '#web/app/kinds.ts'
import { ReplayDelivery } from './ReplayDelivery.tsx'
import { WebhookActions } from './WebhookActions.tsx'

const as = { user_id: 3, permissions: ['users.read', 'users.update'] }
const record = { webhook_id: 5, user_id: 3, format: 'standard', has_secret: 0 } as const

test('a webhook without a secret is marked; a new secret is shown once', async () => {
  answering({ 'POST /webhooks/5/secret': { secret: 'whsec_abc', message: '', type: 'success' } })
  showScreen(<WebhookActions record={record} />, { as })
  expect((await screen.findByRole('status')).textContent).toContain('until then nothing is sent')
  expect(screen.queryByRole('button', { name: 'Send a test' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Create a signing secret' }))
  const dialog = await screen.findByRole('dialog', { name: 'Signing secret' })
  expect(within(dialog).getByText('whsec_abc')).toBeTruthy()
})

test('a failed test shows its error, and a secret is replaced only after a question', async () => {
  const sent = answering({
    'POST /webhooks/5/test': { test: { status: 500, error: 'HTTP 500' }, message: '', type: 'error' },
    'POST /webhooks/5/secret': { secret: 'whsec_new', message: '', type: 'success' },
  })
  showScreen(<WebhookActions record={{ ...record, has_secret: 1 }} />, { as })
  await userEvent.click(await screen.findByRole('button', { name: 'Send a test' }))
  expect(await screen.findByText('The test failed: HTTP 500')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Replace the secret' }))
  expect(sent.map(({ call }) => call)).not.toContain('POST /webhooks/5/secret')
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Replace the secret' }))
  expect(await screen.findByText('whsec_new')).toBeTruthy()
})

test('another user of the company cannot replace the secret', async () => {
  showScreen(<WebhookActions record={{ ...record, user_id: 4, has_secret: 1 }} />, { as })
  expect(await screen.findByRole('button', { name: 'Send a test' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Replace the secret' })).toBeNull()
})

test('a failed delivery can be resent', async () => {
  const sent = answering({ 'POST /webhook_deliveries/9/replay': { message: '', type: 'success' } })
  const delivery = { webhook_delivery_id: 9, event_type: 'alert.opened' } as const
  showScreen(<ReplayDelivery record={{ ...delivery, state: 'failed' }} />, { as })
  await userEvent.click(await screen.findByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(sent.map(({ call }) => call)).toContain('POST /webhook_deliveries/9/replay'))
})
