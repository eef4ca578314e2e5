import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { CurrentUser } from '#web/platform/session/currentUser.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { ProfileScreen } from './ProfileScreen.tsx'

const person = {
  people_id: 7,
  nick_name: 'Lee',
  language: 'en',
  user_time_zone: 'UTC',
  unit_of_measure: 1,
  theme: 'default',
  notification_method: 'none',
  battery_notify: 0,
  updated_at: '2026-01-01T00:00:00.000Z',
}
const channels = {
  ...{ email: 'lee@example.com', sms: null, browsers: 0 },
  ...{ is_mail_ready: true, is_sms_ready: false, push_key: 'key' },
}
const by = { username: 'staff@ullage.example', combined_name: 'Staff' }

async function show(as: Partial<CurrentUser>) {
  answering({
    'GET /me/emails': { entity_emails: [] },
    'GET /me/channels': { channels },
    'GET /me': { person },
  })
  showScreen(<ProfileScreen />, { as })
  return screen.findByRole<HTMLInputElement>('textbox', { name: 'Nickname' })
}
const isOffered = (role: string, name: string | RegExp) => screen.queryByRole(role, { name }) !== null

test('a user who may save nothing can choose how things look, and is offered nothing else', async () => {
  expect((await show({ can_save: false, impersonated_by: null })).disabled).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: /Language/ }).disabled).toBe(false)
  expect(isOffered('button', 'Save')).toBe(true)
  expect(isOffered('tab', 'Security')).toBe(true)
  expect(isOffered('button', /photo/)).toBe(false)
  await userEvent.click(screen.getByRole('tab', { name: 'E-mails' }))
  expect(await screen.findByRole('heading', { name: 'E-mails' })).toBeTruthy()
  expect(isOffered('button', /^Add/)).toBe(false)
})

test('a read-only impersonator can save nothing, and does not see how the user signs in', async () => {
  expect((await show({ can_save: false, impersonated_by: by })).disabled).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: /Language/ }).disabled).toBe(true)
  expect(isOffered('button', 'Save')).toBe(false)
  expect(isOffered('tab', 'Security')).toBe(false)
})

test('an impersonator who may write changes preferences, not how the user signs in', async () => {
  expect((await show({ can_save: true, impersonated_by: by })).disabled).toBe(false)
  expect(isOffered('button', 'Save')).toBe(true)
  expect(isOffered('tab', 'Security')).toBe(false)
})

test('a failed test of a channel shows the reason at once; a channel without an address offers no test', async () => {
  await show({ can_save: true, impersonated_by: null })
  answering({
    'POST /me/channels/email/test': {
      test: { error: 'The mail server refused it' },
      message: '',
      type: 'error',
    },
  })
  const test = (channel: string) =>
    screen.findByRole<HTMLButtonElement>('button', { name: `Send me a test: ${channel}` })
  expect((await test('Text message')).disabled).toBe(true)
  expect((await test('Push message')).disabled).toBe(true)
  await userEvent.click(await test('E-mail'))
  expect((await screen.findByRole('alert')).textContent).toBe('The mail server refused it')
})
