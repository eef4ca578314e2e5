import { expect, test } from 'vitest'
import { isAboveMaxFill, isOffMeter } from './measuredIssue.ts'

test('the quantity of a ticket matches its meter', () => {
  const ticket = (meter_end: string | null, quantity: string) => ({
    meter_start: '1000',
    meter_end,
    quantity,
  })
  expect(isOffMeter(ticket('1380.4', '480.4'))).toBe(true)
  expect(isOffMeter(ticket('1380.4', '380.4'))).toBe(false)
  expect(isOffMeter(ticket('1380.44', '380.4'))).toBe(false)
  expect(isOffMeter(ticket(null, '480.4'))).toBe(false)
})

test('a gas tank is not filled beyond its maximum, within the precision of a gauge', () => {
  const gas = { product_group: 'lpg', product_max_fill: null, tank_max_fill: null }
  expect([80, 82, 83, 92, null].map((percent) => isAboveMaxFill(percent, gas))).toEqual([
    ...[false, false, true, true, false],
  ])
  expect(isAboveMaxFill(84, { ...gas, tank_max_fill: 85 })).toBe(false)
  expect(isAboveMaxFill(97, { ...gas, product_group: 'fuel_oil' })).toBe(false)
})
