import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Delivery, openDeliveries } from './openDeliveries.ts'

const at = (day: number) => `2026-03-${String(day).padStart(2, '0')}T10:00:00+00:00`
const delivery = (day: number, quantity: string): Delivery => ({ delivered: at(day), quantity })
const A = delivery(1, '100.000')
const B = delivery(3, '100.000')
const C = delivery(5, '50.000')
const billed = (day: number, quantity: string, ...parts: Delivery[]) => ({ made: at(day), quantity, parts })

test.each([
  ['without invoices, all', [A, B], [], [A, B]],
  ['the later, while the first is billed', [A, B], [billed(2, '100', A)], [B]],
  ['the first, when its invoice was credited', [A, B], [billed(2, '0', A), billed(4, '100', B)], [A]],
  ['none, when the first is billed again', [A, B], [billed(4, '100', B), billed(6, '100', A)], []],
  [
    'the same share of each of an invoice that was credited in part',
    [A, C],
    [billed(6, '120', A, C)],
    [delivery(1, '20.000'), delivery(5, '10.000')],
  ],
  [
    'what a ticket was corrected by',
    [delivery(1, '110.000'), B],
    [billed(2, '100', A)],
    [delivery(1, '10.000'), B],
  ],
  [
    'less of the next, where a ticket says less',
    [delivery(1, '90.000'), B],
    [billed(2, '100', A)],
    [delivery(3, '90.000')],
  ],
  ['the later, by the day of an invoice without deliveries', [A, B, C], [billed(4, '100')], [A, C]],
  ['the first, by the days of both', [A, B], [billed(4, '100'), billed(6, '100')], []],
  ['all, beside an invoice of a delivery of nothing', [A], [billed(2, '0', delivery(1, '0.000'))], [A]],
  ['a delivery entered late', [A, B], [billed(4, '100', B)], [A]],
  [
    'one whose instant was written in another zone',
    [A],
    [billed(2, '100', { ...A, delivered: '2026-03-01T05:00:00-05:00' })],
    [],
  ],
] as const)('open is %s', (_, deliveries, bills, open) => {
  expect(openDeliveries(deliveries, bills)).toEqual(open)
})

const quantities = fc
  .integer({ min: 1, max: 100_000 })
  .map((value) => new Decimal(value).dividedBy(1000).toFixed(3))
const sum = (values: readonly { readonly quantity: string }[]) =>
  Decimal.sum('0', ...values.map(({ quantity }) => quantity))

test('after any invoices and credits, the open quantity is the delivered minus the billed one, at least 0', () => {
  const days = fc
    .array(quantities, { maxLength: 5 })
    .map((all) => all.map((quantity, day) => delivery(day + 1, quantity)))
  const bills = fc.array(
    fc.record({
      made: fc.integer({ min: 1, max: 9 }).map(at),
      quantity: quantities,
      known: fc.subarray([1, 2, 3, 4, 5]),
    }),
    { maxLength: 4 },
  )
  fc.assert(
    fc.property(days, bills, (deliveries, drawn) => {
      const all = drawn.map(({ known, ...bill }) => ({
        ...bill,
        parts: deliveries.filter(({ delivered }) => known.some((day) => at(day) === delivered)),
      }))
      const open = openDeliveries(deliveries, all)
      expect(sum(open).toFixed(3)).toBe(Decimal.max(0, sum(deliveries).minus(sum(all))).toFixed(3))
    }),
  )
})
