import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { convertDecimal, sameQuantity } from './convertDecimal.ts'
import {
  celsiusToFahrenheit,
  fahrenheitToCelsius,
  inchesToMm,
  litresToUsGallons,
  mmToInches,
  usGallonsToLitres,
} from './units.ts'

const FACTORS = fc.constantFrom('25.4' as const, '3.785411784' as const)
const decimalText = fc
  .tuple(fc.integer({ min: 0, max: 10_000_000 }), fc.integer({ min: 0, max: 999 }))
  .map(([whole, part]) => `${whole}.${String(part).padStart(3, '0')}`)

describe('conversions of numbers', () => {
  it('use the exact factors', () => {
    expect(inchesToMm(100)).toBeCloseTo(2540, 9)
    expect(mmToInches(25.4)).toBe(1)
    expect(usGallonsToLitres(1000)).toBeCloseTo(3785.411784, 9)
    expect(litresToUsGallons(3.785411784)).toBe(1)
  })

  it.each([
    [-40, -40],
    [0, 32],
    [100, 212],
    [15, 59],
  ])('%d °C is %d °F', (celsius, fahrenheit) => {
    expect(celsiusToFahrenheit(celsius)).toBeCloseTo(fahrenheit, 12)
    expect(fahrenheitToCelsius(fahrenheit)).toBeCloseTo(celsius, 12)
  })
})

describe('convertDecimal', () => {
  it.each([
    ['1', '25.4', 'multiply', 3, '25.400'],
    ['1000', '25.4', 'divide', 3, '39.370'],
    ['1', '3.785411784', 'multiply', 3, '3.785'],
    ['1', '3.785411784', 'divide', 6, '0.264172'],
    ['0.127', '25.4', 'divide', 2, '0.01'],
    ['12.7', '25.4', 'divide', 0, '1'],
    ['-12.7', '25.4', 'divide', 0, '-1'],
    ['-0.001', '25.4', 'divide', 2, '0.00'],
    ['99999999999999999999.999', '25.4', 'multiply', 3, '2539999999999999999999.975'],
  ] as const)('%s by %s (%s, scale %d) is %s', (value, factor, direction, scale, expected) => {
    expect(convertDecimal(value, factor, direction, scale)).toBe(expected)
  })

  it.each(['', 'abc', '1e5', '0x10', 'Infinity', 'NaN', '1,5', ' 1', '.'])('refuses %j', (value) => {
    expect(() => convertDecimal(value, '25.4', 'multiply', 3)).toThrow(RangeError)
  })

  it('round-trips if enough decimals are stored', () => {
    fc.assert(
      fc.property(decimalText, FACTORS, (text, factor) => {
        const converted = convertDecimal(text, factor, 'divide', 6)
        expect(convertDecimal(converted, factor, 'multiply', 3)).toBe(text)
      }),
    )
  })
})

describe('sameQuantity', () => {
  it.each([
    ['1000', '39.370', '25.4', true],
    ['1000', '39.4', '25.4', true],
    ['1000.000', '39.370', '25.4', true],
    ['1000.000', '39.380', '25.4', false],
    ['1000', '40.0', '25.4', false],
    ['3785.412', '1000.000', '3.785411784', true],
    ['3785.412', '1001', '3.785411784', false],
    ['0', '0', '25.4', true],
    ['abc', '0', '25.4', false],
    ['0', '1e3', '25.4', false],
  ] as const)('%s and %s by %s: %s', (metric, imperial, factor, expected) => {
    expect(sameQuantity(metric, imperial, factor)).toBe(expected)
  })

  it('holds for every value and its own conversion, at any scale', () => {
    fc.assert(
      fc.property(decimalText, FACTORS, fc.integer({ min: 0, max: 6 }), (metric, factor, scale) => {
        expect(sameQuantity(metric, convertDecimal(metric, factor, 'divide', scale), factor)).toBe(true)
      }),
    )
  })

  it('detects a change of more than a shown unit', () => {
    fc.assert(
      fc.property(decimalText, FACTORS, (metric, factor) => {
        const shown = convertDecimal(metric, factor, 'divide', 3)
        const other = (Number(shown) + 0.002).toFixed(3)
        expect(sameQuantity(metric, other, factor)).toBe(false)
      }),
    )
  })
})

it('a decimal may begin with its point, and an invalid one is reported by its first forty characters', () => {
  expect(convertDecimal('.25', '25.4', 'multiply', 3)).toBe('6.350')
  expect(convertDecimal('+2.', '25.4', 'multiply', 3)).toBe('50.800')
  expect(() => convertDecimal(`x${'1'.repeat(50)}`, '25.4', 'multiply', 3)).toThrow(
    `not a decimal: x${'1'.repeat(39)}`,
  )
  expect(() => convertDecimal(`x${'1'.repeat(50)}`, '25.4', 'multiply', 3)).not.toThrow('1'.repeat(40))
})
