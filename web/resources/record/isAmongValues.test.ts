import { expect, test } from 'vitest'
import { isAmongValues } from './pageValueOf.tsx'

test('a page shows a number, but no id of a record whose contents are elsewhere', () => {
  expect(isAmongValues({ kind: 'integer' })).toBe(true)
  expect(isAmongValues({ kind: 'integer', isKey: true })).toBe(false)
})
