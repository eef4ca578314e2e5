import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCalendarDay } from './calendarDay.ts'

test.each([
  '2026-02-30',
  '2026-02-29',
  '2026-04-31T00:00:00Z',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  'x',
])('%s is not a calendar day', (text) => {
  expect(isCalendarDay(text)).toBe(false)
})

test('every real day is one, alone and with a time', () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') }), (date) => {
      const text = date.toISOString()
      expect(isCalendarDay(text)).toBe(true)
      expect(isCalendarDay(text.slice(0, 10))).toBe(true)
    }),
  )
})

test('a day is at the beginning, without further digits', () => {
  for (const text of ['x2026-01-15', ' 2026-01-15', '2026-01-155', '26-01-15', '']) {
    expect(isCalendarDay(text)).toBe(false)
  }
  for (const text of ['2026-01-01', '2026-12-28', '2026-12-31', '2024-02-29', '2026-01-15T10:00:00Z']) {
    expect(isCalendarDay(text)).toBe(true)
  }
})
