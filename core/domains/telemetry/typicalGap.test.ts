import fc from 'fast-check'
import { expect, test } from 'vitest'
import { typicalGap } from './typicalGap.ts'

const every = (pause: number, count: number) => Array.from({ length: count }, (_, n) => n * pause)

test('one reading or none has no usual gap', () => {
  expect(typicalGap([])).toBeNull()
  expect(typicalGap([5])).toBeNull()
})

test('a regular device is silent after two missing readings, at any interval', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 2, max: 300 }), (pause, count) => {
      const gap = typicalGap(every(pause, count))!
      expect(gap).toBeGreaterThan(2 * pause)
      expect(gap).toBeLessThan(3 * pause)
    }),
  )
})

test('a long silence among many readings stays a gap', () => {
  const times = [...every(10, 100), ...every(10, 100).map((time) => time + 5000)]
  expect(typicalGap(times)).toBe(25)
})

test('recurring pauses are usual, only the longest are not', () => {
  const times = [0, 10, 40, 50, 80, 90, 120, 130, 160, 170, 200]
  expect(typicalGap(times)!).toBeGreaterThan(30)
})

test('the longest pauses count once they are a tenth of all, in any order', () => {
  const timesOf = (pauses: number[]) =>
    [100, ...pauses].map((_, index) => pauses.slice(0, index).reduce((time, pause) => time + pause, 100))
  expect(typicalGap(timesOf([9, 1, 1, 1, 1, 1, 1, 1, 1, 9]))).toBe(13.5)
  expect(typicalGap(timesOf([1, 1, 1, 1, 1, 30, 1, 1, 1, 1, 1]))).toBe(2.5)
  expect(typicalGap(timesOf([7]))).toBe(17.5)
})
