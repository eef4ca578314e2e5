import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalPlacesOf } from '#core/platform/numbers/money.ts'
import { CHARGES } from './charges.ts'
import {
  atCompanyRate,
  COUNTED_FIGURES,
  documentTotals,
  inDocumentCurrency,
  isMoreThan,
  isSameAmount,
  lineTotal,
  priceInDocumentCurrency,
} from './totals.ts'

describe('a line', () => {
  test.each([
    [{ quantity: '3', unit_price: '2.5' }, '7.500'],
    [{ quantity: '3', unit_price: '2.5', line_discount_type: 'A', line_discount_amount: '0.5' }, '7.000'],
    [{ quantity: '3', unit_price: '2.5', line_discount_type: 'P', line_discount_percentage: '10' }, '6.750'],
    // Half of a thousandth rounds up; binary floats would lose it.
    [{ quantity: '0.5', unit_price: '1.001' }, '0.501'],
    [{ quantity: '1.005', unit_price: '100.1' }, '100.601'],
    // Only the selected kind of discount counts.
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
    // Incomplete input counts as 0; spaces around a figure are ignored.
    [{ quantity: ' 2 ', unit_price: ' 10.25 ' }, '20.500'],
    [{ quantity: '2', unit_price: '10.' }, '0.000'],
    [{ quantity: '2', unit_price: '.5' }, '0.000'],
    [{ quantity: '2', unit_price: '10x' }, '0.000'],
    [{ quantity: '2', unit_price: 'x10' }, '0.000'],
    [{ quantity: '12', unit_price: '10.25' }, '123.000'],
    [{ quantity: null, unit_price: null }, '0.000'],
    [{}, '0.000'],
    // A credit is negative; a value that rounds to zero is not.
    [{ quantity: '-3', unit_price: '2.5' }, '-7.500'],
    [{ quantity: '-1', unit_price: '0.0004' }, '0.000'],
    [{ quantity: '1', unit_price: '10', line_discount_type: null, line_discount_amount: '4' }, '6.000'],
    [{ quantity: '1', unit_price: '10', line_discount_type: 'A', line_discount_percentage: '5' }, '10.000'],
  ] as const)('%j is %s', (line, total) => {
    expect(lineTotal(line)).toBe(total)
  })

  test('is rounded half up to the decimals of its currency, and written with three', () => {
    expect(lineTotal({ quantity: '1', unit_price: '2.345' }, 2)).toBe('2.350')
    expect(lineTotal({ quantity: '1', unit_price: '2.5' }, 0)).toBe('3.000')
    expect(lineTotal({ quantity: '-1', unit_price: '2.5' }, 0)).toBe('-3.000')
  })
})

describe('amounts', () => {
  test('a currency has two decimals by default, and at most as many as are stored', () => {
    expect([null, undefined, 0, 2, 3, 4].map(decimalPlacesOf)).toEqual([2, 2, 0, 2, 3, 3])
  })

  test('are equal by value, regardless of trailing zeros', () => {
    expect(isSameAmount('1.5', '1.500')).toBe(true)
    expect(isSameAmount(1.5, '1.500')).toBe(true)
    expect(isSameAmount('1.5', '1.501')).toBe(false)
  })

  test('are compared by value, not by text', () => {
    expect(isMoreThan('10', '9.999')).toBe(true)
    expect(isMoreThan('9.999', '10')).toBe(false)
    expect(isMoreThan('10.000', '10')).toBe(false)
  })

  test('convert between the two currencies of a document by its rate', () => {
    expect(inDocumentCurrency('100', '1.1')).toBe('110.000')
    expect(inDocumentCurrency('10.005', '1', 2)).toBe('10.010')
    expect(atCompanyRate('110', '1.1')).toBe('100.000')
    expect(atCompanyRate('10', '3', 2)).toBe('3.330')
  })

  test('a price in the document’s currency has as many decimals as needed, at most six', () => {
    expect(priceInDocumentCurrency('2.5', '1.2')).toBe('3')
    expect(priceInDocumentCurrency('1', '0.1234565')).toBe('0.123457')
  })
})

describe('a document', () => {
  test('adds up as specified', () => {
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
    expect(totals).toEqual({
      subtotal: '150.500',
      discount_amount: '10.000',
      total_amount: '151.750',
      tax_total: '0.000',
      grand_total: '151.750',
      balance: '100.000',
      document_subtotal: '165.550',
      document_discount: '11.000',
      document_freight: '5.775',
      document_customs: '1.100',
      document_expedite_fee: '2.200',
      document_handling_charge: '3.300',
      document_total_amount: '166.925',
      document_tax_total: '0.000',
      document_grand_total: '166.925',
      document_balance: '110.000',
    })
    expect(Object.keys(totals)).toEqual(COUNTED_FIGURES)
  })

  test('is equal in both currencies and fully open without rate, charges and payments', () => {
    const totals = documentTotals(['12.500'], {})
    expect(totals).toMatchObject({
      total_amount: '12.500',
      balance: '12.500',
      document_total_amount: '12.500',
      document_balance: '12.500',
      document_freight: '0.000',
      document_customs: '0.000',
    })
  })

  test('has a grand total with taxes, to which the balance refers', () => {
    const totals = documentTotals(
      ['100.01'],
      { exchange_rate: '1.15' },
      '50',
      { company: 2, document: 2 },
      '8.25',
    )
    expect(totals).toMatchObject({ total_amount: '100.010', tax_total: '8.250', grand_total: '108.260' })
    expect(totals).toMatchObject({ balance: '58.260', document_grand_total: '124.500' })
    // 115.01 + 9.49 = 124.50, although 8.25 × 1.15 is 9.4875.
    expect(totals).toMatchObject({ document_total_amount: '115.010', document_tax_total: '9.490' })
  })

  test('rounds each figure to the decimals of its currency', () => {
    const places = { company: 2, document: 0 }
    const totals = documentTotals(
      ['10.005', '0.001'],
      { exchange_rate: '150.5', freight: '0.333' },
      '1',
      places,
    )
    expect(totals).toMatchObject({
      subtotal: '10.010',
      total_amount: '10.340',
      balance: '9.340',
      document_subtotal: '1507.000',
      document_freight: '50.000',
      document_total_amount: '1556.000',
      document_balance: '1406.000',
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

  test('does not depend on the order of its lines', () => {
    fc.assert(
      fc.property(fc.array(amount), document, (lines, figures) => {
        expect(documentTotals(lines.toReversed(), figures as never)).toEqual(
          documentTotals(lines, figures as never),
        )
      }),
    )
  })

  test('an amount survives the round trip between currencies within half of the stored precision', () => {
    fc.assert(
      fc.property(amount, document, (total, { exchange_rate }) => {
        const converted = documentTotals([total], { exchange_rate }).document_total_amount
        const back = new Decimal(atCompanyRate(converted, exchange_rate))
        const allowed = new Decimal('0.0005').dividedBy(exchange_rate).plus('0.0005')
        expect(back.minus(total).abs().lessThanOrEqualTo(allowed)).toBe(true)
      }),
    )
  })
})

test('figures of any size are not rounded before the end', () => {
  expect(lineTotal({ quantity: '12345678901.123456', unit_price: '98765432101.654321' })).toBe(
    '1219326311257735023150.723',
  )
})

test('an empty rate, charge or payment is ignored', () => {
  const totals = documentTotals(['10'], { freight: '', discount: '', exchange_rate: null })
  expect(totals).toMatchObject({
    total_amount: '10.000',
    document_total_amount: '10.000',
    document_freight: '0.000',
  })
})
