import { expect, test } from 'vitest'
import { type DocumentType, DOCUMENT_STATUS as IS } from './documentStatus.ts'
import { heldFigures, isUnpriced } from './figuresLeave.ts'

const priced = { unit_price: '2.500000' }
const unpriced = { unit_price: '0.000000' }
const rulesOf = (document_type: DocumentType, status_id: number, lines: object[]) =>
  heldFigures({ document_type, status_id }, lines).issues.map(({ field, rule }) => `${field} ${rule}`)

test.each([
  ['sales_order', IS.approved],
  ['sales_order', IS.waiting_for_shipment],
  ['quote', IS.quoted],
  ['quote', IS.sent],
  ['invoice', IS.open],
  ['invoice', IS.sent],
  ['invoice', IS.billed],
] as const)('a %s (%i) leaves with lines that have prices', (type, status) => {
  expect(rulesOf(type, status, [priced])).toEqual([])
  expect(rulesOf(type, status, [])).toEqual(['details no_lines'])
  expect(rulesOf(type, status, [priced, unpriced])).toEqual(['details.1.unit_price unpriced'])
})

test('a purchase order may leave without prices, but not without lines', () => {
  expect(rulesOf('purchase_order', IS.sent, [unpriced])).toEqual([])
  expect(rulesOf('purchase_order', IS.sent, [])).toEqual(['details no_lines'])
})

test('documents that stay in the office, or reach a final status, are never held back', () => {
  for (const status of [IS.new, IS.draft, IS.void, IS.cancelled, IS.write_off])
    expect(rulesOf('invoice', status, [])).toEqual([])
})

test('only an invoice without prices may leave with a reason', () => {
  const isOverrulable = (document_type: DocumentType, lines: object[]) =>
    heldFigures({ document_type, status_id: IS.sent }, lines).isOverrulable
  expect(isOverrulable('invoice', [unpriced])).toBe(true)
  expect(isOverrulable('invoice', [])).toBe(false)
  expect(isOverrulable('quote', [unpriced])).toBe(false)
})

test.each([
  [{}, true],
  [{ unit_price: '' }, true],
  [{ unit_price: '0.000000' }, true],
  [{ unit_price: '0.000001' }, false],
])('%j is unpriced: %s', (line, isIt) => expect(isUnpriced(line)).toBe(isIt))
