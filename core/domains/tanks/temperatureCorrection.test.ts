import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fahrenheitToCelsius } from '#core/platform/numbers/units.ts'
import { CORRECTED_GROUPS } from './correctedGroups.ts'
import { netVolume, REFERENCE_CELSIUS, temperatureCorrection } from './temperatureCorrection.ts'

describe('temperatureCorrection', () => {
  it.each([
    ['fuel_oil', 845, 30, 1.013893],
    ['fuel_oil', 845, 90, 0.98599],
    ['gasoline', 740, 30, 1.020297],
    ['gasoline', 740, 90, 0.979453],
    ['fuel_oil', 845, 60, 1],
  ] as const)('%s of %d kg/m³ at %d °F: %d', (group, density, fahrenheit, expected) => {
    expect(temperatureCorrection(group, density, fahrenheitToCelsius(fahrenheit))).toBeCloseTo(expected, 6)
  })

  it('10,000 gal of diesel lose 137 gal by cooling from 60 to 30 °F', () => {
    const gross = 10_000 / temperatureCorrection('fuel_oil', 845, fahrenheitToCelsius(30))
    expect(10_000 - gross).toBeCloseTo(137, 0)
  })

  it('warm product always counts less, in every group', () => {
    const groups = fc.constantFrom(...CORRECTED_GROUPS)
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
    expect(() => temperatureCorrection('fuel_oil', density, celsius)).toThrow(RangeError)
  })
})

describe('netVolume', () => {
  const diesel = { group: 'fuel_oil', specificGravity: 0.845, celsius: 30 }

  it('is the volume itself at the reference temperature', () => {
    for (const reference of Object.values(REFERENCE_CELSIUS)) {
      expect(netVolume(1000, { ...diesel, celsius: reference }, reference)).toBeCloseTo(1000, 9)
    }
  })

  it('of warm diesel is less, at 15 °C a little less than at 60 °F', () => {
    const at60 = netVolume(1000, diesel, REFERENCE_CELSIUS.imperial)!
    const at15 = netVolume(1000, diesel, REFERENCE_CELSIUS.metric)!
    expect(at60).toBeCloseTo(1000 * temperatureCorrection('fuel_oil', 0.845 * 999.1, 30), 9)
    expect(at15).toBeLessThan(at60)
    expect(at60 - at15).toBeLessThan(1)
  })

  it.each([
    { ...diesel, group: 'none' },
    { ...diesel, group: null },
    { ...diesel, celsius: null },
    { ...diesel, celsius: 200 },
    { ...diesel, specificGravity: 0.1 },
  ])('is null for %j', (liquid) => {
    expect(netVolume(1000, liquid, 15)).toBeNull()
  })

  it('of an unknown volume is null', () => {
    expect(netVolume(null, diesel, 15)).toBeNull()
  })
})

describe('propane', () => {
  const propane = { group: 'lpg', specificGravity: 0.51 }

  it('contracts like the saturated liquid of NIST’s tables: 528.59, 500.06 and 467.46 kg/m³ at 0, 20 and 40 °C', () => {
    const netAt = (celsius: number) => netVolume(1000, { ...propane, celsius }, 20)!
    expect(Math.abs(netAt(0) / (528.59 / 0.50006) - 1)).toBeLessThan(5e-4)
    expect(Math.abs(netAt(40) / (467.46 / 0.50006) - 1)).toBeLessThan(5e-4)
    expect(netAt(20)).toBe(1000)
  })

  it('is not corrected if it is another gas, or its temperature is impossible', () => {
    expect(netVolume(1000, { ...propane, specificGravity: 0.58, celsius: 20 }, 15)).toBeNull()
    expect(netVolume(1000, { ...propane, specificGravity: 0.48, celsius: 20 }, 15)).toBeNull()
    expect(netVolume(1000, { ...propane, celsius: 71 }, 15)).toBeNull()
    expect(netVolume(1000, { ...propane, celsius: -61 }, 15)).toBeNull()
    expect(netVolume(1000, { ...propane, celsius: null }, 15)).toBeNull()
  })
})

describe('the range of the standard', () => {
  it('is from 500 to 1,200 kg/m³ and from −50 to 150 °C, inclusive', () => {
    for (const [density, celsius] of [
      [500, 20],
      [1200, 20],
      [845, -50],
      [845, 150],
    ] as const) {
      expect(Number.isFinite(temperatureCorrection('fuel_oil', density, celsius))).toBe(true)
    }
    for (const [density, celsius] of [
      [499.9, 20],
      [1200.1, 20],
      [845, -50.1],
      [845, 150.1],
    ] as const) {
      expect(() => temperatureCorrection('fuel_oil', density, celsius)).toThrow(RangeError)
      expect(() => temperatureCorrection('fuel_oil', density, celsius)).toThrow(/density|temperature/)
    }
  })

  it('has no net volume beyond it', () => {
    const diesel = { group: 'fuel_oil', specificGravity: 0.845, celsius: 30 }
    expect(netVolume(1000, { ...diesel, celsius: 151 }, 15)).toBeNull()
    expect(netVolume(1000, { ...diesel, celsius: null }, 15)).toBeNull()
    expect(netVolume(1000, { ...diesel, specificGravity: 0.4 }, 15)).toBeNull()
    expect(netVolume(1000, { ...diesel, group: 'water' }, 15)).toBeNull()
    expect(netVolume(1000, { ...diesel, group: null }, 15)).toBeNull()
    expect(netVolume(null, diesel, 15)).toBeNull()
    expect(netVolume(0, diesel, 15)).toBe(0)
  })
})

it.each([
  ['crude_oil', 850, 0.985778],
  ['jet_fuel', 800, 0.984448],
  ['lubricant', 880, 0.988068],
] as const)('%s of %d kg/m³ shrinks from 90 °F by its own coefficients', (group, density, expected) => {
  expect(temperatureCorrection(group, density, fahrenheitToCelsius(90))).toBeCloseTo(expected, 6)
})
