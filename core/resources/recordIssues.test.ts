import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entity_phones } from '#core/domains/people/entity_phones.ts'
import { newPerson } from '#core/domains/people/newPerson.ts'
import { subscriptions } from '#core/domains/subscriptions/subscriptions.ts'
import type { Resource } from './definition.ts'
import { dateIssues, recordIssues } from './recordIssues.ts'

const kind = {
  ...subscriptions,
  check: () => [{ field: 'amount', rule: 'not_negative' }],
  fields: {
    start: { kind: 'date' },
    end: { kind: 'date', notBefore: { field: 'start' } },
    due: { kind: 'date', notBefore: { field: 'start', rule: 'before_document' } },
    free: { kind: 'date' },
  },
} as unknown as Resource

const EARLY = '2026-01-31'
const LATE = '2026-02-01'

test('a date must not be before the other one, and is reported by its own rule', () => {
  expect(dateIssues(kind, { start: LATE, end: EARLY, due: EARLY, free: EARLY })).toEqual([
    { field: 'end', rule: 'before_start' },
    { field: 'due', rule: 'before_document' },
  ])
  expect(dateIssues(kind, { start: EARLY, end: EARLY, due: LATE })).toEqual([])
})

test('missing dates are not judged', () => {
  for (const nothing of [null, undefined, '']) {
    expect(dateIssues(kind, { start: nothing, end: EARLY })).toEqual([])
    expect(dateIssues(kind, { start: EARLY, end: nothing })).toEqual([])
  }
})

test('stored dates stay valid until one of them is changed', () => {
  const stored = { start: LATE, end: EARLY }
  expect(dateIssues(kind, { ...stored }, stored)).toEqual([])
  expect(dateIssues(kind, { ...stored, end: '2026-01-30' }, stored)).toHaveLength(1)
  expect(dateIssues(kind, { ...stored, start: '2026-03-01' }, stored)).toHaveLength(1)
})

test('the rules of the kind apply as well', () => {
  expect(recordIssues(kind, { start: LATE, end: EARLY }).map(({ field }) => field)).toEqual(['amount', 'end'])
})

test('any two days are judged by their order', () => {
  const day = fc
    .date({ min: new Date('1970-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  fc.assert(
    fc.property(day, day, (start, end) => {
      expect(dateIssues(kind, { start, end }).length).toBe(Date.parse(end) < Date.parse(start) ? 1 : 0)
    }),
  )
})

test('a phone number must belong to its record’s country, given by its letters or its id', () => {
  const german = { phone_number: '+4930901820', phone_type: 'work' }
  expect(recordIssues(entity_phones, { ...german, country_iso_2: 'DE' })).toEqual([])
  expect(recordIssues(entity_phones, german)).toEqual([{ field: 'phone_number', rule: 'phone' }])
  expect(recordIssues(entity_phones, { ...german, country_iso_2: 'XX' })).toEqual([
    { field: 'country_iso_2', rule: 'country' },
  ])
  expect(recordIssues(newPerson, { phone_number: '616 555 0123' })).toEqual([])
  expect(recordIssues(newPerson, { phone_number: '123' })).toEqual([{ field: 'phone_number', rule: 'phone' }])
})
