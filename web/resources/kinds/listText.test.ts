import { expect, test } from 'vitest'
import { listText } from './listText.ts'

test('any value of a history is shown as text, never as an object', () => {
  expect(listText(['A', 'B'])).toBe('A, B')
  expect(
    listText([
      ['1', '740'],
      ['2', '80'],
    ]),
  ).toBe('1 → 740, 2 → 80')
  expect(listText([{ name: 'Grade' }])).toBe('Grade')
  expect(listText([{ shipment_detail_id: 7, delivered: '740', unit_id: null, note: '' }])).toBe('7 · 740')
  expect(listText({ status: 'done', tickets: [12, 13] })).toBe('done · 12, 13')
})
