import { expect, test } from 'vitest'
import { emptyTypicalUsage, noiseOf } from '#core/domains/telemetry/typicalUsage.ts'
import { overfillRangeOf } from './fullness.ts'
import { bisect } from './volume/bisect.ts'
import { dimensionsOf } from './volume/dimensionsOf.ts'

const tank = {
  product_group: 'fuel_oil',
  product_max_fill: null,
  tank_max_fill: null,
  percent: 96,
  capacity: 1000,
  shell: null,
  specific_gravity: 0.85,
  celsius: null,
  usual: null,
}

test('a tank without known scatter and temperature is as full as it shows', () => {
  expect(overfillRangeOf(tank)).toEqual({ surely: 96, max_fill: 95 })
  expect(overfillRangeOf({ ...tank, tank_max_fill: 90 })).toEqual({ surely: 96, max_fill: 90 })
  // A tank whose shape is smaller than the defined capacity is overfull sooner.
  expect(overfillRangeOf({ ...tank, shell: 900 }).max_fill).toBeCloseTo(85.5, 9)
})

test('the error of an unsteady gauge is subtracted, at most one percentage point', () => {
  const usual = { ...emptyTypicalUsage(0, 1000), spread: 1 }
  expect(overfillRangeOf({ ...tank, usual }).surely).toBeCloseTo(
    96 - (100 * Math.SQRT2 * noiseOf(usual)) / 1000,
    9,
  )
  expect(overfillRangeOf({ ...tank, usual: { ...usual, spread: 50 } }).surely).toBe(95)
  expect(overfillRangeOf({ ...tank, usual, capacity: 0 }).surely).toBe(96)
})

test('a correct fill that expanded on a hot day is less full than it shows', () => {
  expect(overfillRangeOf({ ...tank, celsius: 35 }).surely).toBeLessThan(94)
  expect(overfillRangeOf({ ...tank, celsius: -20 }).surely).toBeGreaterThan(96)
})

test('propane filled to a fixed gauge is not overfill while it may have expanded since', () => {
  const propane = { ...tank, product_group: 'lpg', specific_gravity: 0.508, capacity: 1892.7 }
  const surely = (percent: number, celsius: number, capacity = 1892.7) =>
    overfillRangeOf({ ...propane, percent, celsius, capacity }).surely
  // Filled to 80 % at 0 °F, and warm later: as full as a correct fill.
  expect(surely(80, -20)).toBe(80)
  expect(surely(82.5, 0)).toBeLessThan(80)
  expect(surely(90, 4.44)).toBeGreaterThan(80)
  expect(surely(82.5, 0, 40_000)).toBeGreaterThan(80)
})

test('a formula needs the sides that it names; all if it cannot be parsed', () => {
  expect(dimensionsOf('segment(D,h)*L/1e6')).toEqual(['D', 'L'])
  expect(dimensionsOf('L*W*h*H')).toEqual(['H', 'W', 'L'])
  expect(dimensionsOf('h*2.5')).toEqual([])
  expect(dimensionsOf('L*W*')).toEqual(['D', 'H', 'W', 'L'])
  expect([dimensionsOf(null), dimensionsOf('')]).toEqual([[], []])
})

test('the lowest place that reaches a value is found, even if the curve is flat or steep', () => {
  const within = { low: 0, high: 100 }
  const steps = (place: number) => Math.floor(place / 10)
  expect(bisect((place) => place * 2, { ...within, target: 50 })).toBeCloseTo(25, 9)
  expect(bisect(steps, { ...within, target: 3 })).toBeCloseTo(30, 9)
  expect(bisect(Math.sqrt, { ...within, target: 1e-3 })).toBeCloseTo(1e-6, 9)
})

test('a value outside the curve maps to its lower end, or to the lowest place of its last value', () => {
  const flatAbove = (place: number) => Math.min(place, 60)
  const within = { low: 10, high: 100 }
  expect(bisect(flatAbove, { ...within, target: 5 })).toBe(10)
  expect(bisect(flatAbove, { ...within, target: 10 })).toBe(10)
  expect(bisect(flatAbove, { ...within, target: Number.NaN })).toBe(10)
  expect(bisect(flatAbove, { ...within, target: 99 })).toBeCloseTo(60, 9)
})
