import { expect, test } from 'vitest'
import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import { levelMeasuredAt, tankState } from './tankState.ts'

const NOW = Date.parse('2026-11-30T17:00:00.000Z')
/** The sensor has been silent for a week. */
const tank = { percent: 42, level: 'fine', trust: 'good', reading_at: '2026-11-23T17:00:00.000Z' }

test.each([
  [
    'a reading of a silent sensor',
    { level_source: 'measured', told_by: 'sensor', level_age: 604_800 },
    true,
    7 * 24,
  ],
  [
    'a level that a driver reported',
    { level_source: 'measured', told_by: 'delivery', level_age: 1_800 },
    false,
    0.5,
  ],
  [
    'a level that a person entered long ago',
    { level_source: 'measured', told_by: 'person', level_age: 172_800 },
    true,
    48,
  ],
  ['an estimate', { level_source: 'estimated', told_by: 'sensor', level_age: 604_800 }, false, 7 * 24],
])('%s has its own age', (_, level, isStale, hours) => {
  const shown = { ...tank, ...level } as PortSummary
  expect(tankState(shown, 2, NOW).isStale).toBe(isStale)
  expect(NOW - new Date(levelMeasuredAt(shown, NOW)!).getTime()).toBe(hours * 3_600_000)
})
