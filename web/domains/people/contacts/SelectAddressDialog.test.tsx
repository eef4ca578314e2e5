import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { showScreen } from '#web/resources/testing/showScreen.tsx'
import { SelectAddressDialog, type ShownAddress } from './SelectAddressDialog.tsx'

const address = {
  entity_addresses_id: 7,
  location_label: 'North yard',
  address_type: 'shipping',
  address1: '12 Elevator Road',
  address2: 'Gate 3',
  city: 'Kearney',
  state: 'NE',
  zip_code: '68847',
  country_id: 140,
} as unknown as ShownAddress

test('an address is chosen by its whole text: label, lines, city, state, ZIP code and its kind in capitals', async () => {
  const onChoose = vi.fn()
  const source = { addresses: [address], error: null, onRetry: vi.fn(), addTo: null }
  showScreen(<SelectAddressDialog source={source} chosen={null} onChoose={onChoose} onClose={vi.fn()} />)
  const choice = screen.getByRole('radio')
  const text = choice.closest('[role=radiogroup]')?.textContent ?? ''
  for (const part of ['North yard', '12 Elevator Road', 'Gate 3', 'Kearney', 'NE', '68847'])
    expect(text).toContain(part)
  expect(screen.getByText('Shipping').style.textTransform).toBe('uppercase')
  await userEvent.click(choice)
  await userEvent.click(screen.getByRole('button', { name: 'Use this address' }))
  expect(onChoose).toHaveBeenCalledWith(7)
})
