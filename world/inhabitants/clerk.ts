import { setTimeout as pause } from 'node:timers/promises'
import type { readBillingRun } from '#core/domains/orders/billingCalls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import type { Order, Round, Ticket } from '../books/entries.ts'
import {
  type Delivery,
  judgeCreditNote,
  judgeInvoice,
  judgeUnbilled,
  type Unbilled,
} from '../books/judgeDocuments.ts'
import type { Bill, Source } from '../books/ledger.ts'
import { BOUNCED, PRICE_RULES } from '../facts/money.ts'
import { PRODUCTS } from '../facts/products.ts'
import { decimal, sum, thousandths } from '../laws/money.ts'
import { HOUR } from '../laws/units.ts'
import type { Random } from '../random.ts'
import type { Tank } from '../tank.ts'
import { Person } from './person.ts'

type Run = ResponseOf<typeof readBillingRun>['billing_run']

const WAITING_FOR_SHIPMENT = 22
const SENT = 25
const OPEN = 32
/** Hours of the day at which the clerk works. */
const VISIT_HOURS = [7.5, 11, 14.5, 17]
/** Looks at a billing run until it must have ended, and ms of real time between them. */
const MAX_LOOKS = 600
const BETWEEN_LOOKS = 100

/** Prices orders, bills deliveries, sends the invoices, credits some, and books the customers' money. */
export class Clerk extends Person {
  private readonly released = new Set<number>()

  live(): Promise<void> {
    return this.everyDay(VISIT_HOURS, async (at) => {
      if (!this.world.isOfficeDown(at)) await this.doPapers()
    })
  }

  async doPapers(): Promise<void> {
    const { books, tanks } = this.world
    const { ledger } = books
    for (const order of books.orders.filter(({ document_id }) => !this.released.has(document_id)))
      await this.release(order)
    for (const round of books.rounds.values()) await this.orderDelivered(round)
    await this.bill()
    for (const bill of ledger.bills) await this.credit(bill)
    for (const payment of ledger.sources) await this.bounce(payment)
    for (const tank of tanks) await this.bookPayment(tank)
    for (const source of ledger.sources) await this.apply(source)
  }

  /** Draws for a thing; each look draws others. */
  private drawsOf(what: string): Random {
    const { world } = this
    return world.random.of(`${what} ${world.dayOf()} ${Math.floor(world.now() / HOUR)}`)
  }

  /** Releases a customer's order; sometimes a price is forgotten. */
  private async release({ document_id, tank }: Order): Promise<void> {
    this.released.add(document_id)
    this.about = [`document ${document_id}`, `tank ${tank.number}`]
    const isForgotten = this.world.random.of(`price ${document_id}`).happens(0.1)
    if (!isForgotten) await this.price(document_id, tank)
    if (await this.step(document_id, WAITING_FOR_SHIPMENT)) return
    // The product reports what is missing.
    await this.price(document_id, tank)
    await this.step(document_id, WAITING_FOR_SHIPMENT)
  }

  private step(document_id: number, status_id: number): Promise<any> {
    return this.may('POST', `/transaction_documents/${document_id}/status`, { status_id })
  }

  private async read(document_id: number): Promise<any> {
    return (await this.must('GET', `/transaction_documents/${document_id}`)).transaction_document
  }

  /** Enters the price of a line that the product could not price. */
  private async price(document_id: number, { kind }: Tank): Promise<void> {
    const { details } = await this.read(document_id)
    if (details.every(({ unit_price }: any) => Number(unit_price) > 0)) return
    const unit_price = PRODUCTS[kind.product].price.toFixed(6)
    await this.may('PATCH', `/transaction_documents/${document_id}`, {
      details: details.map(({ document_detail_id, product_id, quantity, unit_id }: any) => ({
        ...{ document_detail_id, product_id, quantity, unit_id, unit_price },
      })),
    })
  }

  /** Makes the orders of some rounds that delivered because of levels; billing makes those of the others. */
  private async orderDelivered({ shipment_id, isClosed }: Round): Promise<void> {
    const { books, tanks, random } = this.world
    const tickets = books.tickets.filter(
      (one) => one.shipment_id === shipment_id && one.document_detail_id === null && !one.order_id,
    )
    if (!isClosed || tickets.length === 0 || random.of(`orders ${shipment_id}`).happens(0.5)) return
    this.about = [`round ${shipment_id}`, ...tickets.map(({ tank }) => `tank ${tank.number}`)]
    const response = await this.may('POST', `/shipment_planner/${shipment_id}/order_delivered`)
    for (const { document_id } of response?.transaction_documents ?? []) {
      const { device_id } = await this.read(document_id)
      const tank = tanks.find(({ ids }) => ids.device_id === device_id)!
      this.enterOrder(
        document_id,
        tank,
        tickets.filter((one) => one.tank === tank),
      )
    }
  }

  /** Bills everything that was delivered: by a billing run, and a part by hand. */
  private async bill(): Promise<void> {
    const { world } = this
    const { rounds } = world.books
    this.about = ['billing']
    const { unbilled } = await this.must('GET', '/billing/unbilled')
    const listed: Delivery[] = unbilled.map((entry: Unbilled) => this.delivery(entry))
    judgeUnbilled(world, listed)
    const together: Delivery[] = []
    for (const one of listed) {
      const { entry, order, tank, tickets } = one
      if (!tickets.every(({ shipment_id }) => rounds.get(shipment_id)?.isClosed)) continue
      this.about = [`tank ${tank.number}`, 'billing']
      const isRuled = PRICE_RULES.some(({ product }) => product === tank.kind.product)
      if (order && entry.odd.includes('unpriced') && !isRuled) await this.price(order.document_id, tank)
      if (order && world.random.of(`by hand ${order.document_id}`).happens(0.4)) await this.billByHand(order)
      else together.push(one)
    }
    if (together.length > 0) await this.runBilling(together)
  }

  private delivery(entry: Unbilled): Delivery {
    const { books, tanks } = this.world
    const { document_id, shipment_id, device_id } = entry
    const tank = tanks.find(({ ids }) => ids.device_id === device_id)!
    const known = books.orders.find((one) => one.document_id === document_id)
    const tickets = known
      ? books.ledger.ticketsOf(known)
      : books.tickets.filter(
          (one) =>
            one.tank === tank &&
            one.shipment_id === shipment_id &&
            one.document_detail_id === null &&
            !one.order_id,
        )
    // An earlier run made its order, and could not price it.
    const isNew = !known && document_id !== null && tickets.length > 0
    const order = isNew ? this.enterOrder(document_id, tank, tickets) : known
    return { entry, tank, order, tickets }
  }

  private async billByHand(order: Order): Promise<void> {
    const path = `/transaction_documents/${order.document_id}/convert`
    const convert = () => this.may('POST', path, { document_type: 'invoice' })
    const invoice = await convert()
    if (!invoice) return
    // Pressed twice: the second must find nothing to bill.
    if (await convert()) this.broken(3, 'an order is billed twice', `Order ${order.document_id}`)
    const { document_id } = invoice.transaction_document
    if (await this.step(document_id, OPEN)) await this.send(document_id, order)
  }

  /** Bills deliveries in the background, sometimes twice at once. */
  private async runBilling(listed: readonly Delivery[]): Promise<void> {
    const { books } = this.world
    this.about = ['billing', ...listed.map(({ tank }) => `tank ${tank.number}`)]
    const deliveries = listed.map(({ entry: { document_id, shipment_id, device_id } }) =>
      document_id === null ? { shipment_id, device_id } : { document_id },
    )
    const start = () => this.must('POST', '/billing/runs', { deliveries })
    const started = await Promise.all(this.drawsOf('runs').happens(0.2) ? [start(), start()] : [start()])
    const runs: Run[] = []
    for (const { billing_run } of started) runs.push(await this.untilBilled(billing_run.billing_run_id))
    for (const { refusal } of runs.flatMap((run) => run.failures)) books.refused(`billing: ${refusal}`)
    const waiting = [...listed]
    const billed = new Set<number>()
    for (const { document_id: invoice, orders } of runs.flatMap((run) => run.billed)) {
      const [document_id] = orders
      if (document_id === undefined) continue
      if (billed.has(document_id)) this.broken(3, 'an order is billed twice', `Order ${document_id}`)
      billed.add(document_id)
      const known = books.orders.find((one) => one.document_id === document_id)
      const device_id = known ? known.tank.ids.device_id : (await this.read(document_id)).device_id
      const at = waiting.findIndex(({ order, tank }) =>
        known ? order === known : !order && tank.ids.device_id === device_id,
      )
      const [delivery] = at < 0 ? [] : waiting.splice(at, 1)
      if (delivery)
        await this.send(invoice, known ?? this.enterOrder(document_id, delivery.tank, delivery.tickets))
    }
  }

  private async untilBilled(billing_run_id: number): Promise<Run> {
    for (let look = 0; look < MAX_LOOKS; look++) {
      await pause(BETWEEN_LOOKS)
      const { billing_run } = await this.must('GET', `/billing/runs/${billing_run_id}/progress`)
      if (billing_run.finished_at) return billing_run
    }
    throw new Error(`The billing run ${billing_run_id} does not end.`)
  }

  /** Enters the order that billing made for a delivery because of a level. */
  private enterOrder(document_id: number, tank: Tank, tickets: readonly Ticket[]): Order {
    const { books } = this.world
    const quantity = Number(sum(tickets.map((ticket) => thousandths(ticket.quantity)))) / 1000
    const order = { document_id, tank, at: this.world.now(), quantity, detail_ids: [] }
    for (const ticket of tickets) ticket.order_id = document_id
    this.released.add(document_id)
    books.orders.push(order)
    books.count('orders of what was delivered')
    return order
  }

  /** Sends an open invoice, and enters what it must say. */
  private async send(document_id: number, order: Order): Promise<void> {
    const { world } = this
    const { books } = world
    this.about = [
      `document ${document_id}`,
      `document ${order.document_id}`,
      `tank ${order.tank.number}`,
      'billing',
    ]
    const expected = books.ledger.next(order)
    await this.step(document_id, SENT)
    const sent = await this.read(document_id)
    const [line] = sent.details
    const bill = books.ledger.bill({
      ...{ ...expected, document_id, order, tank: order.tank, day: world.dayOf() },
      ...{ number: sent.document_number, detail_id: line.document_detail_id },
    })
    const { taxes } = await this.must('GET', `/transaction_documents/${document_id}/taxes`)
    judgeInvoice(world, bill, sent, taxes)
    books.count('invoices')
    const { status_id } = await this.read(order.document_id)
    // The undelivered rest was not needed.
    const path = `/transaction_documents/${order.document_id}/close_short`
    if (status_id === OPEN) await this.may('POST', path, { reason: 'Tank was full' })
  }

  /** Now and then an invoice is credited, whole or in part, and what is credited is billed again. */
  private async credit(bill: Bill): Promise<void> {
    const { world } = this
    const { document_id, detail_id: document_detail_id } = bill
    const random = this.drawsOf(`credit ${document_id}`)
    const left = bill.quantity - bill.credited.quantity
    if (!bill.order || left === 0n || !random.happens(0.04)) return
    // Half of it, in hundredths of a gallon.
    const half = random.happens(0.5) ? (left / 20n) * 10n : 0n
    const part = half > 0n && { details: [{ document_detail_id, quantity: decimal(half / 10n) }] }
    const figures = world.books.ledger.creditOf(bill, half || left)
    this.about = [`document ${document_id}`, `tank ${bill.tank.number}`]
    const body = { reason: 'Wrong address', ...part }
    const response = await this.may('POST', `/transaction_documents/${document_id}/credit`, body)
    if (!response) return
    const note = response.transaction_document
    const { document_id: id, document_number: number } = note
    world.books.ledger.credit(bill, figures, { id, number, day: world.dayOf() })
    judgeCreditNote(world, bill, figures, note)
    world.books.count('credit notes')
  }

  /** Customers pay some hours later, the late ones when an invoice is overdue: all, one invoice, a part, several, or too much. */
  private async bookPayment(tank: Tank): Promise<void> {
    const { world } = this
    const { ledger } = world.books
    const random = this.drawsOf(`payment ${tank.number}`)
    const isLate = tank.number % 4 === 0
    const bills = ledger.openBills(tank).filter(({ due }) => !isLate || due < world.dayOf())
    if (bills.length === 0 || !random.happens(0.3)) return
    const how = random.pick(['all', 'one', 'one', 'part', 'too much', 'several'] as const)
    const isOfOne = how === 'one' || how === 'part'
    const isPart = how === 'part' || how === 'several'
    const parts = (isOfOne ? bills.slice(0, 1) : bills).map((bill): [Bill, bigint] => [
      bill,
      isPart ? (bill.open + 1n) / 2n : bill.open,
    ])
    const amount = sum(parts.map(([, each]) => each)) + (how === 'too much' ? 1_234n : 0n)
    // Now and then it is dated before the close of a month.
    const isOld = bills.every(({ day }) => day <= ledger.closedThrough) && random.happens(0.4)
    const day = isOld ? ledger.closedThrough : world.dayOf()
    const method = random.pick(['check', 'transfer'] as const)
    const number = `P-${ledger.sources.length + 1001}`
    const allocations = parts.map(([{ document_id }, each]) => ({ document_id, amount: decimal(each) }))
    const path = isOfOne
      ? `/transaction_documents/${bills[0]!.document_id}/payments`
      : `/companies/${tank.ids.company_id}/payments`
    const body = {
      ...{ amount: decimal(amount), method, reference: number, payment_date: day },
      ...(how === 'several' && { allocations }),
    }
    this.about = [`tank ${tank.number}`, ...bills.map(({ document_id }) => `document ${document_id}`)]
    const response = await this.may('POST', path, body)
    if (!response) return
    ledger.pay(
      { id: response.payment_id, number, tank, day, amount, method },
      isOfOne || isPart ? parts : undefined,
    )
    world.books.count('payments')
    // Entered twice: the product asks whether it is another one.
    if (!isOfOne && random.happens(0.2) && (await this.may('POST', path, body)))
      this.broken(3, 'a payment is booked twice', `${number} for ${tank.public_id}`)
  }

  /** A check bounces: it is taken back, for a fee. */
  private async bounce(payment: Source): Promise<void> {
    const { world } = this
    const { id, tank, method, isReversed } = payment
    if (method !== 'check' || isReversed || !this.drawsOf(`bounce ${id}`).happens(0.05)) return
    this.about = [`tank ${tank.number}`]
    const body = { reason: 'Returned by the bank', fee: BOUNCED }
    const response = await this.may('POST', `/customer_payments/${id}/reverse`, body)
    if (!response) return
    await this.step(response.document_id, SENT)
    const fee = await this.read(response.document_id)
    const { document_id, document_number: number } = fee
    const day = world.dayOf()
    world.books.ledger.reverse(payment, day)
    judgeInvoice(world, world.books.ledger.billFee({ document_id, number, tank, day }), fee, [])
    world.books.count('checks that bounced')
  }

  /** Pays later invoices with what is left of a payment or a credit note. */
  private async apply(source: Source): Promise<void> {
    const { ledger } = this.world.books
    const { id, kind, tank, left } = source
    if (left === 0n || ledger.openBills(tank).length === 0 || !this.drawsOf(`apply ${id}`).happens(0.2))
      return
    this.about = [`tank ${tank.number}`, `document ${id}`]
    const path = kind === 'payment' ? `/customer_payments/${id}` : `/transaction_documents/${id}`
    if (await this.may('POST', `${path}/allocate`, {})) ledger.allocate(source)
  }
}
