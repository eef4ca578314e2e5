import { expect, test } from 'vitest'
import { formatRelativeTime } from './format.ts'

const NOON = Date.parse('2026-11-27T17:00:00Z')

test.each([
  ['2026-11-27T14:00:00Z', '3 hr ago'],
  ['2026-11-26T16:00:00Z', 'yesterday'],
  // 40 hours: on Wednesday evening in New York, and after midnight in Madrid.
  ['2026-11-26T01:00:00Z', '2 days ago'],
  ['2026-11-29T01:00:00Z', 'tomorrow'],
  ['2026-10-20T12:00:00Z', '1 mo ago'],
])('an age counts days of the reader’s calendar: at noon %s is %s', (instant, text) => {
  expect(formatRelativeTime(instant, NOON, { language: 'en', timeZone: 'America/New_York' })).toBe(text)
})

test('the zone of the reader decides about the day', () => {
  const reader = { language: 'en', timeZone: 'Europe/Madrid' }
  expect(formatRelativeTime('2026-11-26T01:00:00Z', NOON, reader)).toBe('yesterday')
})

test('a day of 25 hours is not “today” at its end', () => {
  const reader = { language: 'en', timeZone: 'America/New_York' }
  expect(formatRelativeTime('2026-11-01T04:15:00Z', Date.parse('2026-11-02T04:45:00Z'), reader)).toBe(
    'yesterday',
  )
})

test.each([
  ['2026-11-27T16:30:00Z', 'today'],
  ['2026-11-27T01:00:00Z', 'yesterday'],
  ['2026-11-22T17:00:00Z', '5 days ago'],
])('no finer than a day, %s is %s', (instant, text) => {
  const reader = { language: 'en', timeZone: 'America/New_York' }
  expect(formatRelativeTime(instant, NOON, reader, true)).toBe(text)
})
