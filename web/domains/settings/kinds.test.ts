import { expect, test } from 'vitest'
import type { RecordKind } from '#web/resources/record/recordKind.ts'
import { kinds } from './kinds.tsx'

test.each([
  ['options_categories', { system_list: 1 }, true],
  ['options_categories', { system_list: 0 }, false],
  ['units_of_measure', { code: 'gal', measure: 'volume' }, true],
  ['units_of_measure', { code: null, measure: 'system' }, true],
  ['units_of_measure', { code: null, measure: 'other' }, false],
])('a record of %s, %j, is protected from deletion: %s', (kind, record, isProtected) => {
  const standard = kinds[kind]!.record as RecordKind
  expect(standard.lockOf!(record)?.isPermanent).toBe(isProtected)
})
