import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { DeviceRow } from '#web/domains/telemetry/device/DeviceRow.ts'
import { renderTank, stubCalls } from '#web/domains/telemetry/tank/testing/renderTank.tsx'
import { MoveDevice } from './MoveDevice.tsx'

const device = {
  device_id: 9,
  public_id: 'LT-9',
  label: 'North yard',
  company_id: 3,
  company_title: 'Prairie',
}

test('a device is moved to another company after the consequences are shown', async () => {
  const sent = stubCalls({
    'GET /companies': {
      companies: [
        { company_id: 3, label: 'Prairie' },
        { company_id: 4, label: 'Summit' },
      ],
    },
    'PATCH /devices/9/move': { device: {} },
  })
  renderTank(<MoveDevice device={device as DeviceRow} onClose={() => {}} />)
  const dialog = await screen.findByRole('dialog', { name: 'Move North yard to another company' })
  expect(within(dialog).getByText(/stays with Prairie/)).toBeTruthy()
  expect(
    (within(dialog).getByRole('button', { name: 'Move the device' }) as HTMLButtonElement).disabled,
  ).toBe(true)
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'New company' }))
  expect(screen.queryByRole('option', { name: 'Prairie' })).toBeNull()
  await userEvent.click(await screen.findByRole('option', { name: 'Summit' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Move the device' }))
  await waitFor(() => expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ company_id: 4 }))
})
