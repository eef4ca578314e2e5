import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { qrCodeOf } from '#core/domains/access/badges.ts'
import { kindOfScan } from '#core/domains/tools/kindOfScan.ts'
import { readScan, SCAN_KINDS, SCAN_LENGTH } from './scan.ts'

describe('receiving', () => {
  test.each([
    ['JSON', '{"part_id": 12}'],
    ['JSON with a text', '{"part_id": "12", "colour": "red"}'],
    ['a query', 'part_id=12'],
    ['an address', 'https://labels.example/r?x=1&part_id=12'],
    ['surrounding blanks', ' part_id=12\r\n'],
  ])('is accepted with part_id as %s', (_, text) => {
    expect(readScan('receiving', text)).toEqual({ kind: 'receiving', id: 12 })
  })

  test.each([
    ['another id', '{"repack_id": 12}'],
    ['an empty one', 'part_id='],
    ['one that is not an id', 'part_id=twelve'],
    ['none', 'part_id=0'],
    ['a part of a number', '{"part_id": 1.5}'],
    ['a list', '{"part_id": [12]}'],
    ['nothing', '{"part_id": null}'],
    ['broken JSON', '{"part_id": 12'],
    ['a list of data', '[{"part_id": 12}]'],
    ['a bare number', '12'],
  ])('is refused with %s', (_, text) => {
    expect(readScan('receiving', text)).toBeUndefined()
  })
})

test('a work order needs work_order_id and batch_id', () => {
  expect(readScan('work_order', '{"work_order_id":7,"batch_id":"B-2"}')).toEqual({
    kind: 'work_order',
    id: 7,
  })
  expect(readScan('work_order', 'batch_id=3&work_order_id=7')).toEqual({ kind: 'work_order', id: 7 })
  expect(readScan('work_order', '{"work_order_id":7}')).toBeUndefined()
  expect(readScan('work_order', '{"batch_id":"B-2"}')).toBeUndefined()
  expect(readScan('work_order', '{"work_order_id":7,"batch_id":" "}')).toBeUndefined()
})

test('a repack needs repack_id', () => {
  expect(readScan('repack', 'repack_id=4')).toEqual({ kind: 'repack', id: 4 })
  expect(readScan('repack', 'part_id=4')).toBeUndefined()
})

test.each(['part_number', 'user_qr_code'] as const)('%s accepts any non-empty text', (kind) => {
  expect(readScan(kind, ' LT-9\n')).toEqual({ kind, text: 'LT-9' })
  expect(readScan(kind, ' \n')).toBeUndefined()
  expect(readScan(kind, 'x'.repeat(SCAN_LENGTH + 1))).toBeUndefined()
})

test.each([
  ['{"work_order_id":7,"batch_id":"B-2"}', 'work_order'],
  ['part_id=12', 'receiving'],
  ['repack_id=4', 'repack'],
  [qrCodeOf('0a'.repeat(32)), 'user_qr_code'],
  ['LT-9', 'part_number'],
  ['https://ullage.example/devices/profile/9', 'part_number'],
])('%s is a code of kind %s', (text, kind) => {
  expect(kindOfScan(text)).toBe(kind)
})

test('any text read is of a kind that accepts it, or is empty', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json({ maxDepth: 1 })), (text) => {
      const read = readScan(kindOfScan(text), text)
      expect(read === undefined).toBe(text.trim() === '' || text.trim().length > SCAN_LENGTH)
    }),
  )
})

test('ids are read back as written, in each format', () => {
  const id = fc.integer({ min: 1, max: 999_999_999_999_999 })
  const batch = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() !== '')
  fc.assert(
    fc.property(id, batch, (work_order_id, batch_id) => {
      const query = `work_order_id=${work_order_id}&batch_id=${encodeURIComponent(batch_id)}`
      for (const text of [
        JSON.stringify({ work_order_id, batch_id }),
        query,
        `https://l.example/?${query}`,
      ]) {
        expect(readScan('work_order', text)).toEqual({ kind: 'work_order', id: work_order_id })
        for (const kind of SCAN_KINDS.filter((scanKind) => ['receiving', 'repack'].includes(scanKind)))
          expect(readScan(kind, text)).toBeUndefined()
      }
    }),
  )
})

test.each([
  ['http://labels.example/r?part_id=12', 12],
  ['HTTPS://labels.example/r?part_id=12', 12],
  ['part_id=12#part_id=13', 12],
  ['part_id=12#x', 12],
  ['part%5Fid=12', 12],
  ['part_id= 12 ', 12],
  ['part_id=%2012%20', 12],
  ['note=a+b&part_id=12', 12],
  ['see https://labels.example/r?part_id=12', undefined],
  ['part_id=1=2', undefined],
  ['%E0%A4%A=12', undefined],
  ['part_id=%E0%A4%A', undefined],
  ['=12', undefined],
])('a part is read from %s: %j', (text, id) => {
  const scan = id === undefined ? undefined : { kind: 'receiving', id }
  expect(readScan('receiving', text)).toEqual(scan)
})

test('a code is at most as long as a label', () => {
  expect(readScan('part_number', 'x'.repeat(SCAN_LENGTH))).toEqual({
    kind: 'part_number',
    text: 'x'.repeat(SCAN_LENGTH),
  })
  expect(readScan('part_number', 'x'.repeat(SCAN_LENGTH + 1))).toBeUndefined()
})
