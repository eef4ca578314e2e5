import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { climateAt, expectedDegreeDays } from './climate.ts'
import { degreeDays } from './degreeDays.ts'
import { sphericalHarmonics } from './sphericalHarmonics.ts'

const DAY = 86_400_000
const dateOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10)
const anyDate = fc.integer({ min: 10_000, max: 30_000 }).map(dateOf)
const anyPlace = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})

describe('spherical harmonics', () => {
  test('match known values, and add up to a constant everywhere (Unsöld)', () => {
    const [zero, sine, up] = sphericalHarmonics(30, 60, 1)
    expect([zero, up]).toEqual([1, expect.closeTo(Math.sqrt(3) / 2, 12)])
    expect(sine).toBeCloseTo(1.5 * Math.sin(Math.PI / 3), 12)
    fc.assert(
      fc.property(anyPlace, ({ latitude, longitude }) => {
        const sum = sphericalHarmonics(latitude, longitude, 10).reduce((all, value) => all + value * value, 0)
        expect(sum).toBeCloseTo(121, 6)
      }),
    )
  })
})

describe('the climate of a place', () => {
  test('exists for every place on earth and every day', () => {
    fc.assert(
      fc.property(anyPlace, anyDate, ({ latitude, longitude }, date) => {
        const { mean, deviation } = climateAt(latitude, longitude)(date)
        expect(mean).toBeGreaterThan(-75)
        expect(mean).toBeLessThan(45)
        expect(deviation).toBeGreaterThanOrEqual(1.5)
        expect(deviation).toBeLessThan(12)
      }),
    )
  })

  test('is continuous at the date line and the poles', () => {
    fc.assert(
      fc.property(fc.double({ min: -90, max: 90, noNaN: true }), anyDate, (latitude, date) => {
        const [west, east] = [climateAt(latitude, -180)(date).mean, climateAt(latitude, 180)(date).mean]
        expect(west).toBeCloseTo(east, 8)
      }),
    )
    expect(climateAt(90, 0)('2026-01-15').mean).toBeCloseTo(climateAt(90, 100)('2026-01-15').mean, 8)
  })

  test.each([
    ['Minneapolis', 45, -93.3, -11, 22],
    ['Sydney', -33.9, 151.2, 22, 12],
    ['Singapore', 1.3, 103.8, 26, 27],
    ['Moscow', 55.8, 37.6, -9, 19],
  ])('has the seasons of %s', (_, latitude, longitude, january, july) => {
    const climate = climateAt(latitude, longitude)
    expect(Math.abs(climate('2026-01-15').mean - january)).toBeLessThan(4)
    expect(Math.abs(climate('2026-07-15').mean - july)).toBeLessThan(4)
  })
})

describe('expected degree days', () => {
  test('follow a normal distribution, cut off at the base', () => {
    const steps = Array.from({ length: 4001 }, (_, i) => -8 + i / 250)
    for (const mean of [-10, 5, 15, 18.33, 21, 30]) {
      const sum = steps.reduce((all, z) => {
        const day = degreeDays(mean + 5 * z, 'f65')
        return all + (day * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI) / 250
      }, 0)
      expect(expectedDegreeDays({ mean, deviation: 5 }, 'f65')).toBeCloseTo(sum, 3)
      expect(expectedDegreeDays({ mean, deviation: 5 }, 'f65')).toBeGreaterThan(degreeDays(mean, 'f65'))
    }
  })
})
