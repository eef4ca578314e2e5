import { expect, test } from 'vitest'
import { type KnownLevel, usedBetweenLevels } from './enteredLevel.ts'

const level = (date: string, volume: number, more: Partial<KnownLevel> = {}): KnownLevel => ({
  ...{ date, volume, delivered: 0, is_known: true },
  ...more,
})

test('use between levels is the first level plus inflow, less the second', () => {
  expect(
    usedBetweenLevels([
      level('2026-01-01', 1900, { delivered: 1500 }),
      level('2026-01-31', 1900, { delivered: 1200 }),
      level('2026-02-10', 1600),
    ]),
  ).toEqual([
    { date: '2026-01-30', used: 1200, days: 30 },
    { date: '2026-02-09', used: 300, days: 10 },
  ])
})

test('a delivery that did not fill the tank counts, its estimated level does not', () => {
  expect(
    usedBetweenLevels([
      level('2025-12-01', 700, { is_known: false }),
      level('2026-01-01', 1000),
      level('2026-01-11', 900, { delivered: 500, is_known: false }),
      level('2026-01-21', 600),
    ]),
  ).toEqual([{ date: '2026-01-20', used: 900, days: 20 }])
})

test('two levels of one day form no interval, and a rise without a delivery is not use', () => {
  expect(
    usedBetweenLevels([
      level('2026-01-01', 1000),
      level('2026-01-01', 1400, { delivered: 500 }),
      level('2026-01-06', 1300),
      level('2026-01-08', 1350),
    ]),
  ).toEqual([
    { date: '2026-01-05', used: 200, days: 5 },
    { date: '2026-01-07', used: 0, days: 2 },
  ])
})
