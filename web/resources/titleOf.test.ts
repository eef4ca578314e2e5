import { expect, test } from 'vitest'
import { exchange_rates } from '#core/domains/finance/exchange_rates.ts'
import { delivery_checks } from '#core/domains/shipments/delivery_checks.ts'
import { terminals } from '#core/domains/shipments/terminals.ts'
import { titleOf } from './titleOf.ts'

test('a record is named by its title, or by the record that its title refers to', () => {
  expect(titleOf(terminals, { name: 'Kearney rack' })).toBe('Kearney rack')
  expect(titleOf(delivery_checks, { shipment_id: 5, shipment_title: 'S-5' })).toBe('S-5')
  expect(titleOf(terminals, {})).toBe('')
})

test('an exchange rate is named by its pair of currencies and its day, not by its figure', () => {
  const rate = {
    rate: '0.6329113924',
    from_currency_id: 1,
    from_currency_title: 'CAD',
    to_currency_id: 2,
    to_currency_title: 'USD',
  }
  expect(titleOf(exchange_rates, { ...rate, rate_date: '2026-11-25' })).toBe('CAD → USD Nov 25, 2026')
  expect(titleOf(exchange_rates, { ...rate, rate_date: null })).toBe('CAD → USD')
})
