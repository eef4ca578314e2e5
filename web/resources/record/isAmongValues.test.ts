import { expect, test } from 'vitest'
import { isAmongValues } from './pageValueOf.tsx'

test('a page shows a number, but not the id of a record that is shown elsewhere', () => {
  expect(isAmongValues({ kind: 'integer' })).toBe(true)
  expect(isAmongValues({ kind: 'integer', isKey: true })).toBe(false)
})
