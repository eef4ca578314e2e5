import { expect, test } from 'vitest'
import {
  batteryOf,
  batteryPercent,
  isOverfull,
  QUALITIES,
  qualityCode,
  type TankLevel,
  worstLevel,
} from './quality.ts'

test('each quality is stored as its number', () => {
  expect(QUALITIES.map(qualityCode)).toEqual([0, 1, 2, 3, 4, 5])
  expect(qualityCode('good')).toBe(0)
  expect(qualityCode('not_configured')).toBe(4)
  expect([qualityCode('out_of_range'), qualityCode('jump'), qualityCode('frozen')]).toEqual([1, 2, 3])
})

test.each<[TankLevel[], TankLevel]>([
  [['fine', 'mild', 'overfill', 'urgent', 'unknown'], 'urgent'],
  [['fine', 'mild', 'overfill', 'unknown'], 'overfill'],
  [['unknown', 'fine', 'mild'], 'mild'],
  [['unknown', 'fine'], 'fine'],
  [['unknown'], 'unknown'],
  [[], 'unknown'],
])('the worst of %j is %s', (levels, worst) => {
  expect(worstLevel(levels)).toBe(worst)
})

test('a battery is full and empty at the voltages of its firmware, and never beyond', () => {
  expect([3, 3.3, 3.6, 4, 2].map((voltage) => Math.round(batteryPercent(voltage, 3, 3.6)!))).toEqual([
    0, 50, 100, 100, 0,
  ])
  expect(batteryPercent(null, 3, 3.6)).toBeNull()
  expect(batteryPercent(3, 3.6, 3.6)).toBeNull()
  expect(batteryPercent(3, 3.6, 3)).toBeNull()
})

test('a battery is in volts or percent, by its field and by the full voltage of its firmware', () => {
  const of = (battery: number | null, battery_percent: number | null = null) =>
    batteryOf({ battery, battery_percent }, 3, 4)
  expect(of(3.5)).toEqual({ volts: 3.5, percent: 50 })
  expect(of(8)).toEqual({ volts: 8, percent: 100 })
  expect(of(8.1)).toEqual({ volts: null, percent: 8.1 })
  expect(of(3.5, 71)).toEqual({ volts: 3.5, percent: 71 })
  expect(of(55, 54)).toEqual({ volts: null, percent: 54 })
  expect(of(null, 71)).toEqual({ volts: null, percent: 71 })
  expect(batteryOf({ battery: 55, battery_percent: null }, 0, 0)).toEqual({ volts: 55, percent: null })
})

test('a tank is overfull only if it is certainly above its maximum fill', () => {
  const levels = { reorder_yellow: null, reorder_red: null }
  expect(isOverfull(95, levels)).toBe(false)
  expect(isOverfull(95.1, levels)).toBe(true)
  expect(isOverfull(99, { ...levels, fullness: { surely: 80, max_fill: 80 } })).toBe(false)
  expect(isOverfull(10, { ...levels, fullness: { surely: 80.1, max_fill: 80 } })).toBe(true)
  expect(isOverfull(95, levels, -2)).toBe(true)
  expect(isOverfull(97, levels, 2)).toBe(false)
})
