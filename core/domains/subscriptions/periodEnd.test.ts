import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { periodEnd } from './periodEnd.ts'

describe('the end of a term', () => {
  test.each([
    ['2026-01-01', 1, '2026-01-31'],
    ['2026-01-31', 1, '2026-02-27'],
    ['2028-01-30', 1, '2028-02-28'],
    ['2026-03-15', 12, '2027-03-14'],
    ['2028-02-29', 12, '2029-02-27'],
    ['2026-12-01', 1, '2026-12-31'],
  ])('%s for %i months ends on %s', (start, months, end) => {
    expect(periodEnd(start, months)).toBe(end)
  })

  test('is never before its start, nor beyond the term', () => {
    const days = fc.integer({ min: 0, max: 36_500 })
    fc.assert(
      fc.property(days, fc.constantFrom(1, 12), (day, months) => {
        const start = new Date(day * 86_400_000).toISOString().slice(0, 10)
        const length = (Date.parse(periodEnd(start, months)) - Date.parse(start)) / 86_400_000 + 1
        expect(length).toBeGreaterThanOrEqual(months === 1 ? 28 : 365)
        expect(length).toBeLessThanOrEqual(months === 1 ? 31 : 366)
      }),
    )
  })
})
