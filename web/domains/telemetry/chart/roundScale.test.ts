import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roundScale } from './roundScale.ts'

test('an axis ends at a round figure that no value exceeds, with less than half of it empty', () => {
  expect([0, 1, 3, 41, 99, 100, 0.3].map(roundScale)).toEqual([0, 1, 4, 50, 100, 100, 0.4])
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 1e9, noNaN: true }), (largest) => {
      const end = roundScale(largest)
      return end >= largest * (1 - 1e-6) && end <= largest * 2 * (1 + 1e-6)
    }),
  )
})
