import fs from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { climateAt, correctedClimate, expectedDegreeDays } from '#core/domains/weather/climate.ts'
import { degreeDays } from '#core/domains/weather/degreeDays.ts'

/** Daily means of NOAA stations, as shipped in the package. */
function realDays(city: string) {
  const file = createRequire(import.meta.url).resolve('@observablehq/sample-datasets/weather.csv')
  const lines = fs.readFileSync(file, 'utf8').trim().split('\n')
  return lines
    .map((line) => line.split(','))
    .filter(([of]) => of === city)
    .map(([, date, , high, low]) => ({ date: date!, mean: (Number(high) + Number(low)) / 2 }))
}

describe.each([
  ['New York', 40.78, -73.97],
  ['Seattle', 47.45, -122.31],
])('against four real years of %s', (city, latitude, longitude) => {
  const days = realDays(city)
  const climate = climateAt(latitude, longitude)
  const starts = Array.from({ length: 42 }, (_, i) => 92 + i * 30)
  const means = (from: number, count: number) => days.slice(from, from + count)
  const errors = (past: number) =>
    starts.map((start) => {
      const expected = correctedClimate(climate, means(start - past, past))
      const next = means(start + 7, 45)
      const off = next.map(({ date, mean }) => {
        return expectedDegreeDays(expected(date), 'f65') - degreeDays(mean, 'f65')
      })
      return off.reduce((sum, item) => sum + item, 0) / off.length
    })
  const size = (values: readonly number[]) =>
    Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length)

  test('days of the place improve it: the next six weeks are predicted within 2.2 degree days a day', () => {
    expect(size(errors(92))).toBeLessThan(2.2)
    expect(size(errors(92))).toBeLessThan(size(errors(0)) * 0.8)
  })

  test('actual days deviate as much as it predicts', () => {
    const off = starts.flatMap((start) => {
      const expected = correctedClimate(climate, means(start - 92, 92))
      return means(start, 30).map(({ date, mean }) => {
        const day = expected(date)
        return (mean - day.mean) / day.deviation
      })
    })
    expect(size(off)).toBeGreaterThan(0.7)
    expect(size(off)).toBeLessThan(1.15)
  })
})
