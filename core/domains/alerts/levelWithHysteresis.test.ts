import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ALERTING_LEVELS, type TankLevel } from '#core/domains/telemetry/levels/quality.ts'
import { type AlertKind, judgeLevel } from './alertRule.ts'
import { alertsOfLevel, levelWithHysteresis } from './levelWithHysteresis.ts'

const thresholds = { reorder_yellow: 30, reorder_red: 15 }
const through = (percents: readonly number[]) =>
  percents.reduce<TankLevel[]>((levels, percent) => {
    levels.push(levelWithHysteresis(levels.at(-1) ?? 'unknown', percent, thresholds))
    return levels
  }, [])

describe('the level of a tank', () => {
  test('matches its alert inside the hysteresis', () => {
    expect(through([40, 30, 31.9, 32.1])).toEqual(['fine', 'mild', 'mild', 'fine'])
    expect(through([15, 16.9, 17.1])).toEqual(['urgent', 'urgent', 'mild'])
    expect(through([96, 94, 92.9])).toEqual(['overfill', 'overfill', 'fine'])
  })

  test('is unknown without a reading', () => {
    expect(levelWithHysteresis('urgent', null, thresholds)).toBe('unknown')
  })

  test('matches its open alert, for any readings', () => {
    const percents = fc.array(fc.double({ min: -5, max: 110, noNaN: true }), { minLength: 1, maxLength: 40 })
    const levels = fc
      .tuple(fc.integer({ min: 1, max: 45 }), fc.integer({ min: 1, max: 45 }))
      .map(([red, more]) => ({ reorder_red: red, reorder_yellow: red + more }))
    fc.assert(
      fc.property(percents, levels, (drawn, limits) => {
        let level: TankLevel = 'unknown'
        const byLevel = new Set<AlertKind>()
        const byRule = new Set<AlertKind>()
        for (const percent of drawn) {
          level = levelWithHysteresis(level, percent, limits)
          for (const [alerts, changes] of [
            [byLevel, alertsOfLevel(byLevel, level)],
            [byRule, judgeLevel(byRule, percent, limits)],
          ] as const) {
            for (const kind of changes.close) alerts.delete(kind)
            for (const kind of changes.open) alerts.add(kind)
          }
          expect([...byLevel]).toEqual([...byRule])
          expect([...byLevel]).toEqual(ALERTING_LEVELS.filter((kind) => kind === level))
        }
      }),
    )
  })
})

test('an unknown level changes no alert', () => {
  for (const percent of [null, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(levelWithHysteresis('urgent', percent, thresholds)).toBe('unknown')
  }
  expect(alertsOfLevel(new Set<AlertKind>(['urgent', 'mild']), 'unknown')).toEqual({ open: [], close: [] })
})

test('a tank only keeps its previous level', () => {
  expect(levelWithHysteresis('mild', 16.5, thresholds)).toBe('mild')
  expect(levelWithHysteresis('urgent', 16.5, thresholds)).toBe('urgent')
  expect(levelWithHysteresis('fine', 31.5, thresholds)).toBe('fine')
  expect(levelWithHysteresis('overfill', 94, thresholds)).toBe('overfill')
  expect(levelWithHysteresis('fine', 94, thresholds)).toBe('fine')
})
