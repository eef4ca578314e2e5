import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { OwnCalendar } from './OwnCalendar.tsx'

const as = { permissions: ['shipment_planners.read'], impersonated_by: null }
const ADDRESS = 'https://tanks.test/api/calendar/secret.ics'

test('an address is made with the password, shown once, and ended', async () => {
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

test('is not offered to users without deliveries', () => {
  answering({})
  showScreen(<OwnCalendar />, { as: { ...as, permissions: [] } })
  expect(screen.queryByRole('region')).toBeNull()
})
