import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { customers } from '#core/domains/companies/customers.ts'
import { sites } from '#core/domains/companies/sites.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { showScreen } from '#web/resources/testing/showScreen.tsx'
import { FieldValues, isWorthReading } from './FieldValues.tsx'

test.each([
  ['+13085551234', '(308) 555-1234'],
  ['+4930123456', '+49 30 123456'],
  ['12', '12'],
])('the phone number %s is shown as %s', async (emergency_phone, shown) => {
  showScreen(
    <FieldValues
      resource={customers}
      names={['emergency_phone']}
      record={{ company_id: 4, emergency_phone }}
    />,
  )
  const link = await screen.findByRole('link', { name: shown })
  expect(link.getAttribute('href')).toBe(`tel:${emergency_phone}`)
})

test('a flag is read only if it differs from its default', () => {
  expect(isWorthReading(sites, 'status', { status: 1 })).toBe(false)
  expect(isWorthReading(sites, 'status', { status: 0 })).toBe(true)
  expect(isWorthReading(shipment_planners, 'overrule_ullage', { overrule_ullage: 1 })).toBe(true)
  expect(isWorthReading(shipment_planners, 'overrule_ullage', { overrule_ullage: 0 })).toBe(false)
})
