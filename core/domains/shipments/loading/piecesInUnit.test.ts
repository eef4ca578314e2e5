import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inUnit, piecesInUnit } from './piecesInUnit.ts'

const GALLON = 3.785411784

test('whole gallons stay whole, even if their litres are a sum of parts', () => {
  expect(inUnit(1200 * GALLON - 1e-9, GALLON)).toBe('1200')
  expect(piecesInUnit([Math.floor(1200.4) * GALLON - 1e-10, 300 * GALLON], GALLON, '1500')).toEqual([
    ...['1200', '300'],
  ])
  expect(piecesInUnit([], GALLON, '0')).toEqual([])
})

test('the pieces add up to the whole', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 3_000_000 }), { minLength: 1, maxLength: 5 }), (parts) => {
      const whole = Decimal.sum(...parts)
        .dividedBy(1000)
        .toString()
      const pieces = piecesInUnit(
        parts.map((part) => (part / 1000) * GALLON),
        GALLON,
        whole,
      )
      expect(Decimal.sum(...pieces).toString()).toBe(whole)
      pieces.forEach((piece, index) => {
        expect(Number(piece)).toBeCloseTo(parts[index]! / 1000, 3)
      })
    }),
  )
})
