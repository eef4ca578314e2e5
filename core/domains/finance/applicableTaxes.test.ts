import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  applicableTaxes,
  isEnded,
  overlap,
  type TaxBooks,
  type TaxCode,
  type TaxRule,
} from './applicableTaxes.ts'

const code = (tax_code_id: number): TaxCode => ({
  ...{
    tax_code_id,
    printed_name: `Tax ${tax_code_id}`,
    jurisdiction: null,
    basis: 'percent',
    unit_title: null,
  },
  ...{ unit_liters: null, applies_to: 'goods', rounding: 'document', exchange_rate: '1' },
})
const rule = (part: Partial<TaxRule> = {}): TaxRule => ({
  ...{ tax_rule_id: 1, tax_code_id: 1, country_iso_3: null, state: null, city: null },
  ...{ zip_from: null, zip_to: null, product_id: null, ...part },
})
const books = (part: Partial<TaxBooks> = {}): TaxBooks => ({
  codes: [code(1)],
  rates: [
    { tax_code_id: 1, rate: '5.000000', from_date: '2026-01-01', to_date: '2026-06-30' },
    { tax_code_id: 1, rate: '5.500000', from_date: '2026-07-01', to_date: null },
  ],
  rules: [rule()],
  exemptions: [],
  ...part,
})
const PLACE = { country_iso_3: null, state: 'ne ', city: 'Kearney', zip_code: '68847' }
const LINE = { product_id: 7, place: PLACE, date: '2026-11-26' }

describe('a code applies', () => {
  test.each([
    ['everywhere', {}, true],
    ['in its state, however it is written', { state: 'NE' }, true],
    ['in no other state', { state: 'KS' }, false],
    ['in the United States without a country', { country_iso_3: 'usa' }, true],
    ['in no other country', { country_iso_3: 'MEX' }, false],
    ['in its city', { city: 'KEARNEY', state: 'NE' }, true],
    ['in a range of ZIP codes', { zip_from: '68800', zip_to: '68899' }, true],
    ['to the last code of a range', { zip_from: '68800', zip_to: '68847' }, true],
    ['beyond no range', { zip_from: '68848', zip_to: '68899' }, false],
    ['to a beginning of ZIP codes', { zip_from: '688' }, true],
    ['to its product', { product_id: 7 }, true],
    ['to no other product', { product_id: 8 }, false],
  ])('%s', (_, part, applies) => {
    expect(applicableTaxes(books({ rules: [rule(part)] }), LINE)).toHaveLength(applies ? 1 : 0)
  })

  test('once even if several rules match, and not at all without a rule', () => {
    const rules = [rule(), rule({ tax_rule_id: 2, state: 'NE' })]
    expect(applicableTaxes(books({ rules }), LINE)).toMatchObject([{ tax_name: 'Tax 1', tax_rule_id: 1 }])
    expect(applicableTaxes(books({ rules: [] }), LINE)).toEqual([])
  })

  test('if its rule names ZIP codes, only to addresses with a ZIP code', () => {
    const line = { ...LINE, place: { ...PLACE, zip_code: null } }
    expect(applicableTaxes(books({ rules: [rule({ zip_from: '688' })] }), line)).toEqual([])
  })
})

describe('its rate', () => {
  test.each([
    ['2025-12-31', undefined],
    ['2026-01-01', '5.000000'],
    ['2026-06-30', '5.000000'],
    ['2026-07-01', '5.500000'],
  ])('is in force on the day: %s', (date, rate) => {
    expect(applicableTaxes(books(), { ...LINE, date })[0]?.rate).toBe(rate)
  })

  test('stays on a released document, even if the stored rates change', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99 }), (now) => {
        const rates = [{ tax_code_id: 1, rate: String(now), from_date: '2020-01-01', to_date: null }]
        const [tax] = applicableTaxes(books({ rates }), LINE, new Map([[1, '5.500000']]))
        expect(tax!.rate).toBe('5.500000')
      }),
    )
  })
})

describe('a certificate', () => {
  const certificate = {
    ...{ tax_exemption_id: 3, tax_code_id: null, product_id: null, exempt_use: 'farm' as const },
    ...{ certificate: 'F-1', end_date: null as string | null },
  }
  const exempt = (part: object) =>
    applicableTaxes(books({ exemptions: [{ ...certificate, ...part }] }), LINE)[0]!.certificate

  test.each([
    ['covers all codes and products', {}, 'F-1'],
    ['covers its code', { tax_code_id: 1 }, 'F-1'],
    ['covers no other code', { tax_code_id: 2 }, null],
    ['covers its product', { product_id: 7 }, 'F-1'],
    ['covers no other product', { product_id: 8 }, null],
    ['counts on its last day', { end_date: '2026-11-26' }, 'F-1'],
    ['does not count after its last day', { end_date: '2026-11-25' }, null],
  ])('%s', (_, part, found) => {
    expect(exempt(part)).toBe(found)
  })

  test('ends after its last day', () => {
    expect(isEnded({ end_date: '2026-11-25' }, '2026-11-26')).toBe(true)
    expect(isEnded({ end_date: null }, '2026-11-26')).toBe(false)
  })
})

test('spans overlap if they share a day', () => {
  const span = (from_date: string, to_date: string | null) => ({ from_date, to_date })
  const first = span('2026-01-01', '2026-06-30')
  expect(overlap(first, span('2026-06-30', null))).toBe(true)
  expect(overlap(first, span('2026-07-01', null))).toBe(false)
  expect(overlap(span('2026-01-01', null), span('2025-01-01', '2025-12-31'))).toBe(false)
  expect(overlap(span('2026-01-01', null), span('2026-05-01', null))).toBe(true)
})
