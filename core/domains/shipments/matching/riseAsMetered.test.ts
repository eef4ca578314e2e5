import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { netVolume } from '#core/domains/tanks/temperatureCorrection.ts'
import { fahrenheitToCelsius as of } from '#core/platform/numbers/units.ts'
import { riseAsMetered } from './riseAsMetered.ts'

const PROPANE = { group: 'lpg', specificGravity: 0.504 }
const DIESEL = { group: 'fuel_oil', specificGravity: 0.845 }

describe('the rise of a tank', () => {
  test.each([
    // 500 gal at 80 °F are 22 gal less at 50 °F: 0.15 % per each of 30 °F.
    ['propane', PROPANE, 500, 80, 50, 0.0015],
    // 1,000 gal at 95 °F are 18 gal less at 55 °F: 0.045 % per each of 40 °F.
    ['diesel', DIESEL, 1000, 95, 55, 0.00045],
    ['diesel that came cold', DIESEL, 1000, 15, 55, 0.00045],
  ])(
    'of %s is what the meter counted, though the tank warmed or cooled it',
    (_, liquid, ticket, hot, cold, share) => {
      const shown = ticket * (1 - share * (hot - cold))
      const found = riseAsMetered({ before: 300, after: 300 + shown, used: 0, ticket }, liquid, {
        ticket: of(hot),
        before: of(cold),
        after: of(cold),
      })
      // The rule of thumb is accurate to a tenth of the correction.
      expect(Math.abs(found.rise - ticket)).toBeLessThan(0.1 * Math.abs(ticket - shown))
      expect(found.warmth).toBeCloseTo(found.rise - shown, 9)
    },
  )

  test('right after mixing warm with cold product, equals the metered volume with hardly any correction', () => {
    const { warmth } = riseAsMetered({ before: 1000, after: 2000, used: 0, ticket: 1000 }, DIESEL, {
      ticket: 30,
      before: 10,
      after: 20,
    })
    expect(Math.abs(warmth)).toBeLessThan(1)
  })

  test('includes the tank’s own expansion on a warm day: 10,000 L of diesel by 1 °C are 8.3 L', () => {
    const { rise, warmth } = riseAsMetered(
      { before: 10_000, after: 10_508.3, used: 0, ticket: 500 },
      DIESEL,
      { ticket: 15, before: 14, after: 15 },
    )
    expect(warmth).toBeCloseTo(-8.3, 0)
    expect(rise).toBeCloseTo(500, 0)
  })

  test('plus use equals the delivery exactly, at any temperatures of truck and tank', () => {
    const warmth = fc.double({ min: -30, max: 45, noNaN: true })
    const litres = fc.double({ min: 1, max: 50_000, noNaN: true })
    fc.assert(
      fc.property(
        ...([fc.constantFrom(PROPANE, DIESEL), litres, litres, warmth, warmth, warmth] as const),
        fc.double({ min: 0, max: 0.5, noNaN: true }),
        (liquid, before, ticket, metered, then, now, share) => {
          const net = (celsius: number) => netVolume(1, { ...liquid, celsius }, 15)!
          const whole = (before * net(then) + ticket * net(metered)) / net(now)
          const used = share * whole
          const found = riseAsMetered({ before, after: whole - used, used, ticket }, liquid, {
            ticket: metered,
            before: then,
            after: now,
          })
          expect(Math.abs(found.rise - ticket)).toBeLessThan(1e-6 * (before + ticket))
          expect(found.warmth).toBeCloseTo(found.rise - (whole - before), 5)
        },
      ),
    )
  })

  test.each([
    ['the ticket', { ticket: null, before: 10, after: 12 }],
    ['the tank before', { ticket: 20, before: null, after: 12 }],
    ['the tank after', { ticket: 20, before: 10, after: null }],
    ['neither', { ticket: null, before: null, after: null }],
  ])('is uncorrected if the temperature of %s is unknown, with a wider error', (_, celsius) => {
    const level = { before: 300, after: 1290, used: 5, ticket: 1000 }
    const found = riseAsMetered(level, DIESEL, celsius)
    expect(found).toMatchObject({ rise: 995, warmth: 0 })
    // At least five degrees of 0.083 %.
    expect(found.spread).toBeGreaterThan(4)
    expect(riseAsMetered(level, DIESEL, { ticket: 20, before: 10, after: 12 }).spread).toBeLessThan(1)
    expect(riseAsMetered(level, PROPANE, celsius).spread).toBeGreaterThan(2.5 * found.spread)
  })

  test('is less certain, the further the product is from usual, if the tank’s temperature is unknown', () => {
    const level = { before: 300, after: 1290, used: 0, ticket: 1000 }
    const spread = (ticket: number) =>
      riseAsMetered(level, DIESEL, { ticket, before: null, after: null }).spread
    expect(spread(35)).toBeGreaterThan(1.8 * spread(15))
    expect(spread(-5)).toBeGreaterThan(1.8 * spread(15))
  })

  test('stays uncorrected for a liquid without correction', () => {
    const level = { before: 300, after: 1290, used: 0, ticket: 1000 }
    const celsius = { ticket: 40, before: 10, after: 12 }
    expect(riseAsMetered(level, { group: 'none', specificGravity: 1 }, celsius)).toEqual({
      ...{ rise: 990, warmth: 0, spread: 0 },
    })
  })
})
