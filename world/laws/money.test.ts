import { describe, expect, test } from 'vitest'
import { cents, decimal, millionths, percentOf, priced, scaled, thousandths } from './money.ts'

describe('decimals', () => {
  test.each([
    ['1', 3, 1000n],
    ['140.5', 3, 140_500n],
    ['-0.05', 2, -5n],
    ['3.255500', 6, 3_255_500n],
    [0.1, 2, 10n],
  ] as const)('%s with %i decimals', (text, scale, expected) => {
    expect(scaled(text, scale)).toBe(expected)
  })

  test.each(['', '1,5', '1e3', 'x', '.5'])('%j is no decimal', (text) => {
    expect(() => scaled(text, 3)).toThrow()
  })

  test('a fraction of a cent is no amount', () => {
    expect(cents('457.400')).toBe(45_740n)
    expect(() => cents('457.405')).toThrow()
  })
})

test.each([
  ['140.5', '3.2555', '457.40'],
  ['1', '0.004999', '0.00'],
  ['1', '0.005', '0.01'],
  ['0.001', '5', '0.01'],
  ['9999999.999', '99.999999', '999999989.90'],
])('%s at %s is %s, the half cent rounded up', (quantity, price, total) => {
  expect(decimal(priced(thousandths(quantity), millionths(price)))).toBe(total)
})

test.each([
  ['457.40', '6', '27.44'],
  ['0.10', '4.999999', '0.00'],
  ['0.10', '5', '0.01'],
  ['100.00', '4.225', '4.23'],
])('a tax on %s of %s percent is %s', (amount, rate, tax) => {
  expect(decimal(percentOf(cents(amount), millionths(rate)))).toBe(tax)
})

test.each([
  [-5n, '-0.05'],
  [0n, '0.00'],
  [-12_345n, '-123.45'],
])('%s cents are %s', (amount, text) => {
  expect(decimal(amount)).toBe(text)
})
