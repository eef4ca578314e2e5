import { expect, test } from 'vitest'
import { formatDayOf, formatInstantAt } from './format.ts'
import { formatTimeOfDay } from './formatTimeOfDay.ts'

test('a time of day is written in the reader’s format, in any zone', () => {
  const of = (language: string) =>
    ['05:00', '13:30', '24:00'].map((time) => formatTimeOfDay(time, language).replaceAll(/\s/g, ' '))
  expect(of('en')).toEqual(['5:00 AM', '1:30 PM', '12:00 AM'])
  expect(of('es')).toEqual(['5:00', '13:30', '24:00'])
  expect(of('de')).toEqual(['5:00', '13:30', '24:00'])
})

test('an instant is shown by its day in the reader’s time zone', () => {
  const late = '2026-03-02T03:30:00.000Z'
  expect(formatDayOf(late, { language: 'en', timeZone: 'America/Chicago' })).toBe('Mar 1, 2026')
  expect(formatDayOf(late, { language: 'en', timeZone: 'UTC' })).toBe('Mar 2, 2026')
})

test('an instant at a place is shown by the clock there, with the zone if it is not the reader’s', () => {
  const at = (zone: string) =>
    formatInstantAt('2026-11-25T16:30:00.000Z', { language: 'en', timeZone: 'America/New_York' }, zone)
  expect(at('America/New_York').replaceAll(/\s/g, ' ')).toBe('Nov 25, 2026, 11:30 AM')
  expect(at('America/Chicago').replaceAll(/\s/g, ' ')).toBe('Nov 25, 2026, 10:30 AM CST')
})
