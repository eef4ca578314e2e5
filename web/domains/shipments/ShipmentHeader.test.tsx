import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { ShipmentHeader } from './ShipmentHeader.tsx'

test('the day of a draft is promised with one click; a promised or departed round has no such button', async () => {
  const sent = answering({ 'PATCH /shipment_planner/7': { message: 'Saved.', type: 'success' } })
  const draft = { shipment_id: 7, status_id: 1, is_firm: 0, details: [] } as const
  showScreen(<ShipmentHeader record={draft} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm the day' }))
  await expect.poll(() => sent.find(({ call }) => call.startsWith('PATCH'))?.body).toEqual({ is_firm: 1 })
  for (const other of [
    { ...draft, is_firm: 1 as const },
    { ...draft, status_id: 2 as const },
  ]) {
    cleanup()
    showScreen(<ShipmentHeader record={other} />)
    expect(await screen.findByLabelText('Status')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Confirm the day' })).toBeNull()
  }
})

test('customers who only receive read plain words, the office those of the specification', async () => {
  answering({})
  const finalized = { shipment_id: 7, status_id: 4, details: [] } as const
  showScreen(<ShipmentHeader record={finalized} />)
  expect((await screen.findByLabelText('Status')).textContent).toBe('Finalized')
  cleanup()
  showScreen(<ShipmentHeader record={finalized} />, {
    as: { login_type_id: 'customer', permissions: ['shipment_planners.read'] },
  })
  expect((await screen.findByLabelText('Status')).textContent).toBe('Delivered')
})
