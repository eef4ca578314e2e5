import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { CallRefused, call } from '#web/platform/calls/api.ts'
import { showScreen } from '#web/resources/testing/showScreen.tsx'
import { PasswordGate } from './PasswordGate.tsx'

const refusal = (rule: string, message: string) =>
  new Response(
    JSON.stringify({ code: 422, message, errors: [{ field: 'current_password', rule, message }] }),
    {
      status: 422,
    },
  )

/** A server that returns a code if the password is right. */
function answersWithPassword() {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: { body?: string }) => {
    const parsed = body ? JSON.parse(body) : {}
    sent.push(parsed)
    if (parsed.current_password === undefined) return refusal('password_required', 'Password is required')
    if (parsed.current_password !== 'Right#Quay26')
      return refusal('password_wrong', 'This is not your current password')
    return new Response(JSON.stringify({ qr_code: 'new' }))
  })
  return sent
}

test('a call that requires the current password asks for it, and continues with it', async () => {
  const user = userEvent.setup()
  const sent = answersWithPassword()
  showScreen(<PasswordGate />)
  const answer = call('POST', '/users/1/qr', {})
  const dialog = await screen.findByRole('dialog')
  const input = within(dialog).getByLabelText('Your current password')
  await user.type(input, 'Wrong#2026')
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }))
  expect(await within(dialog).findByText('This is not your current password')).toBeTruthy()
  await user.clear(input)
  await user.type(input, 'Right#Quay26')
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }))
  expect(await answer).toEqual({ qr_code: 'new' })
  expect(sent).toHaveLength(3)
})

test('cancelling changes nothing, and shows why', async () => {
  const user = userEvent.setup()
  const sent = answersWithPassword()
  showScreen(<PasswordGate />)
  const answer = call('PATCH', '/users/1', { username: 'other@example.com' }).catch(
    (failure: unknown) => failure,
  )
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  expect(await answer).toBeInstanceOf(CallRefused)
  expect(sent).toHaveLength(1)
})
