import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calendarDay } from '#core/platform/time/calendarDay.ts'
import { BILLING_RHYTHMS, billedFrom } from './billingWishes.ts'

test.each([
  ['2026-11-26', 'delivery', '2026-11-26'],
  ['2026-11-30', 'day', '2026-12-01'],
  // A Thursday, a Sunday and a Monday: weeks end on Sunday.
  ['2026-11-26', 'week', '2026-11-30'],
  ['2026-11-29', 'week', '2026-11-30'],
  ['2026-11-30', 'week', '2026-12-07'],
  ['2026-12-31', 'month', '2027-01-01'],
] as const)('a delivery on %s, billed per %s, is billable from %s', (delivered, rhythm, from) => {
  expect(billedFrom(delivered, rhythm)).toBe(from)
})

test('a delivery is never billable before its day, and all deliveries of a period become billable on the same day', () => {
  const day = fc.integer({ min: 0, max: 40_000 }).map((days) => calendarDay(days * 86_400_000))
  fc.assert(
    fc.property(day, fc.constantFrom(...BILLING_RHYTHMS), (delivered, rhythm) => {
      const from = billedFrom(delivered, rhythm)
      const isSameDay = rhythm === 'delivery'
      expect(from >= delivered && (isSameDay || from > delivered)).toBe(true)
      const last = calendarDay(Date.parse(from) - 86_400_000)
      if (!isSameDay) expect(billedFrom(last, rhythm)).toBe(from)
    }),
  )
})
