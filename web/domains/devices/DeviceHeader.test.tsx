import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { DeviceRow } from '#web/domains/telemetry/device/DeviceRow.ts'
import { renderTank, stubCalls } from '#web/domains/telemetry/tank/testing/renderTank.tsx'
import { showOnPhone } from '#web/platform/testing/showOnPhone.ts'
import { DeviceHeader, DeviceState } from './DeviceHeader.tsx'

const device = {
  ...{ device_id: 9, public_id: 'LT-9', label: 'North yard', company_id: 3, company_title: 'Prairie' },
  ...{ level: 'fine', level_source: 'measured', status: 'normal', ports: [], tags: [] },
  ...{ connection_status: 'online', battery: '80', signal_quality: 20 },
} as unknown as DeviceRow

const buttons = () => screen.getAllByRole('button').map((button) => button.textContent)

test('a wide screen begins with name, place and connection of a device, and a button for each action', () => {
  stubCalls({})
  renderTank(<DeviceHeader device={device} />)
  expect(screen.getByText('LT-9 · Prairie')).toBeTruthy()
  expect(screen.getByText('Online')).toBeTruthy()
  expect(buttons()).toEqual(expect.arrayContaining(['Label', 'Move']))
})

test('only its name and one row are above the tanks on a phone, with the actions in a menu', async () => {
  showOnPhone()
  stubCalls({ 'GET /companies': { companies: [] } })
  renderTank(<DeviceHeader device={device} />)
  expect(screen.getByRole('heading', { name: 'North yard' })).toBeTruthy()
  expect(screen.queryByText(/LT-9/)).toBeNull()
  expect(screen.queryByText('Online')).toBeNull()
  expect(buttons().filter(Boolean)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Label', 'Move'])
  await userEvent.click(screen.getByRole('menuitem', { name: 'Move' }))
  expect(await screen.findByRole('dialog', { name: 'Move North yard to another company' })).toBeTruthy()
})

test('the part below the tanks on a phone shows where the device belongs and how it is connected', () => {
  showOnPhone()
  stubCalls({})
  renderTank(<DeviceState device={device} />)
  expect(screen.getByText('LT-9 · Prairie')).toBeTruthy()
  expect(screen.getByText('Online')).toBeTruthy()
  expect(screen.queryByRole('heading')).toBeNull()
})
