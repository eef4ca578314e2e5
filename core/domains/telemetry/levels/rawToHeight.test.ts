import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compensateEcho, type RawReading, rawToHeight, speedOfSound } from './rawToHeight.ts'

const READING: RawReading = {
  measure: 'height',
  raw: 0,
  sensorOffset: 50,
  tankHeight: 2000,
  specificGravity: 1,
  temperature: null,
}

describe('rawToHeight', () => {
  it.each<[Partial<RawReading>, number | null]>([
    [{ measure: 'distance', raw: 50 }, 2000],
    [{ measure: 'distance', raw: 1250 }, 800],
    [{ measure: 'distance', raw: 1250, sensorOffset: -100 }, 650],
    [{ measure: 'distance', raw: 2300 }, -250],
    [{ measure: 'height', raw: 777 }, 777],
    [{ measure: 'percent', raw: 25 }, 500],
    [{ measure: 'current', raw: 4 }, 0],
    [{ measure: 'current', raw: 12 }, 1000],
    [{ measure: 'current', raw: 20 }, 2000],
    [{ measure: 'current', raw: 3.6 }, 0],
    [{ measure: 'current', raw: 21 }, 2000],
    [{ measure: 'current', raw: 3.59 }, null],
    [{ measure: 'current', raw: 21.01 }, null],
    [{ measure: 'current', raw: 0 }, null],
    [{ measure: 'temperature', raw: 20 }, null],
    [{ measure: 'pressure', raw: 5, specificGravity: 0 }, null],
    [{ measure: 'pressure', raw: 5, specificGravity: -1 }, null],
    [{ measure: 'percent', raw: 25, tankHeight: Number.POSITIVE_INFINITY }, null],
    [{ measure: 'current', raw: 8 }, 500],
    [{ measure: 'current', raw: 20.5 }, 2000],
    [{ measure: 'current', raw: 3.8 }, 0],
    [{ measure: 'height', raw: Number.NaN }, null],
    [{ measure: 'distance', raw: Number.POSITIVE_INFINITY }, null],
  ])('%j: %j mm', (change, expected) => {
    const height = rawToHeight({ ...READING, ...change })
    if (expected === null) expect(height).toBeNull()
    else expect(height).toBeCloseTo(expected, 9)
  })

  it.each([
    // The design's 101.97, 120.68 and 137.80 mm/kPa are for 1,000 kg/m³; water at 15 °C has 999.10.
    [1, 101.97],
    [0.845, 120.68],
    [0.74, 137.8],
  ])(
    'a kilopascal at a specific gravity of %d is %d mm and the difference of 15 °C',
    (specificGravity, mm) => {
      const height = rawToHeight({
        ...READING,
        measure: 'pressure',
        raw: 1,
        sensorOffset: 0,
        specificGravity,
      })
      expect(height).toBeCloseTo(mm / 0.9991, 1)
    },
  )

  it('adds the height of a pressure sensor above the bottom', () => {
    const without = rawToHeight({ ...READING, measure: 'pressure', raw: 9, sensorOffset: 0 })!
    expect(rawToHeight({ ...READING, measure: 'pressure', raw: 9, sensorOffset: -20 })).toBeCloseTo(
      without - 20,
      9,
    )
  })

  it('reads diesel 15.5 % low if the specific gravity is left at 1', () => {
    const [right, wrong] = [0.845, 1].map((specificGravity) =>
      rawToHeight({ ...READING, measure: 'pressure', raw: 10, sensorOffset: 0, specificGravity }),
    )
    expect(1 - wrong! / right!).toBeCloseTo(0.155, 6)
  })
})

describe('speed of sound', () => {
  it.each([
    [0, 331.3],
    [20, 343.21],
    [-10, 325.18],
  ])('at %d °C is %d m/s', (celsius, expected) => {
    expect(speedOfSound(celsius)).toBeCloseTo(expected, 1)
  })

  it('a true 2.00 m at −10 °C reads 2.11 m', () => {
    expect(compensateEcho(2110.9, -10)).toBeCloseTo(2000, 0)
  })

  it('is slower in the cold, so the same echo means a nearer surface', () => {
    fc.assert(
      fc.property(fc.double({ min: -60, max: 59, noNaN: true }), (celsius) => {
        expect(compensateEcho(2000, celsius)).toBeLessThan(compensateEcho(2000, celsius + 1))
      }),
    )
    expect(compensateEcho(1234, 20)).toBeCloseTo(1234, 9)
    expect(() => compensateEcho(1000, -300)).toThrow(RangeError)
    expect(() => compensateEcho(1000, -300)).toThrow('-300')
  })

  it('is defined from −80 to 100 °C only', () => {
    for (const celsius of [-80, 100]) {
      expect(compensateEcho(1000, celsius)).toBeCloseTo((1000 * speedOfSound(celsius)) / speedOfSound(20), 9)
    }
    for (const celsius of [-80.1, 100.1, Number.NaN]) {
      expect(() => compensateEcho(1000, celsius)).toThrow(RangeError)
    }
    expect(speedOfSound(-273.15)).toBe(0)
    expect(speedOfSound(0)).toBe(331.3)
    expect(speedOfSound(100)).toBeCloseTo(387.22, 2)
  })
})
