import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CurrencyMarks,
  formatMoney,
  formatPrice,
  numberMarks,
  pricePlaces,
  sheetFormat,
} from './money.ts'

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

describe('an amount in its currency’s format', () => {
  test.each([
    ['0', '$0.00'],
    ['1234.5', '$1,234.50'],
    ['-1234567.891', '-$1,234,567.89'],
    ['999999999999.999', '$1,000,000,000,000.00'],
    ['0.005', '$0.01'],
    ['0.0049', '$0.00'],
    // Less than half a cent is owed: that is zero, without a sign.
    ['-0.004', '$0.00'],
    ['1.005', '$1.01'],
  ])('%s is %s', (amount, text) => {
    expect(formatMoney(amount, USD, 'en')).toBe(text)
  })

  test('has the currency’s separators, suffix and decimals', () => {
    expect(formatMoney('1234.5', EUR, 'en')).toBe('1.234,50\u00a0€')
    expect(formatMoney('1234.5', { ...USD, prefix: '¥', precision: 0 }, 'en')).toBe('¥1,235')
    expect(formatMoney('1234.5', { ...USD, prefix: 'KD ', precision: 3 }, 'en')).toBe('KD\u00a01,234.500')
    expect(formatMoney('12.5', { ...USD, prefix: 'CHF' }, 'en')).toBe('CHF\u00a012.50')
    expect(formatMoney('1234567.5', { ...USD, thousands: null }, 'en')).toBe('$1234567.50')
    expect(formatMoney('5', { ...USD, precision: null, decimal: null }, 'en')).toBe('$5.00')
  })

  test('follows the reader’s language with the usual separators', () => {
    const euro = { ...USD, prefix: '€' }
    expect(formatMoney('380.608', euro, 'en')).toBe('€380.61')
    expect(formatMoney('12380.608', euro, 'es')).toBe('€12,380.61')
    expect(formatMoney('12380.608', euro, 'es-ES')).toBe('€12.380,61')
    expect(formatMoney('12380.608', EUR, 'en')).toBe('12.380,61\u00a0€')
  })

  test('a unit price keeps its decimals', () => {
    expect(formatPrice('3.255500', USD, 'en')).toBe('$3.2555')
    expect(formatPrice('3.250000', USD, 'en')).toBe('$3.25')
    expect(formatPrice('3', USD, 'en')).toBe('$3.00')
    expect(formatPrice('2.987654', USD, 'de')).toBe('$2,987654')
  })

  test('a mask determines grouping and negative amounts', () => {
    const indian = { ...USD, prefix: '₹', mask: '#,##,##0.00' }
    expect(formatMoney('12345678.9', indian, 'en')).toBe('₹1,23,45,678.90')
    expect(formatMoney('123', indian, 'en')).toBe('₹123.00')
    const booked = { ...USD, mask: '#,##0.00;(#,##0.00)' }
    expect(formatMoney('-1234', booked, 'en')).toBe('($1,234.00)')
    expect(formatMoney('1234', booked, 'en')).toBe('$1,234.00')
    expect(formatMoney('1234567', { ...USD, mask: '0.00' }, 'en')).toBe('$1234567.00')
  })

  test('a mask without a figure is ignored', () => {
    expect(formatMoney('1234', { ...USD, mask: 'x'.repeat(24) }, 'en')).toBe('$1,234.00')
    expect(formatMoney('1234', { ...USD, mask: ';' }, 'en')).toBe('$1,234.00')
  })

  test('separators that would make figures unreadable are ignored', () => {
    expect(formatMoney('1234.5', { ...USD, thousands: '.' }, 'en')).toBe('$1234.50')
    expect(numberMarks({ ...USD, decimal: '7', thousands: '-' }, 'en')).toEqual({
      decimal: '.',
      thousands: '',
    })
  })

  test('has the digits of the rounded amount for any separators', () => {
    const mark = fc.constantFrom('.', ',', '’', ' ', null)
    const groups = fc.constantFrom(null, '#,##0.00', '#,##,##0', '0', '#,#0', '#,##0;(0)')
    const amounts = fc.bigInt(-(10n ** 15n), 10n ** 15n).map((n) => new Decimal(n.toString()).div(1000))
    fc.assert(
      fc.property(amounts, mark, mark, groups, fc.nat(5), (amount, decimal, thousands, mask, precision) => {
        const text = formatMoney(amount.toFixed(3), { ...EUR, decimal, thousands, mask, precision }, 'en')
        const digits = amount.abs().toDecimalPlaces(precision, Decimal.ROUND_HALF_UP).toFixed(precision)
        expect(text.replace(/\D/g, '')).toBe(digits.replace('.', ''))
      }),
    )
  })
})

test('a spreadsheet shows the currency and keeps the number', () => {
  expect(sheetFormat(USD)).toBe('"$"#,##0.00')
  expect(sheetFormat({ ...EUR, precision: 0 })).toBe('#,##0"\u00a0€"')
  expect(sheetFormat({ ...USD, prefix: 'a"$' })).toBe('"a""$"#,##0.00')
})

test.each([
  ['12345.6', '#,##0.00', '$12,345.60'],
  ['123456', '#,##0', '$123,456.00'],
  ['123', '#,##0', '$123.00'],
  ['12345678', '0', '$12345678.00'],
  ['12345678', '#,##,##0', '$1,23,45,678.00'],
  ['1234', '#,####0', '$1234.00'],
  ['12345', '#,####0', '$12345.00'],
  ['123456', '#,####0', '$1,23456.00'],
  ['1234.5', 'no figure', '$1,234.50'],
  ['1234.5', '', '$1,234.50'],
  ['-1234.5', '#,##0.00 owed', '-$1,234.50 owed'],
  ['-1234.5', '#,##0.00;nothing', '-$1,234.50'],
] as const)('%s by the mask %j is %s', (amount, mask, text) => {
  expect(formatMoney(amount, { ...USD, mask }, 'en')).toBe(text)
})

test('a separator that would make a figure unreadable is ignored', () => {
  expect(numberMarks({ ...USD, decimal: '-', thousands: '5' }, 'en')).toEqual({ decimal: '.', thousands: '' })
  expect(numberMarks({ ...USD, decimal: ',', thousands: ',' }, 'en')).toEqual({ decimal: ',', thousands: '' })
  expect(numberMarks({ ...USD, decimal: ';', thousands: ',' }, 'es')).toEqual({
    decimal: ';',
    thousands: ',',
  })
  expect(numberMarks(USD, 'es')).toEqual({ decimal: '.', thousands: ',' })
  expect(numberMarks(USD, 'de')).toEqual({ decimal: ',', thousands: '.' })
})

test('a unit price shows all its decimals: at least as many as its currency, at most 6', () => {
  expect(formatPrice('3.2555', USD, 'en')).toBe('$3.2555')
  expect(formatPrice('3.500000', USD, 'en')).toBe('$3.50')
  expect(formatPrice('3.1234567', USD, 'en')).toBe('$3.123457')
  expect(formatPrice('150', { ...USD, precision: 0 }, 'en')).toBe('$150')
  expect(sheetFormat(USD, true)).toBe('"$"#,##0.00####')
})

test('the unit prices of a column have as many decimals as the one with the most', () => {
  const column = ['2.916000', '2.9529', '3', null]
  const places = pricePlaces(column)
  expect(places).toBe(4)
  expect(formatPrice('2.916000', USD, 'en', places)).toBe('$2.9160')
  expect(formatPrice('3', USD, 'en', places)).toBe('$3.0000')
  expect(formatPrice('3', USD, 'en', pricePlaces([]))).toBe('$3.00')
})
