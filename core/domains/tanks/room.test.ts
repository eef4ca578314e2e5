import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fahrenheitToCelsius } from '#core/platform/numbers/units.ts'
import { propaneDensity } from './propaneDensity.ts'
import { COLDEST_CELSIUS, fillLimit, maxFill, percentAtFillTemperature, roomOf } from './room.ts'

const PROPANE = { product_group: 'lpg', product_max_fill: null, tank_max_fill: null }
const DIESEL = { product_group: 'fuel_oil', product_max_fill: null, tank_max_fill: null }
const GALLON = 3.785411784
/** A container of 10,000 gal, whose limit depends on the temperature. */
const BULK = { ...PROPANE, capacity: 10_000 * GALLON }
const limitAt = (fahrenheit: number) => fillLimit(BULK, fahrenheitToCelsius(fahrenheit))

describe('the density of liquid propane', () => {
  // NIST Chemistry WebBook, saturated liquid, kg/m³.
  test.each([
    [-42.11, 580.9],
    [0, 528.6],
    [25, 492.4],
  ])('matches the tables at %f °C', (celsius, density) => {
    expect(Math.abs(propaneDensity(celsius) / density - 1)).toBeLessThan(0.001)
  })

  test('decreases with temperature', () => {
    fc.assert(
      fc.property(fc.double({ min: -60, max: 69, noNaN: true }), (celsius) => {
        expect(propaneDensity(celsius + 1)).toBeLessThan(propaneDensity(celsius))
      }),
    )
  })
})

describe('the maximum fill', () => {
  test('is 95 % by default and 80 % for a liquefied gas; the product overrides it, and the tank both', () => {
    expect(maxFill(DIESEL)).toBe(95)
    expect(maxFill(PROPANE)).toBe(80)
    expect(maxFill({ ...DIESEL, product_max_fill: 90 })).toBe(90)
    expect(maxFill({ ...DIESEL, product_max_fill: 90, tank_max_fill: 85 })).toBe(85)
  })

  test.each([
    [500, -40, 80, null],
    [500, null, 80, null],
    [2000, 0, 80, null],
    [2001, null, 72.1, -40],
    [18_000, 90, 80, 32.2],
  ])('of %i gal of propane at %s °F is %f %%', (gallons, fahrenheit, limit, celsius) => {
    const tank = { ...PROPANE, capacity: gallons * GALLON, shell: null, volume: 0 }
    const room = roomOf({ ...tank, celsius: fahrenheit === null ? null : fahrenheitToCelsius(fahrenheit) })
    expect(room.limit).toBeCloseTo(limit, 0)
    if (celsius === null) expect(room.celsius).toBeNull()
    else expect(room.celsius).toBeCloseTo(celsius, 0)
  })

  test('depends on temperature for a large propane container: 80 % at 40 °F and above, about 76 % at 0 °F', () => {
    expect(limitAt(40)).toBeCloseTo(80, 10)
    expect(limitAt(90)).toBe(80)
    expect(limitAt(0)).toBeCloseTo(75.8, 1)
    expect(limitAt(-40)).toBeCloseTo(72.1, 0)
    expect(fillLimit(BULK, null)).toBe(fillLimit(BULK, COLDEST_CELSIUS))
  })

  test('does not depend on temperature for a liquid without pressure', () => {
    const tank = { ...DIESEL, capacity: 40_000 }
    expect(fillLimit(tank, -20)).toBe(95)
    expect(fillLimit(tank, null)).toBe(95)
  })
})

describe('the room of a tank', () => {
  test('is the rest up to its maximum fill, with the temperature that it assumes', () => {
    expect(roomOf({ ...DIESEL, capacity: 1000, shell: null, volume: 400, celsius: 20 })).toEqual({
      litres: 550,
      limit: 95,
      celsius: null,
    })
    const cold = roomOf({
      ...PROPANE,
      capacity: 10_000,
      shell: null,
      volume: 4000,
      celsius: fahrenheitToCelsius(0),
    })
    expect(cold.litres / 10).toBeCloseTo(357.7, 0)
    expect(cold.celsius).toBeCloseTo(-17.8, 1)
  })

  const tanks = fc.record({
    product_group: fc.constantFrom('lpg', 'fuel_oil', 'none', null),
    product_max_fill: fc.option(fc.integer({ min: 1, max: 100 })),
    tank_max_fill: fc.option(fc.integer({ min: 1, max: 100 })),
    capacity: fc.integer({ min: 1, max: 100_000 }),
    shell: fc.constantFrom(null, 500, 50_000),
    volume: fc.integer({ min: 0, max: 100_000 }),
    celsius: fc.option(fc.double({ min: -60, max: 60, noNaN: true })),
  })

  test('is never negative, and delivered in full never exceeds the limit', () => {
    fc.assert(
      fc.property(tanks, (tank) => {
        const { litres, limit } = roomOf(tank)
        expect(litres).toBeGreaterThanOrEqual(0)
        if (litres > 0) expect(tank.volume + litres).toBeLessThanOrEqual((tank.capacity * limit) / 100 + 1e-6)
        expect(limit).toBeLessThanOrEqual(maxFill(tank))
      }),
    )
  })

  test('is never more in a fuller tank, nor in a colder one', () => {
    fc.assert(
      fc.property(tanks, fc.integer({ min: 0, max: 1000 }), (tank, more) => {
        expect(roomOf({ ...tank, volume: tank.volume + more }).litres).toBeLessThanOrEqual(
          roomOf(tank).litres,
        )
        if (tank.celsius === null) return
        expect(roomOf({ ...tank, celsius: tank.celsius - more / 100 }).litres).toBeLessThanOrEqual(
          roomOf(tank).litres,
        )
      }),
    )
  })

  test('is based on the smaller of the defined capacity and the shell capacity', () => {
    const room = (shell: number | null) =>
      roomOf({ ...DIESEL, capacity: 1000, shell, volume: 400, celsius: 20 }).litres
    expect(
      [room(950), room(1050), room(null), room(0)].map((litres) => Math.round(litres * 100) / 100),
    ).toEqual([...[502.5, 550, 550, 550]])
  })

  test('filled completely when cold does not exceed the maximum fill at 40 °F', () => {
    const celsius = fahrenheitToCelsius(-10)
    const { litres } = roomOf({ ...PROPANE, capacity: 10_000, shell: null, volume: 1000, celsius })
    const percent = percentAtFillTemperature((1000 + litres) / 100, {
      ...PROPANE,
      specific_gravity: 0.508,
      celsius,
    })
    expect(percent).toBeCloseTo(80, 6)
  })
})

describe('the level at 40 °F', () => {
  test('removes the expansion of a hot day', () => {
    const at = (fahrenheit: number | null) =>
      percentAtFillTemperature(85, {
        product_group: 'lpg',
        specific_gravity: 0.508,
        celsius: fahrenheit === null ? null : fahrenheitToCelsius(fahrenheit),
      })
    expect(at(90)).toBeLessThan(80)
    expect(at(40)).toBeCloseTo(85, 10)
    expect(at(0)).toBeGreaterThan(85)
    expect(at(null)).toBe(85)
  })

  test('is unchanged for liquids without correction', () => {
    expect(percentAtFillTemperature(96, { product_group: 'none', specific_gravity: 1, celsius: 35 })).toBe(96)
  })
})
