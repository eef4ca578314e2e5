import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { OwnCalendar } from './OwnCalendar.tsx'

const as = { permissions: ['shipment_planners.read'], impersonated_by: null }
const ADDRESS = 'https://tanks.test/api/calendar/secret.ics'

test('an address is created with the password, shown once, and revoked', async () => {
  const stored: { calendar: object | null } = { calendar: null }
  const sent = answering({
    'GET /me/calendar': stored,
    'POST /me/calendar': { address: ADDRESS, message: 'Address created.', type: 'success' },
    'DELETE /me/calendar': { message: 'The address no longer works.', type: 'success' },
  })
  showScreen(<OwnCalendar />, { as })
  await userEvent.click(await screen.findByRole('button', { name: 'Create an address' }))
  await userEvent.type(await screen.findByLabelText(/Your current password/), 'Right#Quay26')
  stored.calendar = { created_at: '2026-11-20T10:00:00.000Z' }
  await userEvent.click(screen.getAllByRole('button', { name: 'Create an address' }).at(-1)!)
  expect(await screen.findByText(ADDRESS)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open in the calendar program' }).getAttribute('href')).toBe(
    'webcal://tanks.test/api/calendar/secret.ics',
  )
  expect(sent.find(({ call }) => call === 'POST /me/calendar')?.body).toEqual({
    current_password: 'Right#Quay26',
  })
  stored.calendar = null
  await userEvent.click(await screen.findByRole('button', { name: 'End the address' }))
  await waitFor(() => expect(screen.queryByText(ADDRESS)).toBeNull())
  expect(await screen.findByRole('button', { name: 'Create an address' })).toBeTruthy()
})

test('single sign-on users create an address without a password, some minutes after the sign-in', async () => {
  const sent = answering({
    'GET /me/calendar': { calendar: null },
    'POST /me/calendar': { address: ADDRESS, message: 'Address created.', type: 'success' },
  })
  showScreen(<OwnCalendar />, { as: { ...as, confirmed_until: '2999-01-01T00:00:00.000Z' } })
  await userEvent.click(await screen.findByRole('button', { name: 'Create an address' }))
  await screen.findByText('Your identity provider has just confirmed that it is you.')
  expect(screen.queryByLabelText(/Your current password/)).toBeNull()
  await userEvent.click(screen.getAllByRole('button', { name: 'Create an address' }).at(-1)!)
  expect(await screen.findByText(ADDRESS)).toBeTruthy()
  expect(sent.find(({ call }) => call === 'POST /me/calendar')?.body).toEqual({ current_password: '' })
})

test('later, a user of single sign-on is sent to the provider, and back to the page', async () => {
  const sent = answering({
    'GET /me/calendar': { calendar: null },
    'GET /authenticate/logout': {},
    'POST /authenticate/single_sign_on': { url: '#at-the-provider' },
  })
  const confirmed_until = '2026-01-01T00:00:00.000Z'
  history.replaceState(null, '', '/users/my_profile')
  showScreen(<OwnCalendar />, { as: { ...as, username: 'ana@prairie.example', confirmed_until } })
  await userEvent.click(await screen.findByRole('button', { name: 'Create an address' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in again' }))
  await waitFor(() => expect(location.hash).toBe('#at-the-provider'))
  expect(sent.slice(1)).toMatchObject([
    { call: 'POST /authenticate/single_sign_on', body: { email: 'ana@prairie.example', again: 1 } },
    { call: 'GET /authenticate/logout' },
  ])
  expect(localStorage.getItem('ullage.user')).toBeNull()
  expect(sessionStorage.getItem('ullage.left')).toBe('/session/login/%2Fusers%2Fmy_profile')
})

test('is not offered to users without deliveries', () => {
  answering({})
  showScreen(<OwnCalendar />, { as: { ...as, permissions: [] } })
  expect(screen.queryByRole('region')).toBeNull()
})
