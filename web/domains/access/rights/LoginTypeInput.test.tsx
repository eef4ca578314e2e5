import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { InviteButton } from '../accounts/InviteButton.tsx'
import { UserBadges } from '../security/UserBadges.tsx'

test('an invitation offers exactly the login types that the user may grant', async () => {
  answering({})
  const as = { permissions: ['users.create'], may_give: ['driver', 'customer'] as const }
  showScreen(<InviteButton record={{ people_id: 7 }} />, { as: { ...as, may_give: [...as.may_give] } })
  await userEvent.click(screen.getByRole('button', { name: 'Invite to sign in' }))
  const select = within(await screen.findByRole('dialog')).getByRole<HTMLSelectElement>('combobox')
  expect([...select.options].map(({ value }) => value)).toEqual(['driver', 'customer'])
  expect(select.value).toBe('customer')
})

test('badges of a user with more rights can be seen, not changed', async () => {
  const badges = { rfid: { issued_at: '2026-01-01T00:00:00Z' }, qr: null }
  answering({ 'GET /users/7/badges': { badges, may_change: false } })
  showScreen(<UserBadges userId="7" />)
  expect(await screen.findByText(/has more permissions than you/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
