import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CurrencyMarks, figureMarks, formatMoney, sheetFormat } from './money.ts'

const USD: CurrencyMarks = {
  currency_id: 3,
  code: 'USD',
  prefix: '$',
  suffix: null,
  precision: 2,
  decimal: '.',
  thousands: ',',
  mask: null,
}
const EUR = { ...USD, prefix: null, suffix: ' €', decimal: ',', thousands: '.' }

describe('an amount as its currency writes it', () => {
  test.each([
    ['0', '$0.00'],
    ['1234.5', '$1,234.50'],
    ['-1234567.891', '-$1,234,567.89'],
    ['999999999999.999', '$1,000,000,000,000.00'],
    ['0.005', '$0.01'],
    ['0.0049', '$0.00'],
    // Less than half a cent is owed: that is nothing, and nothing has no sign.
    ['-0.004', '$0.00'],
    ['1.005', '$1.01'],
  ])('%s is %s', (amount, text) => {
    expect(formatMoney(amount, USD)).toBe(text)
  })

  test('with marks, suffix and decimals of its own', () => {
    expect(formatMoney('1234.5', EUR)).toBe('1.234,50\u00a0€')
    expect(formatMoney('1234.5', { ...USD, prefix: '¥', precision: 0 })).toBe('¥1,235')
    expect(formatMoney('1234.5', { ...USD, prefix: 'KD ', precision: 3 })).toBe('KD\u00a01,234.500')
    expect(formatMoney('12.5', { ...USD, prefix: 'CHF' })).toBe('CHF\u00a012.50')
    expect(formatMoney('1234567.5', { ...USD, thousands: null })).toBe('$1234567.50')
    expect(formatMoney('5', { ...USD, precision: null, decimal: null })).toBe('$5.00')
  })

  test('a mask tells how digits are grouped and how less than nothing is written', () => {
    const indian = { ...USD, prefix: '₹', mask: '#,##,##0.00' }
    expect(formatMoney('12345678.9', indian)).toBe('₹1,23,45,678.90')
    expect(formatMoney('123', indian)).toBe('₹123.00')
    const booked = { ...USD, mask: '#,##0.00;(#,##0.00)' }
    expect(formatMoney('-1234', booked)).toBe('($1,234.00)')
    expect(formatMoney('1234', booked)).toBe('$1,234.00')
    expect(formatMoney('1234567', { ...USD, mask: '0.00' })).toBe('$1234567.00')
  })

  test('a mask without a figure says nothing', () => {
    expect(formatMoney('1234', { ...USD, mask: 'x'.repeat(24) })).toBe('$1,234.00')
    expect(formatMoney('1234', { ...USD, mask: ';' })).toBe('$1,234.00')
  })

  test('marks that would make figures unreadable are left out', () => {
    expect(formatMoney('1234.5', { ...USD, thousands: '.' })).toBe('$1234.50')
    expect(figureMarks({ ...USD, decimal: '7', thousands: '-' })).toEqual({ decimal: '.', thousands: '' })
  })

  test('whatever the marks, the digits are those of the rounded amount', () => {
    const mark = fc.constantFrom('.', ',', '’', ' ', null)
    const groups = fc.constantFrom(null, '#,##0.00', '#,##,##0', '0', '#,#0', '#,##0;(0)')
    const amounts = fc.bigInt(-(10n ** 15n), 10n ** 15n).map((n) => new Decimal(n.toString()).div(1000))
    fc.assert(
      fc.property(amounts, mark, mark, groups, fc.nat(5), (amount, decimal, thousands, mask, precision) => {
        const text = formatMoney(amount.toFixed(3), { ...EUR, decimal, thousands, mask, precision })
        const digits = amount.abs().toDecimalPlaces(precision, Decimal.ROUND_HALF_UP).toFixed(precision)
        expect(text.replace(/\D/g, '')).toBe(digits.replace('.', ''))
      }),
    )
  })
})

test('a spreadsheet shows the currency and keeps the figure', () => {
  expect(sheetFormat(USD)).toBe('"$"#,##0.00')
  expect(sheetFormat({ ...EUR, precision: 0 })).toBe('#,##0"\u00a0€"')
  expect(sheetFormat({ ...USD, prefix: 'a"$' })).toBe('"a""$"#,##0.00')
})
