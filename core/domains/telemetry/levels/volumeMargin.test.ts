import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PLAIN_TANK, tankCurve } from '#core/domains/tanks/volume/tankVolume.ts'
import { type MarginQuestion, volumeMargin } from './volumeMargin.ts'

const sides = { diameter: 0, height: 2000, width: 1000, length: 1000, capacity: 2000 }
/** One millimetre is one litre. */
const BOX = tankCurve({ ...PLAIN_TANK, ...sides, formula: 'L*W*clamp(h,0,H)/1e6', strapping: null })
const question = (more: Partial<MarginQuestion> = {}): MarginQuestion => ({
  ...{ measure: 'height', curve: BOX, height: 1000, volume: 1000, capacity: 2000, specificGravity: 1 },
  ...{ accuracy: 3, resolution: 0, shape: 'strapping', isTemperatureKnown: true, ...more },
})
const partsOf = (more: Partial<MarginQuestion>) =>
  Object.fromEntries(volumeMargin(question(more))!.parts.map(({ part, litres }) => [part, litres]))

test('the parts add up as the root of the sum of squares', () => {
  const { litres, parts } = volumeMargin(question({ accuracy: 12 }))!
  expect(parts.map(({ part }) => part)).toEqual(['sensor', 'shape'])
  expect(parts[0]!.litres).toBeCloseTo(12, 6)
  expect(parts[1]!.litres).toBeCloseTo(5, 6)
  expect(litres).toBeCloseTo(13, 6)
})

test.each([
  ['distance', 1, 1],
  ['height', 1, 1],
  ['percent', 1, 20],
  ['volume_percent', 1, 20],
  ['current', 0.16, 20],
  // A kilopascal of water is 102.06 mm.
  ['pressure', 0.1, 10.206],
] as const)('a sensor of %s that is ± %d is ± %d L in a box of 2 m', (measure, accuracy, litres) => {
  expect(partsOf({ measure, accuracy }).sensor).toBeCloseTo(litres, 2)
})

test('resolution counts as a rectangular distribution, and unknown figures have typical values', () => {
  expect(partsOf({ accuracy: 0, resolution: 10 }).sensor).toBeCloseTo(10 / Math.sqrt(3), 6)
  expect(partsOf({ accuracy: null, resolution: null, measure: 'distance' }).sensor).toBeCloseTo(10.02, 2)
})

test('the shape counts by its source, unless the dial measures the volume itself', () => {
  expect(partsOf({ shape: 'entered' }).shape).toBeCloseTo(20, 6)
  expect(partsOf({ shape: 'template' }).shape).toBeCloseTo(10, 6)
  expect(partsOf({ measure: 'volume_percent' }).shape).toBeUndefined()
})

test('density counts if pressure is measured, and more if the temperature is unknown', () => {
  expect(partsOf({ measure: 'pressure' }).density).toBeCloseTo(5, 6)
  expect(partsOf({ measure: 'pressure', isTemperatureKnown: false }).density).toBeCloseTo(15, 6)
  expect(partsOf({}).density).toBeUndefined()
})

test('a temperature yields no volume', () => {
  expect(volumeMargin(question({ measure: 'temperature' }))).toBeNull()
})

test('it is always at least its largest part, and grows with the sensor error', () => {
  const any = fc.record({
    measure: fc.constantFrom('distance', 'height', 'pressure', 'current', 'percent', 'volume_percent'),
    height: fc.double({ min: 0, max: 2000, noNaN: true }),
    accuracy: fc.double({ min: 0, max: 50, noNaN: true }),
  })
  fc.assert(
    fc.property(any, ({ measure, height, accuracy }) => {
      const input = question({
        measure: measure as MarginQuestion['measure'],
        height,
        volume: height,
        accuracy,
      })
      const { litres, parts } = volumeMargin(input)!
      expect(litres).toBeGreaterThanOrEqual(parts[0]?.litres ?? 0)
      const better = volumeMargin({ ...input, accuracy: accuracy / 2 })!
      expect(better.litres).toBeLessThanOrEqual(litres)
    }),
  )
})
