import { expect, test } from 'vitest'
import { TANK_KINDS } from '../facts/tanks.ts'
import { cents, decimal, millionths } from '../laws/money.ts'
import { DAY, HOUR } from '../laws/units.ts'
import { Weather } from '../laws/weather.ts'
import { Random } from '../random.ts'
import { Tank } from '../tank.ts'
import { Books } from './books.ts'
import { type Bill, totalOf } from './ledger.ts'

const START = Date.UTC(2026, 11, 7, 5)

/** A customer of heating oil with an order that rounds delivered, and prices of $2.50 and, from the second day on, of $2.60. */
function books(number: number, deliveries: readonly { day: number; quantity: string }[]) {
  const own = new Books(() => {})
  const { ledger } = own
  const random = new Random('7')
  const weather = new Weather(random.of('weather'), START - DAY)
  const tank = new Tank(number, `H-${number}`, TANK_KINDS[0]!, weather, random, { litres: 300, at: START })
  const order = { document_id: 1, tank, at: START, quantity: 100, detail_ids: [5] }
  own.orders.push(order)
  ledger.posted.set('heating_oil', [
    { at: START - DAY, price: millionths('2.5') },
    { at: START + DAY, price: millionths('2.6') },
  ])
  for (const [index, { day, quantity }] of deliveries.entries()) {
    const at = START + day * DAY + HOUR
    const date = new Date(at).toISOString().slice(0, 10)
    const round = { shipment_id: index, truck_id: 1, day: date, isClosed: true }
    own.rounds.set(index, { ...round, lifted: new Map(), delivered: new Map() })
    const ticket = { number: index, shipment_id: index, shipment_detail_id: index, tank, quantity, at }
    own.tickets.push({ ...ticket, document_detail_id: 5 })
  }
  const bill = (document_id = 2, day = '2026-12-08') =>
    ledger.bill({
      ...ledger.next(order),
      document_id,
      number: `INV-${document_id}`,
      detail_id: 1,
      order,
      tank,
      day,
    })
  return { own, ledger, tank, order, bill }
}

const figures = ({ price, goods, tax }: Pick<Bill, 'price' | 'goods' | 'tax'>) =>
  `${price}: ${decimal(goods)} + ${decimal(tax)}`

test.each([
  [
    'the price of the day of delivery plus the margin',
    1,
    [{ day: 0, quantity: '100.0' }],
    '3150000: 315.00 + 12.60',
  ],
  [
    'the mean of two days by quantity',
    1,
    [
      { day: 0, quantity: '100.0' },
      { day: 1, quantity: '50.0' },
    ],
    '3183333: 477.50 + 19.10',
  ],
  ['an agreement before the list', 6, [{ day: 0, quantity: '100.0' }], '3127500: 312.75 + 12.51'],
  ['the price of the day of the order', 11, [{ day: 1, quantity: '100.0' }], '3012500: 301.25 + 12.05'],
  ['no tax with a certificate', 10, [{ day: 0, quantity: '100.0' }], '3150000: 315.00 + 0.00'],
  ['the rate of the day of delivery', 1, [{ day: 25, quantity: '100.0' }], '3250000: 325.00 + 13.73'],
])('an invoice has %s', (_, number, deliveries, expected) => {
  const { ledger, order } = books(number, deliveries)
  expect(figures(ledger.next(order))).toBe(expected)
})

test('what is on an invoice is not on the next, what is credited is again', () => {
  const { ledger, order, bill } = books(1, [
    { day: 0, quantity: '100.0' },
    { day: 1, quantity: '50.0' },
  ])
  const invoice = bill()
  expect(ledger.openParts(order)).toEqual([])
  ledger.credit(invoice, ledger.creditOf(invoice, 60_000n), { id: 3, number: 'CN-3', day: '2026-12-08' })
  // The earliest deliveries stay billed.
  expect(ledger.openParts(order).map(({ quantity }) => quantity)).toEqual([10_000n, 50_000n])
})

test('a delivery whose invoice was credited is billed again at its own price', () => {
  const { own, ledger, order, bill } = books(1, [{ day: 0, quantity: '100.0' }])
  const first = bill()
  own.tickets.push({ ...own.tickets[0]!, number: 1, quantity: '50.0', at: START + 2 * DAY })
  const second = bill(3)
  ledger.credit(first, ledger.creditOf(first, 100_000n), { id: 4, number: 'CN-4', day: '2026-12-08' })
  expect(second.price).toBeGreaterThan(first.price)
  expect(ledger.next(order)).toMatchObject({ quantity: 100_000n, price: first.price })
})

test('credit notes of an invoice are together the invoice', () => {
  const { ledger, tank, bill } = books(1, [{ day: 0, quantity: '33.3' }])
  const invoice = bill()
  for (const quantity of [11_100n, 11_100n, 11_100n])
    ledger.credit(invoice, ledger.creditOf(invoice, quantity), { id: 3, number: 'CN-3', day: '2026-12-08' })
  expect(totalOf(invoice.credited)).toBe(totalOf(invoice))
  expect(ledger.balance(tank)).toBe(0n)
})

test('a payment pays the oldest invoices, the rest is left until it is applied', () => {
  const { ledger, tank, bill } = books(1, [{ day: 0, quantity: '100.0' }])
  const invoice = bill()
  const payment = { id: 1, number: 'P-1', tank, day: '2026-12-09', amount: cents('400'), method: 'check' }
  ledger.pay(payment)
  expect([invoice.open, ledger.unapplied(tank), ledger.balance(tank)]).toEqual([0n, 7_240n, -7_240n])
  const fee = ledger.billFee({ document_id: 4, number: 'INV-4', tank, day: '2026-12-09' })
  expect(fee.open).toBe(3_500n)
  ledger.allocate(ledger.sources[0]!)
  expect([fee.open, ledger.unapplied(tank), ledger.balance(tank)]).toEqual([0n, 3_740n, -3_740n])
})

test('a check that bounces leaves everything owed', () => {
  const { ledger, tank, bill } = books(1, [{ day: 0, quantity: '100.0' }])
  const invoice = bill()
  ledger.pay({ id: 1, number: 'P-1', tank, day: '2026-12-09', amount: cents('100'), method: 'check' })
  ledger.reverse(ledger.sources[0]!, '2026-12-10')
  expect([invoice.open, ledger.balance(tank)]).toEqual([32_760n, 32_760n])
  expect(ledger.postings.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
    'invoice 32760',
    'payment -10000',
    'reversal 10000',
  ])
})
