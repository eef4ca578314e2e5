import { expect, test } from 'vitest'
import { phoneTime } from './phoneTime.ts'

const now = new Date('2026-11-24T12:00:00.000Z')

test.each([
  ['2026-11-24T12:09:59.000Z', undefined],
  ['2026-11-24T07:00:00-05:00', undefined],
  ['2026-09-26T12:00:00.000Z', '9999-01-01T00:00:00.000Z'],
])('%s is used as is', (at, sent_at) => {
  expect(phoneTime(at, { now, sent_at })).toEqual({ at, isCorrected: false })
})

test.each([
  ['9999-12-31T23:00:00.000Z', '9999-12-31T23:40:00.000Z', '2026-11-24T11:20:00.000Z'],
  ['2000-01-01T00:05:00.000Z', '2000-01-01T01:05:00.000Z', '2026-11-24T11:00:00.000Z'],
  ['2026-11-24T14:50:00.000Z', '2026-11-24T15:00:00.000Z', '2026-11-24T11:50:00.000Z'],
  // The clock was corrected in the meantime, or its offset is unknown.
  ['9999-12-31T23:00:00.000Z', '2026-11-24T12:00:00.000Z', '2026-11-24T12:00:00.000Z'],
  ['9999-12-31T23:00:00.000Z', undefined, '2026-11-24T12:00:00.000Z'],
  ['0000-01-01T00:00:00.000Z', undefined, '2026-11-24T12:00:00.000Z'],
])('%s, sent at %s by the same clock, was at %s', (at, sent_at, was) => {
  expect(phoneTime(at, { now, sent_at })).toEqual({ at: was, isCorrected: true })
})
