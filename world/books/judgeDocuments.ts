import type { listDocumentTaxes } from '#core/domains/finance/taxCalls.ts'
import type { listUnbilled } from '#core/domains/orders/billingCalls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { cents, millionths, sum, thousandths } from '../laws/money.ts'
import type { Tank } from '../tank.ts'
import type { World } from '../world.ts'
import type { Order, Ticket } from './entries.ts'
import { type Bill, type Figures, totalOf } from './ledger.ts'

type Tax = ResponseOf<typeof listDocumentTaxes>['taxes'][number]
export type Unbilled = ResponseOf<typeof listUnbilled>['unbilled'][number]

/** A delivery that is not billed: what the product lists, and the tickets and the order of the simulation. */
export interface Delivery {
  entry: Unbilled
  tank: Tank
  tickets: readonly Ticket[]
  order: Order | undefined
}

/** Compares figures by name, as text. */
export function judgeSame(
  { world, tank, kind, title }: { world: World; tank: Tank; kind: string; title: string },
  expected: Readonly<Record<string, bigint | string>>,
  shown: Readonly<Record<string, bigint | string>>,
): void {
  const invalid = Object.keys(expected).filter((name) => expected[name] !== shown[name])
  const text = (figures: typeof expected) => invalid.map((name) => `${name} ${figures[name]}`).join(', ')
  if (invalid.length > 0) world.brokenFor(tank, 3, kind, `${title}: ${text(shown)}, not ${text(expected)}`)
}

/** Promise 3: a delivery of a closed round is listed until it is billed, and nothing else is. */
export function judgeUnbilled(world: World, listed: readonly Delivery[]): void {
  const { books, tanks } = world
  const isClosed = (shipment_id: number) => books.rounds.get(shipment_id)?.isClosed
  const isDue = (order: Order) => sum(books.ledger.openParts(order).map(({ quantity }) => quantity)) > 0n
  for (const order of books.orders.filter(isDue)) {
    const isOver = books.ledger.ticketsOf(order).every(({ shipment_id }) => isClosed(shipment_id))
    if (isOver && !listed.some((one) => one.order === order))
      world.brokenFor(order.tank, 3, 'what was delivered is not to be billed', `order ${order.document_id}`)
  }
  for (const ticket of books.tickets.filter((one) => one.document_detail_id === null && !one.order_id)) {
    const isListed = listed.some(({ tickets }) => tickets.includes(ticket))
    if (isClosed(ticket.shipment_id) && !isListed)
      world.brokenFor(ticket.tank, 3, 'what was delivered is not to be billed', `ticket ${ticket.number}`)
  }
  for (const { entry, tank, order, tickets } of listed) {
    const { document_number, shipment_number, lines, total } = entry
    const title = document_number ?? shipment_number ?? tanks.indexOf(tank).toString()
    if (tickets.length === 0) world.brokenFor(tank, 3, 'what was not delivered is to be billed', title)
    else if (order && tickets.every(({ shipment_id }) => isClosed(shipment_id))) {
      const next = books.ledger.next(order)
      const expected = { quantity: next.quantity, total: totalOf(next) }
      const kind = 'what is to be billed is not what was delivered'
      const quantity = sum(lines.map((line) => thousandths(line.quantity)))
      const shown = { quantity, total: total === null ? expected.total : cents(total) }
      judgeSame({ world, tank, kind, title }, expected, shown)
    }
  }
}

/** Promise 3: an invoice has the quantity, the price, the taxes and the day of the deliveries on it. */
export function judgeInvoice(world: World, bill: Bill, sent: any, taxes: readonly Tax[]): void {
  const { tank, number, quantity, price, goods, tax, day, due, rates } = bill
  const lines: any[] = sent.details
  const amounts = (of: Iterable<readonly [string, bigint]>) =>
    [...of]
      .map(([name, rate]) => `${name} ${rate}`)
      .sort()
      .join(', ')
  judgeSame(
    { world, tank, kind: 'an invoice is not what was delivered at its price', title: number },
    {
      ...{ quantity, price, goods, tax, total: goods + tax, day, due },
      taxes: amounts(rates),
    },
    {
      quantity: sum(lines.map((line) => thousandths(line.quantity))),
      price: lines.length === 0 ? 0n : millionths(lines[0].unit_price),
      goods: sum(lines.map((line) => cents(line.line_total))) + cents(sent.handling_charge),
      ...{ tax: cents(sent.tax_total), total: cents(sent.grand_total) },
      ...{ day: sent.document_date, due: sent.due_date },
      taxes: amounts(
        taxes.map(({ tax_name, rate, certificate }) => [
          tax_name,
          certificate === null ? millionths(rate) : 0n,
        ]),
      ),
    },
  )
}

/** Promise 3: a credit note takes back what it credits, with its taxes. */
export function judgeCreditNote(world: World, { tank }: Bill, figures: Figures, note: any): void {
  const { quantity, goods, tax } = figures
  judgeSame(
    { world, tank, kind: 'a credit note is not what it credits', title: note.document_number },
    { quantity: -quantity, net: -goods, tax: -tax, total: -totalOf(figures) },
    {
      quantity: sum(note.details.map((line: any) => thousandths(line.quantity))),
      net: cents(note.total_amount),
      ...{ tax: cents(note.tax_total), total: cents(note.grand_total) },
    },
  )
}
