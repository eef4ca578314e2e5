import { expect, test } from 'vitest'
import { delivery_checks } from '#core/domains/shipments/delivery_checks.ts'
import { terminals } from '#core/domains/shipments/terminals.ts'
import { titleOf } from './titleOf.ts'

test('a record is called by its title, or by what its title refers to', () => {
  expect(titleOf(terminals, { name: 'Kearney rack' })).toBe('Kearney rack')
  expect(titleOf(delivery_checks, { shipment_id: 5, shipment_title: 'S-5' })).toBe('S-5')
  expect(titleOf(terminals, {})).toBe('')
})
