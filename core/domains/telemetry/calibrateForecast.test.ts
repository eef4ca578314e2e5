import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calibratedScale, calibrateForecast, type SeenWidths, seenWidths } from './calibrateForecast.ts'
import { daysToUse, type TankForecast } from './forecast.ts'
import { normalQuantile, Random } from './forecasting/random.ts'
import type { DaysRange } from './forecastLevels.ts'
import { MAX_SCALE, MIN_SCALE, scaleRange, UNSCALED, type WidthScale } from './levels/scaleRange.ts'
import { scoreForecast } from './scoreForecast.ts'

const Z90 = 1.2816
const random = new Random(7)
/** Without the tails, so that no draw is infinite. */
const normal = () => normalQuantile(Math.min(Math.max(random.uniform(), 1e-6), 1 - 1e-6))

/** A forecast whose range is too narrow by a factor, and how long it lasted: ratios before the middle, differences after it. */
function draw(narrow: number): { unscaled: DaysRange; lasted: number } {
  const p50 = 5 + 30 * random.uniform()
  const z = normal()
  const spread = 0.2 / Z90
  const lasted = z < 0 ? p50 * Math.exp(spread * z) : p50 * (1 + spread * z)
  const unscaled = { p10: p50 * Math.exp(-0.2 / narrow), p50, p90: p50 * (1 + 0.2 / narrow) }
  return { unscaled, lasted }
}

function shareInside(narrow: number, scale: WidthScale, count = 4000): { inside: number; before: number } {
  let inside = 0
  let before = 0
  for (let i = 0; i < count; i += 1) {
    const { unscaled, lasted } = draw(narrow)
    const { p10, p90 } = scaleRange(unscaled, scale)
    if (lasted >= p10 && lasted <= p90) inside += 1
    if (lasted < p10) before += 1
  }
  return { inside: inside / count, before: before / count }
}

/** The scores of forecasts that were already scaled. */
function scoresOf(narrow: number, scale: WidthScale, count: number): SeenWidths {
  return seenWidths(
    Array.from({ length: count }, () => {
      const { unscaled, lasted } = draw(narrow)
      const { early, late } = scoreForecast(scaleRange(unscaled, scale), unscaled, {
        lasted,
        isReached: true,
      })
      return { early: early!, late: late! }
    }),
  )
}

describe('calibratedScale', () => {
  it.each([2.2, 1.5, 1, 0.7])(
    'of a fleet whose ranges are %f times too narrow makes 80 % mean 80 %',
    (narrow) => {
      const raw = shareInside(narrow, UNSCALED)
      if (narrow > 1.2) expect(raw.inside).toBeLessThan(0.7)
      if (narrow < 0.9) expect(raw.inside).toBeGreaterThan(0.88)
      let scale = UNSCALED
      // Learning from scaled ranges gives the same scale: nothing is scaled twice.
      for (const _ of [1, 2, 3]) scale = calibratedScale([scoresOf(narrow, scale, 2000)])
      const { inside, before } = shareInside(narrow, scale)
      expect(inside).toBeGreaterThan(0.77)
      expect(inside).toBeLessThan(0.83)
      expect(before).toBeGreaterThan(0.08)
      expect(before).toBeLessThan(0.12)
    },
  )

  it('changes nothing without scores', () => {
    expect(calibratedScale([])).toEqual(UNSCALED)
    expect(calibratedScale([seenWidths([])])).toEqual(UNSCALED)
  })

  it('follows a tank as far as it has scores, and otherwise the fleet', () => {
    const fleet = { scores: 100_000, early: 1, late: 1 }
    const tank = (scores: number) => calibratedScale([fleet, { scores, early: 2, late: 2 }]).low
    expect(tank(0)).toBeCloseTo(1, 3)
    expect(tank(5)).toBeLessThan(1.1)
    expect(tank(40)).toBeCloseTo(Math.SQRT2, 2)
    expect(tank(4000)).toBeGreaterThan(1.95)
  })

  const widths = fc.double({ min: -20, max: 20, noNaN: true })
  const seen = fc.record({ scores: fc.nat(500), early: widths, late: widths })

  it('stays within its bounds, and is wider the more forecasts were off', () => {
    fc.assert(
      fc.property(
        fc.array(seen, { maxLength: 4 }),
        seen,
        fc.double({ min: 0, max: 5, noNaN: true }),
        (groups, one, more) => {
          const { low, high } = calibratedScale([...groups, one])
          for (const factor of [low, high]) {
            expect(factor).toBeGreaterThanOrEqual(MIN_SCALE - 1e-9)
            expect(factor).toBeLessThanOrEqual(MAX_SCALE + 1e-9)
          }
          const wider = calibratedScale([...groups, { ...one, early: one.early + more }])
          expect(wider.low).toBeGreaterThanOrEqual(low - 1e-9)
          expect(wider.high).toBeCloseTo(high, 9)
        },
      ),
    )
  })
})

describe('calibrateForecast', () => {
  const days = [0.5, 1.5, 7.5, 28, 60]
  const forecast: TankForecast = {
    ...{ none: null, perDay: 10, model: 'level', because: null },
    left: [{ low: 16, days: 20, high: 26 }],
    course: {
      ...{ from: 0, days, known: 60 },
      light: days.map((day) => (200 / 26) * day),
      middle: days.map((day) => 10 * day),
      heavy: days.map((day) => 12.5 * day),
    },
  }

  it('widens the days left and the use alike', () => {
    const { left, course } = calibrateForecast(forecast, { low: 2, high: 1.5 })
    expect(left[0]).toEqual({ low: expect.closeTo(12.8, 6), days: 20, high: expect.closeTo(29, 6) })
    const read = daysToUse(course!, 0, 200)
    expect(read.low).toBeCloseTo(12.8, 2)
    expect(read.days).toBeCloseTo(20, 2)
    expect(read.high).toBeCloseTo(29, 2)
  })

  it('keeps light below middle below heavy, and none decreases', () => {
    const factor = fc.double({ min: MIN_SCALE, max: MAX_SCALE, noNaN: true })
    const steps = fc.array(fc.tuple(fc.nat(50), fc.nat(50), fc.nat(50)), { minLength: 5, maxLength: 5 })
    fc.assert(
      fc.property(steps, factor, factor, (used, low, high) => {
        const sum = (of: (step: readonly number[]) => number) =>
          used.map((_, i) => used.slice(0, i + 1).reduce((total, step) => total + of(step), 0))
        const course = {
          ...{ from: 0, days, known: 60 },
          light: sum(([a]) => a!),
          middle: sum(([a, b]) => a! + b!),
          heavy: sum(([a, b, c]) => a! + b! + c!),
        }
        const scaled = calibrateForecast({ ...forecast, course }, { low, high }).course!
        for (const i of days.keys()) {
          expect(scaled.light[i]).toBeLessThanOrEqual(course.middle[i]! * 1.0001)
          expect(scaled.heavy[i]).toBeGreaterThanOrEqual(course.middle[i]! * 0.9999)
          if (i === 0) continue
          expect(scaled.light[i]).toBeGreaterThanOrEqual(scaled.light[i - 1]!)
          expect(scaled.heavy[i]).toBeGreaterThanOrEqual(scaled.heavy[i - 1]!)
        }
      }),
    )
  })
})
