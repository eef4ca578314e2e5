import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { atCompanyRate, CHARGES, documentTotals, lineTotal } from './totals.ts'

describe('a line', () => {
  test.each([
    [{ quantity: '3', unit_price: '2.5' }, '7.500'],
    [{ quantity: '3', unit_price: '2.5', line_discount_type: 'A', line_discount_amount: '0.5' }, '7.000'],
    [{ quantity: '3', unit_price: '2.5', line_discount_type: 'P', line_discount_percentage: '10' }, '6.750'],
    // The half of a thousandth goes up; binary floats would lose it.
    [{ quantity: '0.5', unit_price: '1.001' }, '0.501'],
    [{ quantity: '1.005', unit_price: '100.1' }, '100.601'],
    // Only the kind of discount that is chosen counts.
    [
      {
        quantity: '1',
        unit_price: '10',
        line_discount_type: 'P',
        line_discount_amount: '9',
        line_discount_percentage: '5',
      },
      '9.500',
    ],
    [{ quantity: '', unit_price: 'x' }, '0.000'],
  ] as const)('%j is %s', (line, total) => {
    expect(lineTotal(line)).toBe(total)
  })
})

describe('a document', () => {
  test('adds up as the specification says', () => {
    const totals = documentTotals(
      ['100.000', '50.500'],
      {
        discount_type: 'A',
        discount: '10',
        freight: '5.25',
        customs: '1',
        expedite_fee: '2',
        handling_charge: '3',
        exchange_rate: '1.1000000000',
      },
      '51.75',
    )
    expect(totals).toMatchObject({
      subtotal: '150.500',
      discount_amount: '10.000',
      total_amount: '151.750',
      balance: '100.000',
      document_total_amount: '166.925',
      document_balance: '110.000',
      document_freight: '5.775',
    })
  })

  test('takes a percentage of the subtotal, rounded once', () => {
    const totals = documentTotals(['0.333'], { discount_type: 'P', discount: '50' })
    expect([totals.total_amount, totals.discount_amount]).toEqual(['0.167', '0.166'])
  })

  const amount = fc.integer({ min: 0, max: 9_999_999 }).map((thousandths) => (thousandths / 1000).toFixed(3))
  const document = fc.record({
    discount_type: fc.constantFrom('A', 'P'),
    discount: fc.integer({ min: 0, max: 100_000 }).map((n) => (n / 1000).toFixed(3)),
    freight: amount,
    customs: amount,
    expedite_fee: amount,
    handling_charge: amount,
    exchange_rate: fc.integer({ min: 1, max: 10_000_000 }).map((n) => (n / 10_000).toFixed(10)),
  })

  test('always adds up on paper, and every figure has three decimals', () => {
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 20 }), document, (lines, figures) => {
        const totals = documentTotals(lines, figures as never)
        const charges = CHARGES.reduce((sum, name) => sum.plus(figures[name]), new Decimal(0))
        const printed = new Decimal(totals.subtotal).minus(totals.discount_amount).plus(charges)
        expect(printed.equals(totals.total_amount)).toBe(true)
        expect(lines.reduce((sum, line) => sum.plus(line), new Decimal(0)).toFixed(3)).toBe(totals.subtotal)
        for (const value of Object.values(totals)) expect(value).toMatch(/^-?\d+\.\d{3}$/)
      }),
    )
  })

  test('the order of its lines changes nothing', () => {
    fc.assert(
      fc.property(fc.array(amount), document, (lines, figures) => {
        expect(documentTotals(lines.toReversed(), figures as never)).toEqual(
          documentTotals(lines, figures as never),
        )
      }),
    )
  })

  test('an amount in its currency and back is the same within half of what is stored', () => {
    fc.assert(
      fc.property(amount, document, (total, { exchange_rate }) => {
        const there = documentTotals([total], { exchange_rate }).document_total_amount
        const back = new Decimal(atCompanyRate(there, exchange_rate))
        const allowed = new Decimal('0.0005').dividedBy(exchange_rate).plus('0.0005')
        expect(back.minus(total).abs().lessThanOrEqualTo(allowed)).toBe(true)
      }),
    )
  })
})
