import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HEALTH_PART_NAMES, HEALTH_PARTS, judgeHealth } from './judgeHealth.ts'

const stateOf = (metric: string, value: number) =>
  judgeHealth({ [metric]: value }).find(({ part }) => HEALTH_PARTS[part].metric === metric)

test.each([
  ['ullage_oldest_event_seconds', 0, 'ok'],
  ['ullage_oldest_event_seconds', 60, 'warning'],
  ['ullage_oldest_event_seconds', 600, 'failing'],
  ['ullage_oldest_event_seconds', Number.NaN, 'failing'],
  ['ullage_disk_free_ratio', 0.2, 'ok'],
  ['ullage_disk_free_ratio', 0.19, 'warning'],
  ['ullage_disk_free_ratio', 0.09, 'failing'],
  ['ullage_archive_trial_age_seconds', Number.NaN, 'warning'],
  ['ullage_standby_age_seconds', Number.NaN, 'warning'],
])('%s of %d is %s', (metric, value, state) => {
  expect(stateOf(metric, value)).toMatchObject({ state, value: Number.isNaN(value) ? null : value })
})

test('a part without a figure is off', () => {
  expect(new Set(judgeHealth({}).map(({ state }) => state))).toEqual(new Set(['off']))
})

test('every part appears once, the worst first', () => {
  const names = Object.values(HEALTH_PARTS).map(({ metric }) => metric)
  const figures = fc.dictionary(fc.constantFrom(...names), fc.oneof(fc.double(), fc.nat(1_000_000)))
  fc.assert(
    fc.property(figures, (some) => {
      const judged = judgeHealth(some)
      expect(judged.map(({ part }) => part).sort()).toEqual([...HEALTH_PART_NAMES].sort())
      const ranks = judged.map(({ state }) => ['failing', 'warning', 'ok', 'off'].indexOf(state))
      expect(ranks).toEqual([...ranks].sort())
    }),
  )
})
