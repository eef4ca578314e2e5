import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { DeviceRow } from '#web/domains/telemetry/device/DeviceRow.ts'
import { renderTank, stubCalls } from '#web/domains/telemetry/tank/testing/renderTank.tsx'
import { DeviceLabel } from './DeviceLabel.tsx'

const device = { device_id: 9, public_id: 'LT-9', label: 'North <yard>' }

test('the label of a device has its name, its serial and a code that opens its profile', async () => {
  stubCalls({})
  renderTank(<DeviceLabel device={device as DeviceRow} onClose={() => {}} />)
  const dialog = await screen.findByRole('dialog', { name: 'Device label' })
  const address = `${location.origin}/devices/profile/9`
  const picture = await within(dialog).findByRole<HTMLImageElement>('img', { name: `QR code of ${address}` })
  expect(within(dialog).getByText('LT-9')).toBeTruthy()
  const print = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Print the label' })
  await waitFor(() => expect(print.disabled).toBe(false))
  const paper = dialog.querySelector('iframe')?.getAttribute('srcdoc') ?? ''
  expect(paper).toContain('North &lt;yard&gt;')
  expect(paper).toContain('LT-9')
  expect(paper).toContain(picture.src)
})
