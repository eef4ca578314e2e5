import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fahrenheitToCelsius } from '#core/platform/units.ts'
import { temperatureCorrection } from './temperatureCorrection.ts'

describe('temperatureCorrection', () => {
  it.each([
    ['diesel', 845, 30, 1.013893],
    ['diesel', 845, 90, 0.98599],
    ['gasoline', 740, 30, 1.020297],
    ['gasoline', 740, 90, 0.979453],
    ['diesel', 845, 60, 1],
  ] as const)('%s of %d kg/m³ at %d °F: %d', (group, density, fahrenheit, expected) => {
    expect(temperatureCorrection(group, density, fahrenheitToCelsius(fahrenheit))).toBeCloseTo(expected, 6)
  })

  it('10,000 gal of diesel lose 137 gal by cooling from 60 to 30 °F', () => {
    const gross = 10_000 / temperatureCorrection('diesel', 845, fahrenheitToCelsius(30))
    expect(10_000 - gross).toBeCloseTo(137, 0)
  })

  it('warm product always counts for less, in every group', () => {
    const groups = fc.constantFrom('crude', 'diesel', 'jet', 'gasoline', 'lubricant')
    const degrees = fc.double({ min: -40, max: 80, noNaN: true })
    fc.assert(
      fc.property(groups, fc.integer({ min: 650, max: 1000 }), degrees, (group, density, celsius) => {
        const colder = temperatureCorrection(group, density, celsius)
        expect(temperatureCorrection(group, density, celsius + 1)).toBeLessThan(colder)
        expect(Math.abs(colder - 1)).toBeLessThan(0.12)
      }),
    )
  })

  it.each([
    [100, 20],
    [845, 900],
    [Number.NaN, 20],
    [845, Number.NaN],
  ])('refuses %d kg/m³ at %d °C', (density, celsius) => {
    expect(() => temperatureCorrection('diesel', density, celsius)).toThrow(RangeError)
  })
})
