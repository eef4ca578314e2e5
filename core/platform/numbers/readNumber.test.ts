import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { marksOfLanguage, readNumber } from './readNumber.ts'

const EN = { decimal: '.', thousands: ',' }
const DE = { decimal: ',', thousands: '.' }
const FR = { decimal: ',', thousands: '\u202f' }

describe('a number is parsed in its writer’s format', () => {
  test.each([
    ['1,824.66', EN, '1824.66'],
    ['1.824,66', DE, '1824.66'],
    ['1.824', EN, '1.824'],
    ['1.824', DE, '1824'],
    ['1,250', EN, '1250'],
    ['1,250', DE, '1.250'],
    ['1 824,66', FR, '1824.66'],
    ['1\u202f824,66', FR, '1824.66'],
    ['1\u00a0824,66', FR, '1824.66'],
    ['12,34,567.8', EN, '1234567.8'],
    ["1'824.66", EN, '1824.66'],
    ['-3.5', EN, '-3.5'],
    ['−3,5', DE, '-3.5'],
    ['.5', EN, '0.5'],
    ['7.', EN, '7'],
    ['007', EN, '7'],
    ['0.50', EN, '0.50'],
    ['  12 ', EN, '12'],
    ['١٬٢٣٤٫٥', EN, '1234.5'],
    ['１２', EN, '12'],
    ['', EN, ''],
  ])('%s', (text, marks, plain) => {
    expect(readNumber(text, marks)).toBe(plain)
  })
})

describe('an invalid number in its writer’s format is not guessed', () => {
  test.each([
    ['1,82', EN],
    ['1.824,66', EN],
    ['1,824.66', DE],
    ['1.5', DE],
    ['1,8245', EN],
    ['1.2.3', EN],
    ['1,234 567', EN],
    ['1234,567', EN],
    ['12a', EN],
    ['1e3', EN],
    ['-', EN],
    ['.', EN],
    ['--1', EN],
    ['1-', EN],
    [',', EN],
  ])('%s', (text, marks) => {
    expect(readNumber(text, marks)).toBeUndefined()
  })
})

test.each(['en', 'es-419', 'es-ES', 'de', 'fr', 'pl', 'pt', 'ar', 'fa', 'sv', 'hi', 'de-CH', 'tr'])(
  'numbers that Intl writes in %s can be read',
  (language) => {
    const format = new Intl.NumberFormat(language, { maximumFractionDigits: 3 })
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (thousandths) => {
        const number = thousandths / 1000
        expect(Number(readNumber(format.format(number), marksOfLanguage(language)))).toBeCloseTo(number, 6)
      }),
    )
  },
)
