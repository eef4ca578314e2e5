import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  convertQuantity,
  fromLitres,
  type QuantityUnit,
  quantityText,
  roundQuantity,
  toLitres,
} from './quantities.ts'
import { massCode, unitSystemOf, volumeCode } from './units.ts'

const gallon: QuantityUnit = { measure: 'volume', factor: '3.785411784' }
const litre: QuantityUnit = { measure: 'volume', factor: '1' }
const cubicMetre: QuantityUnit = { measure: 'volume', factor: '1000' }
const pound: QuantityUnit = { measure: 'mass', factor: '0.45359237' }
const kilogram: QuantityUnit = { measure: 'mass', factor: '1' }
const piece: QuantityUnit = { measure: 'count', factor: '1' }
const drum: QuantityUnit = { measure: 'other', factor: null }

const volumes = fc.constantFrom(gallon, litre, cubicMetre)
/** As in lines: 13 digits, 3 of them after the point. */
const quantity = fc
  .tuple(fc.integer({ min: 0, max: 9_999_999 }), fc.integer({ min: 0, max: 999 }))
  .map(([whole, part]) => `${whole}.${String(part).padStart(3, '0')}`)
const tenth = fc.integer({ min: 0, max: 99_999_999 }).map((value) => new Decimal(value).div(10).toFixed(1))

describe('litres of a quantity', () => {
  it.each([
    ['1', gallon, '3.785411784'],
    ['1000', gallon, '3785.411784'],
    ['0.1', gallon, '0.3785411784'],
    ['9999999.999', gallon, '37854117.836214588216'],
    ['2.5', cubicMetre, '2500'],
    ['250', litre, '250'],
  ])('%s of %o are %s', (input, unit, litres) => {
    expect(toLitres(input, unit)).toBe(litres)
  })

  it('exist for volumes only', () => {
    for (const unit of [pound, piece, drum]) {
      expect(toLitres('1', unit)).toBeNull()
      expect(() => fromLitres('1', unit)).toThrow(RangeError)
    }
  })

  it.each(['', 'abc', '1e5', 'Infinity', '1,5', ' 1', '.5'])('refuse %j', (input) => {
    expect(() => toLitres(input, gallon)).toThrow(RangeError)
    expect(() => fromLitres(input, gallon)).toThrow(RangeError)
  })

  it('convert back to their quantity', () => {
    fc.assert(
      fc.property(quantity, volumes, (input, unit) => {
        expect(fromLitres(toLitres(input, unit)!, unit)).toBe(input)
      }),
    )
  })

  it('of parts add up to the litres of the whole, however it is split', () => {
    fc.assert(
      fc.property(fc.array(quantity, { minLength: 1, maxLength: 10 }), volumes, (parts, unit) => {
        const Exact = Decimal.clone({ precision: 60 })
        const whole = parts.reduce((sum, part) => sum.plus(part), new Exact(0)).toFixed(3)
        const litres = parts.reduce((sum, part) => sum.plus(toLitres(part, unit)!), new Exact(0))
        expect(litres.equals(toLitres(whole, unit)!)).toBe(true)
        expect(fromLitres(litres.toFixed(), unit)).toBe(whole)
      }),
    )
  })
})

describe('a quantity in another unit', () => {
  it('survives a round trip of tenths of a gallon through litres with 3 decimals', () => {
    fc.assert(
      fc.property(tenth, (gallons) => {
        const converted = convertQuantity(gallons, gallon, litre)!
        expect(convertQuantity(converted, litre, gallon, 1)).toBe(gallons)
      }),
    )
  })

  it('is null if the measures differ', () => {
    expect(convertQuantity('1', gallon, pound)).toBeNull()
    expect(convertQuantity('1', drum, drum)).toBeNull()
    expect(convertQuantity('100', pound, kilogram)).toBe('45.359')
  })
})

it('is rounded half up, and never to negative zero', () => {
  expect(roundQuantity('0.25', 1)).toBe('0.3')
  expect(roundQuantity('-0.25', 1)).toBe('-0.3')
  expect(roundQuantity('-0.04', 1)).toBe('0.0')
})

it('is shown with its unit, digit by digit', () => {
  expect(quantityText('1250.500', 'gal', 'en')).toBe('1,250.5\u00a0gal')
  expect(quantityText('1250.500', 'L', 'es')).toBe('1,250.5\u00a0L')
  expect(quantityText('1250.500', 'L', 'es-ES')).toBe('1.250,5\u00a0L')
  expect(quantityText('12345678901234567.125', 'gal', 'en')).toBe('12,345,678,901,234,567.125\u00a0gal')
})

it('follows the chosen system', () => {
  expect([1, 2, null].map(unitSystemOf)).toEqual(['imperial', 'metric', 'imperial'])
  expect([volumeCode('imperial'), volumeCode('metric')]).toEqual(['gal', 'l'])
  expect([massCode('imperial'), massCode('metric')]).toEqual(['lb', 'kg'])
})

describe('a unit of volume without a factor', () => {
  const cask: QuantityUnit = { measure: 'volume', factor: null }

  it('has no litres, and cannot be converted', () => {
    expect(toLitres('1', cask)).toBeNull()
    expect(() => fromLitres('1', cask)).toThrow('not a unit of volume')
    expect(() => fromLitres('1', cask)).toThrow(RangeError)
    expect(convertQuantity('1', cask, litre)).toBeNull()
    expect(convertQuantity('1', litre, cask)).toBeNull()
  })
})

describe('a quantity as text', () => {
  it('keeps its own decimals, up to the limit', () => {
    expect(quantityText('1.23456', 'L', 'en', 5)).toBe('1.23456\u00a0L')
    expect(quantityText('1.23456', 'L', 'en', 0)).toBe('1\u00a0L')
  })

  it('that is invalid is refused, with its first forty characters', () => {
    expect(() => roundQuantity(`x${'1'.repeat(50)}`, 3)).toThrow(`not a decimal: x${'1'.repeat(39)}`)
    expect(() => roundQuantity(`x${'1'.repeat(50)}`, 3)).not.toThrow('1'.repeat(40))
  })
})
