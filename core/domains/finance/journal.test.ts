import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { documentTotals, lineTotal } from '#core/domains/orders/totals.ts'
import {
  type AccountRule,
  accountFor,
  documentPostings,
  monthEnd,
  type PostedDocument,
  type Posting,
  postingDay,
  reversed,
  transferPostings,
} from './journal.ts'

const sumOf = (postings: readonly Posting[]) =>
  postings.reduce((sum, { amount }) => sum.plus(amount), new Decimal(0)).toFixed(3)
const amountOf = (postings: readonly Posting[], purpose: Posting['purpose']) =>
  sumOf(postings.filter((posting) => posting.purpose === purpose))

const decimal = (max: number, places: number) =>
  fc
    .integer({ min: 0, max: max * 10 ** places })
    .map((value) => new Decimal(value).div(10 ** places).toFixed())
const charges = fc.record({
  freight: decimal(900, 2),
  customs: decimal(90, 2),
  expedite_fee: decimal(90, 2),
  handling_charge: decimal(90, 2),
})
const document = fc
  .record({
    charges,
    lines: fc.array(fc.record({ quantity: decimal(9000, 3), unit_price: decimal(9, 6) }), {
      minLength: 1,
      maxLength: 6,
    }),
    percent: decimal(100, 3),
    taxes: fc.array(decimal(900, 2), { maxLength: 3 }),
    places: fc.constantFrom(0, 2, 3),
  })
  .map(({ charges: extra, lines, percent, taxes, places }): PostedDocument & { discount_amount: string } => {
    const totals = lines.map((line) => lineTotal(line, places))
    const rounded = Object.fromEntries(
      Object.entries(extra).map(([name, value]) => [name, new Decimal(value).toFixed(places)]),
    ) as typeof extra
    const levied = taxes.map((item, index) => ({
      tax_code_id: index,
      tax: new Decimal(item).toFixed(places),
    }))
    const tax = levied.reduce((sum, item) => sum.plus(item.tax), new Decimal(0))
    const { grand_total, discount_amount } = documentTotals(
      totals,
      { ...rounded, discount_type: 'P', discount: percent },
      '0',
      { company: places, document: places },
      tax.toFixed(),
    )
    return {
      ...rounded,
      ...{ grand_total, discount_amount, taxes: levied },
      lines: totals.map((line_total, index) => ({
        ...{ document_detail_id: index + 1, product_id: index, product_group: 'fuel_oil', line_total },
      })),
    }
  })
const below = (value: string) => new Decimal(value).negated().toFixed(3)

describe('the entry of a document', () => {
  test('contains the amount owed, the income of each line, charges and the discount', () => {
    const postings = documentPostings({
      ...{
        grand_total: '305.000',
        freight: '40.000',
        customs: '0.000',
        expedite_fee: '5',
        handling_charge: '2',
      },
      lines: [
        { document_detail_id: 7, product_id: 3, product_group: 'lpg', line_total: '250.000' },
        { document_detail_id: 8, product_id: 4, product_group: 'lpg', line_total: '0.000' },
      ],
      taxes: [
        { tax_code_id: 5, tax: '20.000' },
        { tax_code_id: 6, tax: '0.000' },
      ],
    })
    expect(postings).toEqual([
      { purpose: 'receivables', amount: '305.000' },
      { purpose: 'income', document_detail_id: 7, product_id: 3, product_group: 'lpg', amount: '-250.000' },
      { purpose: 'freight', amount: '-40.000' },
      { purpose: 'charges', amount: '-7.000' },
      { purpose: 'tax', tax_code_id: 5, amount: '-20.000' },
      { purpose: 'discounts', amount: '12.000' },
    ])
  })

  test('always balances, and its discount is the document’s', () => {
    fc.assert(
      fc.property(document, (one) => {
        const postings = documentPostings(one)
        expect(sumOf(postings)).toBe('0.000')
        expect(amountOf(postings, 'receivables')).toBe(new Decimal(one.grand_total).toFixed(3))
        expect(amountOf(postings, 'discounts')).toBe(new Decimal(one.discount_amount).toFixed(3))
      }),
    )
  })

  test('is undone to the cent by a credit note over all of it', () => {
    fc.assert(
      fc.property(document, ({ lines, taxes, discount_amount: _, ...figures }) => {
        const credit: PostedDocument = {
          ...(Object.fromEntries(
            Object.entries(figures).map(([name, value]) => [name, below(value)]),
          ) as typeof figures),
          lines: lines.map((line) => ({ ...line, line_total: below(line.line_total) })),
          taxes: taxes.map((tax) => ({ ...tax, tax: below(tax.tax) })),
        }
        expect(documentPostings(credit)).toEqual(reversed(documentPostings({ ...figures, lines, taxes })))
      }),
    )
  })
})

describe('the entries of money', () => {
  test('balance, and lower or raise what the customer owes', () => {
    for (const [postings, owed] of [
      [transferPostings('payment', '100', 'check'), '-100.000'],
      [transferPostings('refund', '100', 'check'), '100.000'],
      [transferPostings('write_off', '100'), '-100.000'],
      // The payment was worth more than the balance fell; the gain covers the difference.
      [transferPostings('exchange', '5'), '5.000'],
      [transferPostings('exchange', '-5'), '-5.000'],
      [reversed(transferPostings('payment', '100', 'check')), '100.000'],
    ] as const) {
      expect(sumOf(postings)).toBe('0.000')
      expect(amountOf(postings, 'receivables')).toBe(owed)
    }
    expect(transferPostings('exchange', '0')).toEqual([])
  })
})

describe('the account of a line', () => {
  const rule = (account_id: number, more: Partial<AccountRule>): AccountRule => ({
    ...{
      purpose: 'income',
      product_id: null,
      product_group: null,
      tax_code_id: null,
      method: null,
      account_id,
    },
    ...more,
  })
  const own = [rule(3, { product_id: 8 }), rule(2, { product_group: 'lpg' }), rule(1, {})]

  test('follows the rule for the product, then for its group, then for everything', () => {
    const of = (product_id: number, product_group: string) =>
      accountFor([own], { purpose: 'income', product_id, product_group })
    expect([of(8, 'lpg'), of(9, 'lpg'), of(9, 'fuel_oil')]).toEqual([3, 2, 1])
    expect(accountFor([own], { purpose: 'money', method: 'check' })).toBeUndefined()
  })

  test('follows the seller’s own rules, else the business’s', () => {
    const business = [rule(9, { product_id: 8 }), rule(7, { purpose: 'money', method: 'check' })]
    expect(accountFor([own, business], { purpose: 'income', product_id: 8 })).toBe(3)
    expect(accountFor([own, business], { purpose: 'money', method: 'check' })).toBe(7)
    expect(accountFor([own, business], { purpose: 'money', method: 'cash' })).toBeUndefined()
  })
})

test('an entry dated into a closed month is posted on the first open day', () => {
  expect(monthEnd('2028-02-03')).toBe('2028-02-29')
  expect(postingDay('2026-10-31', null)).toBe('2026-10-31')
  expect(postingDay('2026-10-31', '2026-10-31')).toBe('2026-11-01')
  expect(postingDay('2026-11-01', '2026-10-31')).toBe('2026-11-01')
})
