import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allocated, allocationIssues, leftAfter, mostOf, type SourceLeft } from './allocation.ts'
import { inDocumentCurrency } from './totals.ts'

const PLACES = { company: 2, document: 2 }
const cents = fc.integer({ min: 1, max: 9_999_999 }).map((value) => new Decimal(value).div(100).toFixed(3))
const rate = fc
  .integer({ min: 1_000, max: 99_999_999 })
  .map((value) => new Decimal(value).div(1_000_000).toFixed(10))
const source = fc.record({ amount: cents, company_amount: cents, isForeign: fc.boolean() }).map(
  ({ isForeign, amount, company_amount }): SourceLeft => ({
    ...{ isForeign, amount },
    company_amount: isForeign ? company_amount : amount,
  }),
)
const invoice = fc.record({ balance: cents, exchange_rate: rate }).map((item) => ({
  ...item,
  document_balance: inDocumentCurrency(item.balance, item.exchange_rate, 2),
}))
const figure = (value: string) => new Decimal(value)

describe('an allocation', () => {
  test('equals the amount in one currency, without a difference', () => {
    const from = { amount: '500.000', company_amount: '500.000', isForeign: false }
    const owed = { balance: '120.000', document_balance: '120.000', exchange_rate: '1' }
    expect(mostOf(from, owed)).toBe('120.000')
    expect(allocated(from, owed, '100', PLACES)).toEqual({
      ...{ amount: '100.000', company_amount: '100.000', document_amount: '100.000' },
      exchange_difference: '0.000',
    })
  })

  test('counts at the invoice’s rate in the invoice’s currency, and the rest of the value is a gain or a loss', () => {
    // 100 EUR were worth 125 USD when they were billed, and 120 when they came in.
    const from = { amount: '100.000', company_amount: '120.000', isForeign: true }
    const owed = { balance: '125.000', document_balance: '100.000', exchange_rate: '0.8' }
    expect(allocated(from, owed, '40', PLACES)).toMatchObject({
      ...{ company_amount: '50.000', document_amount: '40.000', exchange_difference: '-2.000' },
    })
    expect(allocated(from, owed, '100', PLACES)).toMatchObject({
      ...{ company_amount: '125.000', document_amount: '100.000', exchange_difference: '-5.000' },
    })
  })

  test('is refused above the balance, above the rest of the source, and at 0', () => {
    const owed = { balance: '120.000', document_balance: '120.000', exchange_rate: '1' }
    const rules = (left: string, amount: string) =>
      allocationIssues({ amount: left, company_amount: left, isForeign: false }, owed, {
        amount,
        field: 'amount',
      }).map(({ rule }) => rule)
    expect(rules('500', '120.01')).toEqual(['above_balance'])
    expect(rules('80', '80.01')).toEqual(['above_left'])
    expect(rules('80', '0')).toEqual(['above_zero'])
    expect(rules('80', '80')).toEqual([])
  })

  test('never takes more than the balance or the rest, and can use both up completely', () => {
    fc.assert(
      fc.property(source, fc.array(invoice, { minLength: 1, maxLength: 5 }), (first, invoices) => {
        let left = first
        let value = figure('0')
        for (const owed of invoices) {
          const amount = mostOf(left, owed)
          if (figure(amount).isZero()) continue
          expect(allocationIssues(left, owed, { amount, field: 'amount' })).toEqual([])
          const part = allocated(left, owed, amount, PLACES)
          expect(figure(part.company_amount).lte(owed.balance)).toBe(true)
          expect(figure(part.document_amount).lte(owed.document_balance)).toBe(true)
          value = value.plus(part.company_amount).plus(part.exchange_difference)
          left = leftAfter(left, part)
          expect(figure(left.amount).gte(0)).toBe(true)
          if (figure(amount).equals(first.isForeign ? owed.document_balance : owed.balance))
            expect(figure(part.company_amount).equals(owed.balance)).toBe(true)
        }
        // The used part and the rest add up to the whole.
        expect(value.plus(left.company_amount).equals(first.company_amount)).toBe(true)
        if (figure(left.amount).isZero()) expect(figure(left.company_amount).isZero()).toBe(true)
      }),
    )
  })
})
