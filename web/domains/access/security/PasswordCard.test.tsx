import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { PasswordCard } from './PasswordCard.tsx'

test('a new password requires the current one and a repetition of the new one', async () => {
  const user = userEvent.setup()
  const sent = answering({ 'PATCH /me/password': { message: 'Saved.' } })
  // Batched calls of an earlier test can still follow.
  const changes = () => sent.filter(({ call }) => call.includes('password'))
  showScreen(<PasswordCard />)
  const input = (name: RegExp) => screen.getByLabelText(name, { selector: 'input' })
  const change = () => user.click(screen.getByRole('button', { name: 'Change the password' }))
  await change()
  expect(screen.getAllByText('Password is required')).toHaveLength(3)
  expect(document.activeElement).toBe(input(/^Your current password/))
  await user.type(input(/^Your current password/), 'Ullage#2026')
  await user.type(input(/^New password$/), 'Ullage#2027')
  await change()
  expect(document.activeElement).toBe(input(/^Repeat the new/))
  await user.type(input(/^Repeat the new/), 'Ullage#2028')
  await change()
  expect(screen.getByText('Passwords must match')).toBeTruthy()
  expect(changes()).toEqual([])
  await user.clear(input(/^Repeat the new/))
  await user.type(input(/^Repeat the new/), 'Ullage#2027')
  await change()
  expect(changes()[0]).toEqual({
    call: 'PATCH /me/password',
    body: { current_password: 'Ullage#2026', password: 'Ullage#2027', confirm_password: 'Ullage#2027' },
  })
})

test('the first refused field gets the focus', async () => {
  const user = userEvent.setup()
  answering({
    'PATCH /me/password': {
      status: 422,
      message: 'Check the fields.',
      errors: [{ field: 'current_password', rule: 'wrong_password', message: 'That is not your password' }],
    },
  })
  showScreen(<PasswordCard />)
  const input = (name: RegExp) => screen.getByLabelText(name, { selector: 'input' })
  await user.type(input(/^Your current password/), 'Ullage#2025')
  await user.type(input(/^New password$/), 'Ullage#2027')
  await user.type(input(/^Repeat the new/), 'Ullage#2027')
  await user.click(screen.getByRole('button', { name: 'Change the password' }))
  expect(await screen.findByText('That is not your password')).toBeTruthy()
  expect(document.activeElement).toBe(input(/^Your current password/))
})
