import { describe, expect, test } from 'vitest'
import { netVolume } from '#core/domains/tanks/temperatureCorrection.ts'
import { type MeasuredUse, withoutExpansion } from './withoutExpansion.ts'

const PROPANE = { group: 'lpg', specificGravity: 0.508 }
const dateOf = (day: number) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)
/** Litres at a temperature that are `net` litres at 15 °C. */
const grown = (net: number, celsius: number) => net / netVolume(1, { ...PROPANE, celsius }, 15)!

/** Days of constant use from 8,000 L at 15 °C, at the given liquid temperatures. */
function measured(celsius: readonly number[], used: number, isMeasured = true): MeasuredUse[] {
  return celsius.slice(1).map((warm, i) => {
    const before = grown(8000 - i * used, celsius[i]!)
    const fell = before - grown(8000 - (i + 1) * used, warm)
    const day = { date: dateOf(i + 1), weekday: 0, used: Math.max(fell, 0) }
    return { ...day, before, fell, celsius: isMeasured ? warm : null }
  })
}

const CELSIUS = [15, 18, 21, 12, 9, 9, 14, 20]
const usesOf = (days: readonly { used: number }[]) => days.map(({ used }) => used)

describe('expansion and contraction of a liquid gas', () => {
  test('is not use, if a sensor measures the temperature', () => {
    const days = measured(CELSIUS, 0)
    expect(Math.max(...usesOf(days))).toBeGreaterThan(150)
    // The first day has no day before it.
    for (const used of usesOf(withoutExpansion(days, { ...PROPANE, air: new Map() })).slice(1))
      expect(used).toBeLessThan(1e-6)
  })

  test('neither hides use on warm days nor adds to it on cold ones', () => {
    const days = withoutExpansion(measured(CELSIUS, 40), { ...PROPANE, air: new Map() })
    // Litres at the day's temperature: 40 L at 15 °C.
    for (const used of usesOf(days).slice(1)) expect(Math.abs(used - 40)).toBeLessThan(1)
  })

  test('follows the air with a lag without a sensor', () => {
    const air = new Map(Array.from({ length: 30 }, (_, i) => [dateOf(i - 15), i < 18 ? 20 : 5]))
    // Halfway from one day to the next, as the air turned cold on the fourth.
    const liquid = Array.from({ length: 8 }, (_, day) => (day < 3 ? 20 : 5 + 15 * 0.5 ** (day - 2)))
    const days = measured(liquid, 0, false)
    expect(Math.max(...usesOf(days))).toBeGreaterThan(100)
    for (const used of usesOf(withoutExpansion(days, { ...PROPANE, air }))) expect(used).toBeLessThan(1)
  })

  test.each([
    ['of a liquid that is not corrected', { group: 'none', specificGravity: 1 }, true],
    ['with an unknown temperature', PROPANE, false],
  ])('stays as measured %s', (_, liquid, isMeasured) => {
    const days = measured(CELSIUS, 40, isMeasured)
    expect(usesOf(withoutExpansion(days, { ...liquid, air: new Map() }))).toEqual(usesOf(days))
  })
})
