import { expect, test } from 'vitest'
import { arrivalAhead } from './arrivalAhead.ts'

const now = Date.parse('2026-11-30T16:27:00Z')
const shown = (arrival: string, on_the_way: boolean, shipment_id: number | null = null) =>
  arrivalAhead({ arrival, on_the_way, shipment_id }, now)

test('an arrival is shown only while it is ahead', () => {
  expect(shown('2026-11-30T17:16:00Z', true)).toBe('2026-11-30T17:16:00Z')
  expect(shown('2026-11-30T14:48:00Z', true)).toBeNull()
})

test('on the way, the hour of another day is not shown as if it were today', () => {
  expect(shown('2026-12-01T14:48:00Z', true)).toBeNull()
  expect(shown('2026-12-01T14:48:00Z', false, 7)).toBe('2026-12-01T14:48:00Z')
})

test('receivers read no hour before the truck is on its way', () => {
  expect(shown('2026-11-30T17:16:00Z', false)).toBeNull()
})
