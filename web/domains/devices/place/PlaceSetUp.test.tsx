import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderTank, stubCalls } from '#web/domains/telemetry/tank/testing/renderTank.tsx'
import { PlaceSetUp } from './PlaceSetUp.tsx'

const device = {
  device_id: 12,
  public_id: 'LT-77',
  label: 'North yard',
  company_id: 7,
  company_title: 'Prairie',
  site_id: 8,
  site_title: 'Yard',
  last_record_date: null,
  upload_interval: 2,
  level: null,
  level_source: null,
  ports: [],
}

afterEach(() => vi.unstubAllGlobals())

test('the first key of a device that has not reported needs one press; a second one would revoke it, and asks first', async () => {
  const sent = stubCalls({
    'GET /devices/12': { device },
    'PATCH /devices/12/reprovision': { device_key: 'the first key' },
  })
  renderTank(<PlaceSetUp device_id={12} />)
  expect(await screen.findByText('Waiting for the first message')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Create the key' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText('the first key')).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Done' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Create a new key' }))
  expect(sent.filter(({ method }) => method === 'PATCH')).toHaveLength(1)
})

test('reports that the first message has arrived', async () => {
  stubCalls({ 'GET /devices/12': { device: { ...device, last_record_date: '2026-11-23T10:00:00.000Z' } } })
  renderTank(<PlaceSetUp device_id={12} />)
  expect(await screen.findByText('The device has reported')).toBeTruthy()
  expect(screen.queryByText('Waiting for the first message')).toBeNull()
  expect(screen.getByRole('button', { name: 'Create a new key' })).toBeTruthy()
})
