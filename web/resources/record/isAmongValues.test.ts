import { expect, test } from 'vitest'
import { isAmongValues } from './pageValueOf.tsx'

test('a page shows a number, and no id of a record whose contents stand elsewhere', () => {
  expect(isAmongValues({ kind: 'integer' })).toBe(true)
  expect(isAmongValues({ kind: 'integer', isKey: true })).toBe(false)
})
