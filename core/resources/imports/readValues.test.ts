import { describe, expect, test } from 'vitest'
import { headingRowOf, headingsAlike, valueAmongHeadings } from './headingRow.ts'
import { lookOf } from './looks.ts'
import { dateOrderOf, isDoubtfulDate, readDate } from './readDate.ts'
import { decimalSignOf, readNumber } from './readNumber.ts'
import { splitExtension } from './readPhone.ts'
import { readTime } from './readTime.ts'
import { restoredZip } from './words.ts'

test.each([
  ['1,000', '.', '1000'],
  ['1,234,567.50', '.', '1234567.50'],
  ['$1,200.00', '.', '1200.00'],
  ['-$5.5', '.', '-5.5'],
  ['(12.50)', '.', '-12.50'],
  ['USD 12', '.', '12'],
  ['12 %', '.', '12'],
  ['.5', '.', '0.5'],
  ['1.000,5', ',', '1000.5'],
  ["1'000", '.', '1000'],
  ['12,5', ',', '12.5'],
  ['12,5', '.', '12,5'],
  ['1,00', '.', '1,00'],
  ['A', '.', 'A'],
  ['1-2', '.', '1-2'],
] as const)('the figure %s with the sign %s is %s', (text, sign, read) => {
  expect(readNumber(text, sign)).toBe(read)
})

test('a number determines its decimal sign if only one is possible', () => {
  expect(['1.5', '1,5', '1,234.5', '1.234,5', '1,234,567', '1,000', '7', 'a,b'].map(decimalSignOf)).toEqual([
    '.',
    ',',
    '.',
    ',',
    '.',
    undefined,
    undefined,
    undefined,
  ])
})

test.each([
  ['3/4/2026', 'mdy', '2026-03-04'],
  ['3/4/2026', 'dmy', '2026-04-03'],
  ['31.12.26', 'dmy', '2026-12-31'],
  ['2026-03-04', 'mdy', '2026-03-04'],
  ['2026-03-04 00:00:00', 'mdy', '2026-03-04'],
  ['Mar 4, 2026', 'dmy', '2026-03-04'],
  ['4-Mar-26', 'mdy', '2026-03-04'],
  ['4 de marzo de 2026', 'mdy', '2026-03-04'],
  ['13/13/2026', 'mdy', '13/13/2026'],
  ['soon', 'mdy', 'soon'],
] as const)('the date %s written as %s is %s', (text, order, read) => {
  expect(readDate(text, order)).toBe(read)
})

test('a date determines its order if only one is possible', () => {
  expect(['13/1/2026', '1/13/2026', '1/2/2026', '2026/1/2', 'x'].map(dateOrderOf)).toEqual([
    'dmy',
    'mdy',
    undefined,
    'ymd',
    undefined,
  ])
  expect(['1/2/2026', '2/2/2026', '13/1/2026', '2026-01-02'].map(isDoubtfulDate)).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test('times are read as people write them', () => {
  expect(['4 PM', '4:30pm', '12 a.m.', '16:00', '8:05', '7', '25:00', 'noon'].map(readTime)).toEqual([
    '16:00',
    '16:30',
    '00:00',
    '16:00',
    '08:05',
    '7',
    '25:00',
    'noon',
  ])
})

test('the extension is split off a phone number', () => {
  expect(
    ['308-555-1234 x12', '(308) 555-1234 ext. 7', '308-555-1234', '+1 308 555 1234 #3'].map(splitExtension),
  ).toEqual([
    { number: '308-555-1234', extension: '12' },
    { number: '(308) 555-1234', extension: '7' },
    { number: '308-555-1234', extension: null },
    { number: '+1 308 555 1234', extension: '3' },
  ])
})

test('a ZIP code gets its zero back if its state has such codes', () => {
  expect(restoredZip('1001', 'MA')).toBe('01001')
  expect(restoredZip('1001', '')).toBe('01001')
  expect(restoredZip('1001', 'NE')).toBeUndefined()
  expect(restoredZip('68847', 'NE')).toBeUndefined()
})

test('values have a distinctive look', () => {
  const texts = ['a@b.co', 'www.x.com', '68847', '308-555-1234', '1/2/2026', '1,200.5', 'Yes', 'Kearney']
  expect(texts.map(lookOf)).toEqual(['email', 'url', 'zip', 'phone', 'date', 'number', 'flag', undefined])
})

describe('the row of headings', () => {
  test('is found below a title', () => {
    expect(
      headingRowOf([['Customers'], [], ['As of 1/1/2026'], ['Name', 'City', 'Zip'], ['A', 'Ord', '68862']]),
    ).toBe(3)
    expect(headingRowOf([['Name'], ['A']])).toBe(0)
    expect(
      headingRowOf([
        ['Name', '2026'],
        ['A', '9'],
      ]),
    ).toBe(0)
  })

  test('is missing if the first row contains values', () => {
    const rows = [['Kearney Grain', 'office@kearney.example', '68847']]
    expect(headingRowOf(rows)).toBeUndefined()
    expect(valueAmongHeadings(rows[0]!)).toEqual({ position: 1, text: 'office@kearney.example' })
  })

  test('reports duplicates', () => {
    expect(headingsAlike(['Phone', 'Name', 'phone ', '', ''])).toEqual([
      { heading: 'Phone', positions: [0, 2] },
    ])
  })
})
