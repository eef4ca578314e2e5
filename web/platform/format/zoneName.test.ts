import { expect, test } from 'vitest'
import { zoneName } from './zoneName.ts'

test.each([
  ['America/Detroit', 'en', 'Eastern Time · Detroit'],
  ['America/New_York', 'es', 'hora oriental · New York'],
  ['Mars/Olympus', 'en', 'Mars/Olympus'],
])('the zone %s is named in %s', (zone, language, name) => {
  expect(zoneName(zone, language)).toBe(name)
})
