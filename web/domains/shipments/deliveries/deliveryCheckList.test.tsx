import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { delivery_checks } from '#core/domains/shipments/delivery_checks.ts'
import { RecordCards } from '#web/resources/list/RecordCards.tsx'
import type { ListAppearance } from '#web/resources/list/useListAppearance.ts'
import { showScreen } from '#web/resources/testing/showScreen.tsx'
import { deliveryCheckList } from './deliveryCheckList.tsx'

test('a delivery check on a phone names the place and the difference in a sentence', () => {
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
  const link = screen.getByRole('link', { name: 'Cardtrol – York' })
  expect(link.getAttribute('href')).toBe('/delivery_check/4')
  expect(screen.getByText(/^Tank’s rise about 15.gal short of the ticket$/)).toBeTruthy()
  expect(screen.getByText(/On the ticket/).textContent).toMatch(/^On the ticket 466.6.gal$/)
})
