import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lastMonth, marginFigures, periodBefore, salesWithoutCost, trendDays, trendStep } from './reports.ts'

const GALLON = 3.785411784
const sold = {
  litres: '378.5411784',
  billed: '400',
  known_litres: '378.5411784',
  known_billed: '400',
  cost: '300',
}

describe('margin', () => {
  test('is the billed amount less cost, and its share refers to the billed amount', () => {
    expect(marginFigures(sold, GALLON)).toEqual({
      ...{ volume: '100.0', billed: '400.000', cost: '300.000', margin: '100.000', per_unit: '1.0000' },
      ...{ share: '25.0', unknown: '0.0' },
    })
  })

  test('counts only goods with a known cost', () => {
    const partly = { ...sold, known_litres: '189.2705892', known_billed: '250', cost: '150' }
    expect(marginFigures(partly, GALLON)).toMatchObject({ margin: '100.000', share: '40.0', unknown: '50.0' })
    const unknown = { ...sold, known_litres: '0', known_billed: '0', cost: null }
    expect(marginFigures(unknown, GALLON)).toMatchObject({
      margin: null,
      share: null,
      per_unit: null,
      unknown: '100.0',
    })
  })

  test('leaves out the sales without a known cost', () => {
    const partly = { ...sold, known_litres: '189.2705892', known_billed: '250', cost: '150' }
    expect(salesWithoutCost(marginFigures(partly, GALLON))).toBe('150.000')
    const unknown = { ...sold, known_litres: '0', known_billed: '0', cost: null }
    expect(salesWithoutCost(marginFigures(unknown, GALLON))).toBe('400.000')
    expect(salesWithoutCost(marginFigures(sold, GALLON))).toBeNull()
  })
})

describe('the period before', () => {
  test('has the same number of months if the period is whole months', () => {
    expect(periodBefore({ from: '2026-03-01', to: '2026-03-31' })).toEqual({
      from: '2026-02-01',
      to: '2026-02-28',
    })
    expect(periodBefore({ from: '2025-12-01', to: '2026-11-30' })).toEqual({
      from: '2024-12-01',
      to: '2025-11-30',
    })
  })

  test('has the same number of days otherwise', () => {
    expect(periodBefore({ from: '2026-03-10', to: '2026-03-12' })).toEqual({
      from: '2026-03-07',
      to: '2026-03-09',
    })
  })

  test.each([
    ['a year up to today', '2026-01-01', '2026-12-01', '2025-01-01', '2025-12-01'],
    ['a year up to a leap day', '2028-01-01', '2028-02-29', '2027-01-01', '2027-02-28'],
    ['a whole year', '2026-01-01', '2026-12-31', '2025-01-01', '2025-12-31'],
    ['January', '2026-01-01', '2026-01-31', '2025-12-01', '2025-12-31'],
    ['a month up to today', '2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
  ])('is the same part of the year or month before: %s', (_, from, to, first, last) => {
    expect(periodBefore({ from, to })).toEqual({ from: first, to: last })
  })

  test('ends before the period: the day before, unless the period is a part of a month or year from its first day', () => {
    const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(day, fc.nat(800), (start, days) => {
        const at = (time: number) => new Date(time).toISOString().slice(0, 10)
        const from = at(start.getTime())
        const to = at(Date.parse(from) + days * 86_400_000)
        const before = periodBefore({ from, to })
        expect(before.to < from).toBe(true)
        const isFromFirst =
          from.endsWith('-01') && (from.endsWith('-01-01') || from.slice(0, 7) === to.slice(0, 7))
        if (!isFromFirst) expect(Date.parse(before.to) + 86_400_000).toBe(Date.parse(from))
        expect(before.from <= before.to).toBe(true)
      }),
    )
  })
})

test('the standard period is the month before', () => {
  expect(lastMonth('2026-01-15')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
})

test('a chart has at most about sixty points', () => {
  expect(trendStep({ from: '2026-01-01', to: '2026-01-31' })).toBe('day')
  expect(trendStep({ from: '2026-01-01', to: '2026-06-30' })).toBe('week')
  expect(trendStep({ from: '2025-01-01', to: '2026-06-30' })).toBe('month')
})

test('its points are the first days of its steps', () => {
  expect(trendDays({ from: '2026-02-27', to: '2026-03-01' })).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
  ])
  expect(trendDays({ from: '2026-01-01', to: '2026-04-01' }).slice(0, 2)).toEqual([
    '2025-12-29',
    '2026-01-05',
  ])
  expect(trendDays({ from: '2025-11-20', to: '2026-11-19' })).toHaveLength(13)
})
