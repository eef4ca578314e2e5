import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { ReadingsDialog } from './ReadingsDialog.tsx'

test('the readings of a period are requested for the devices of the list, whole days of the browser', async () => {
  const sent = answering({ 'GET /devices/readings': {} })
  showScreen(<ReadingsDialog listQuery={{ site_id: '5' }} onClose={() => {}} />)
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-02' } })
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-01' } })
  expect(screen.getByText('Must not be before the first day')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Download' }).disabled).toBe(true)
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-03' } })
  await userEvent.click(screen.getByRole('radio', { name: 'Parquet, for analysis' }))
  await userEvent.click(screen.getByRole('button', { name: 'Download' }))
  const { searchParams } = new URL(sent.at(-1)!.call.replace('GET ', 'http://x'))
  expect(Object.fromEntries(searchParams)).toEqual({
    site_id: '5',
    from: new Date(2026, 10, 2).toISOString(),
    to: new Date(2026, 10, 4).toISOString(),
    format: 'parquet',
  })
})
