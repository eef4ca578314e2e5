import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { delivery_checks } from '#core/domains/shipments/delivery_checks.ts'
import { RecordCards } from '#web/resources/list/RecordCards.tsx'
import type { ListAppearance } from '#web/resources/list/useListAppearance.ts'
import { showScreen } from '#web/resources/testing/showScreen.tsx'
import { deliveryCheckList } from './deliveryCheckList.tsx'

function showCheck(figures: object) {
  const check = {
    delivery_check_id: 4,
    shipment_title: 'S-1639',
    device_title: 'LT14-1',
    device_name: 'Cardtrol – York',
    ticket_gallons: '466.6',
    rise_gallons: '452.1',
    bias_gallons: '0.0',
    difference_gallons: '-14.5',
    delivered_at: '2026-11-21T12:00:00Z',
    ...figures,
  }
  showScreen(
    <RecordCards
      resource={delivery_checks}
      kind={deliveryCheckList}
      rows={[check]}
      appearance={{ columns: [] } as unknown as ListAppearance}
      addressOf={(id) => `/delivery_check/${id}`}
    />,
  )
}

test('a delivery check on a phone names the place and the difference in a sentence', async () => {
  showCheck({})
  const link = await screen.findByRole('link', { name: 'Cardtrol – York' })
  expect(link.getAttribute('href')).toBe('/delivery_check/4')
  expect(screen.getByText(/^Tank’s rise about 15.gal short of the ticket$/)).toBeTruthy()
  expect(screen.getByText(/On the ticket/).textContent).toMatch(/^On the ticket 466.6.gal$/)
})

test('the sentence of a check is the difference of its two figures, and names the usual difference if it counts', async () => {
  showCheck({
    ...{ ticket_gallons: '263.7', rise_gallons: '623.7', bias_gallons: '-0.7', difference_gallons: '360.7' },
  })
  expect(await screen.findByText(/^Ticket about 360.gal short of the tank’s rise$/)).toBeTruthy()
  showCheck({
    ...{ ticket_gallons: '669.8', rise_gallons: '541.9', bias_gallons: '-3.9', difference_gallons: '-124.0' },
  })
  expect(
    await screen.findByText(/^Tank’s rise about 124.gal short of the ticket, beyond the usual difference$/),
  ).toBeTruthy()
})

test('the difference of a row follows from its figures: the usual difference is with it', async () => {
  const Cell = deliveryCheckList.columns?.['difference_gallons']?.Cell ?? (() => null)
  const record = { ticket_gallons: '264.7', rise_gallons: '623.6', difference_gallons: '360.1' }
  showScreen(<Cell record={record} />)
  expect(await screen.findByText(/^360.1.gal$/)).toBeTruthy()
  expect(screen.getByText(/^Usual difference -1.2.gal$/)).toBeTruthy()
  cleanup()
  showScreen(<Cell record={{ ...record, difference_gallons: '358.9' }} />)
  expect(await screen.findByText(/^358.9.gal$/)).toBeTruthy()
  expect(screen.queryByText(/^Usual difference/)).toBeNull()
})
