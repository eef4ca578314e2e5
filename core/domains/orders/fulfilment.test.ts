import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DOCUMENT_STATUS as IS } from './documentStatus.ts'
import { quantityOpen, quantityToInvoice, shareOf, statusOfOrder } from './fulfilment.ts'

const line = (quantity: string, quantity_delivered: string, quantity_invoiced = '0') => ({
  quantity,
  quantity_delivered,
  quantity_invoiced,
})

describe('a released order', () => {
  test.each([
    [[line('1000', '0')], false, IS.waiting_for_shipment],
    [[line('1000', '900')], false, IS.open],
    [[line('1000', '900', '900')], false, IS.open],
    [[line('1000', '900')], true, IS.received],
    [[line('1000', '900', '900')], true, IS.invoiced],
    [[line('1000', '1000')], false, IS.received],
    [[line('1000', '1050')], false, IS.received],
    [[line('1000', '1050', '1000')], false, IS.received],
    [[line('1000', '1050', '1050')], false, IS.invoiced],
    [[line('10', '10', '10'), line('10', '0')], false, IS.open],
    [[line('10', '10', '10'), line('10', '0')], true, IS.invoiced],
  ])('with %j, closed short: %s, has the status %i', (lines, isClosedShort, status) => {
    expect(statusOfOrder(lines, isClosedShort)).toBe(status)
  })

  test('bills delivered quantities that are not yet billed, never negative ones', () => {
    expect(quantityToInvoice(line('1000', '1050'))).toBe('1050.000')
    expect(quantityToInvoice(line('1000', '900', '400'))).toBe('500.000')
    expect(quantityToInvoice(line('1000', '900', '950'))).toBe('0.000')
  })

  test('still waits for the rest, unless closed short', () => {
    expect(quantityOpen(line('1000', '900'), false)).toBe('100.000')
    expect(quantityOpen(line('1000', '900'), true)).toBe('0.000')
    expect(quantityOpen(line('1000', '1050'), false)).toBe('0.000')
  })
})

test('the shares of an amount add up to it, however the order is billed', () => {
  const steps = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 8 })
  const cents = fc.integer({ min: 0, max: 1_000_000 }).map((value) => new Decimal(value).div(100).toFixed(2))
  fc.assert(
    fc.property(steps, cents, (deliveries, amount) => {
      const of = String(deliveries.reduce((sum, delivery) => sum + delivery, 0))
      let [done, taken] = [0, new Decimal(0)]
      for (const delivery of deliveries) {
        done += delivery
        const share = shareOf(amount, { done: String(done), of, taken: taken.toFixed(3), places: 2 })
        expect(share).toMatch(/^\d+\.\d\d0$/)
        taken = taken.plus(share)
      }
      expect(taken.equals(amount)).toBe(true)
      const over = shareOf(amount, { done: `${of}0`, of, taken: taken.toFixed(3), places: 2 })
      expect(over).toBe('0.000')
    }),
  )
})

test('one unbilled line keeps an order from being invoiced', () => {
  expect(statusOfOrder([line('10', '10', '10'), line('10', '10', '4')], false)).toBe(IS.received)
  expect(statusOfOrder([line('10', '10', '4'), line('10', '10', '10')], false)).toBe(IS.received)
})

test('a zero order has no share, and a share is exact at any length', () => {
  expect(shareOf('100', { done: '5', of: '0', taken: '0', places: 2 })).toBe('0.000')
  expect(quantityToInvoice(line('0', '123456789012345678901234.567', '0.001'))).toBe(
    '123456789012345678901234.566',
  )
})
