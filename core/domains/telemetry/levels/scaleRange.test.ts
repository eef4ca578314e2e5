import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_SCALE, MIN_SCALE, scaleRange, UNSCALED, widthsEarly, widthsLate } from './scaleRange.ts'

const days = fc.double({ min: 0.1, max: 390, noNaN: true })
const ranges = fc.tuple(days, days, days, fc.boolean()).map(([one, two, three, isOpen]) => {
  const [p10, p50, p90] = [one, two, three].sort((a, b) => a - b)
  return { p10: p10!, p50: p50!, p90: isOpen ? 3650 : p90! }
})
const factor = fc.double({ min: MIN_SCALE, max: MAX_SCALE, noNaN: true })
const scales = fc.record({ low: factor, high: factor })

describe('scaleRange', () => {
  it('keeps the order of its days and its middle, and none before the beginning', () => {
    fc.assert(
      fc.property(ranges, scales, (range, scale) => {
        const { p10, p50, p90 } = scaleRange(range, scale)
        expect(p10).toBeGreaterThanOrEqual(0)
        expect(p10).toBeLessThanOrEqual(p50)
        expect(p90).toBeGreaterThanOrEqual(p50)
        expect(p50).toBe(range.p50)
      }),
    )
  })

  it('is wider on both sides the larger the scale', () => {
    fc.assert(
      fc.property(ranges, scales, factor, (range, { low, high }, more) => {
        const one = scaleRange(range, { low, high })
        const wider = scaleRange(range, { low: Math.max(low, more), high: Math.max(high, more) })
        expect(wider.p10).toBeLessThanOrEqual(one.p10 + 1e-9)
        expect(wider.p90).toBeGreaterThanOrEqual(one.p90 - 1e-9)
      }),
    )
  })

  it('gives a fuller tank, which has proportionally more days, no earlier day', () => {
    fc.assert(
      fc.property(ranges, scales, fc.double({ min: 1, max: 3, noNaN: true }), (range, scale, more) => {
        fc.pre(range.p90 * more < 400)
        const of = (times: number) =>
          scaleRange({ p10: range.p10 * times, p50: range.p50 * times, p90: range.p90 * times }, scale)
        expect(of(more).p10).toBeGreaterThanOrEqual(of(1).p10 - 1e-9)
        expect(of(more).p90).toBeGreaterThanOrEqual(of(1).p90 - 1e-9)
      }),
    )
  })

  it('changes nothing at 1, opens ranges beyond all days, and keeps open ones open', () => {
    fc.assert(
      fc.property(ranges, (range) => {
        const { p10, p90 } = scaleRange(range, UNSCALED)
        expect(p10).toBeCloseTo(range.p10, 9)
        expect(p90).toBeCloseTo(range.p90, 9)
      }),
    )
    expect(scaleRange({ p10: 100, p50: 200, p90: 350 }, { low: 1, high: 2 }).p90).toBe(3650)
    const never = { p10: 3650, p50: 3650, p90: 3650 }
    expect(scaleRange(never, { low: 2, high: 0.6 })).toEqual(never)
    expect(scaleRange({ p10: 0, p50: 0, p90: 0 }, { low: 2, high: 2 })).toEqual({ p10: 0, p50: 0, p90: 0 })
  })

  it('scaled by its own error, ends at the outcome', () => {
    fc.assert(
      fc.property(ranges, days, (range, lasted) => {
        fc.pre(range.p90 < 400 && range.p50 - range.p10 > 0.5 && range.p90 - range.p50 > 0.5)
        const [low, high] = [widthsEarly(range, lasted), widthsLate(range, lasted)]
        const scaled = scaleRange(range, { low: Math.max(low, 0.01), high: Math.max(high, 0.01) })
        if (low > 0.01 && low < 20) expect(scaled.p10).toBeCloseTo(lasted, 6)
        if (high > 0.01 && high < 20 && scaled.p90 < 400) expect(scaled.p90).toBeCloseTo(lasted, 6)
      }),
    )
  })
})
