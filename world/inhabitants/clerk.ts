import type { Invoice, Order } from '../books/books.ts'
import type { About } from '../books/witness.ts'
import { cents, inDollars } from '../laws/money.ts'
import { HOUR } from '../laws/units.ts'
import type { World } from '../world.ts'
import { Person } from './person.ts'

const WAITING_FOR_SHIPMENT = 22
const SENT = 25
const OPEN = 32
const RECEIVED = 30
/** Hours of the day at which the clerk works. */
const LOOKS = [7.5, 11, 14.5, 17]

/** Prices orders, bills deliveries, sends the invoices and records payments. */
export class Clerk extends Person {
  private readonly released = new Set<number>()
  private readonly ordered = new Set<number>()

  constructor(
    world: World,
    user: { username: string; people_id: number },
    private readonly prices: Readonly<Record<string, string>>,
  ) {
    super(world, user.username, undefined, user.people_id)
  }

  live(): Promise<void> {
    return this.everyDay(LOOKS, async (at) => {
      if (!this.world.isOfficeDown(at)) await this.doPapers()
    })
  }

  async doPapers(): Promise<void> {
    const { books } = this.world
    for (const order of books.orders.filter(({ document_id }) => !this.released.has(document_id)))
      await this.release(order)
    for (const { shipment_id, isClosed } of books.rounds.values()) {
      if (isClosed && !this.ordered.has(shipment_id)) await this.orderDelivered(shipment_id)
    }
    for (const order of [...books.orders]) await this.bill(order)
    for (const invoice of books.invoices) await this.bookPayment(invoice)
  }

  /** Prices and releases a customer's order; sometimes the price is forgotten. */
  private async release({ document_id, tank }: Order): Promise<void> {
    this.released.add(document_id)
    const about = this.aboutOf(document_id, tank.number)
    const order = await this.read(document_id, about)
    const isForgotten = this.world.random.of(`price ${document_id}`).happens(0.1)
    if (!isForgotten) await this.price(order, about)
    const step = { status_id: WAITING_FOR_SHIPMENT }
    if (await this.may('POST', `/transaction_documents/${document_id}/status`, step, about)) return
    // The product reports what is missing.
    await this.price(order, about)
    await this.may('POST', `/transaction_documents/${document_id}/status`, step, about)
  }

  private async read(document_id: number, about: About): Promise<any> {
    const answer = await this.must('GET', `/transaction_documents/${document_id}`, undefined, about)
    return answer.transaction_document
  }

  /** Makes the orders of deliveries because of levels. */
  private async orderDelivered(shipment_id: number): Promise<void> {
    const { books, tanks } = this.world
    this.ordered.add(shipment_id)
    const tickets = books.tickets.filter(
      (ticket) => ticket.shipment_id === shipment_id && ticket.document_detail_id === null,
    )
    if (tickets.length === 0) return
    const about = [`round ${shipment_id}`, ...tickets.map(({ tank }) => `tank ${tank.number}`)]
    const answer = await this.may(
      'POST',
      `/shipment_planner/${shipment_id}/order_delivered`,
      undefined,
      about,
    )
    for (const { document_id } of answer?.transaction_documents ?? []) {
      const order = await this.read(document_id, about)
      const tank = tanks.find(({ ids }) => ids.device_id === order.device_id)!
      this.released.add(document_id)
      books.orders.push({ document_id, tank, at: this.world.now() })
      books.count('orders of what was delivered')
    }
  }

  private async bill({ document_id, tank }: Order): Promise<void> {
    const { books, random } = this.world
    const about = this.aboutOf(document_id, tank.number)
    const order = await this.read(document_id, about)
    const toBill = order.details.some(
      (line: any) => Number(line.quantity_delivered) > Number(line.quantity_invoiced),
    )
    if (!toBill || ![OPEN, RECEIVED].includes(order.status_id)) return
    const convert = () =>
      this.may('POST', `/transaction_documents/${document_id}/convert`, { document_type: 'invoice' }, about)
    let converted = await convert()
    if (!converted) {
      // The product reports a missing price.
      await this.price(order, about)
      converted = await convert()
    }
    const invoice = converted?.transaction_document
    if (!invoice) return
    // Pressed twice: the second must find nothing to bill.
    if (random.of(`twice ${document_id}`).happens(0.15) && (await convert())) {
      const calls = this.world.witness.callsAbout(about)
      books.broken({
        promise: 3,
        kind: 'an order is billed twice',
        what: `Order ${order.document_number}`,
        calls,
      })
    }
    // The undelivered rest was not needed.
    if (order.status_id === OPEN) {
      await this.may(
        'POST',
        `/transaction_documents/${document_id}/close_short`,
        { reason: 'Tank was full' },
        about,
      )
    }
    const id = invoice.document_id
    const more = [...about, `document ${id}`]
    const opened = await this.may('POST', `/transaction_documents/${id}/status`, { status_id: OPEN }, more)
    if (!opened) {
      // Only a price can be missing.
      await this.price(invoice, more)
      if (!(await this.may('POST', `/transaction_documents/${id}/status`, { status_id: OPEN }, more))) return
    }
    await this.may('POST', `/transaction_documents/${id}/status`, { status_id: SENT }, more)
    const { transaction_document: sent } = await this.must(
      'GET',
      `/transaction_documents/${id}`,
      undefined,
      more,
    )
    const total = cents(sent.total_amount)
    books.invoices.push({ ...{ document_id: id, order_id: document_id, tank, total }, paid: 0n })
    books.count('invoices')
    if (total === 0n) {
      const calls = this.world.witness.callsAbout(more)
      const what = `${sent.document_number} for ${tank.public_id}: ${JSON.stringify(sent.details.map(({ quantity, unit_price, line_total }: any) => ({ quantity, unit_price, line_total })))}`
      books.broken({ promise: 3, kind: 'an invoice of $0.00 is opened and sent', what, calls })
    }
  }

  /** Customers pay some hours later: all of it, a part, or too much. */
  private async bookPayment(invoice: Invoice): Promise<void> {
    const { world } = this
    const random = world.random.of(
      `payment ${invoice.document_id} ${world.dayOf()} ${Math.floor(world.now() / HOUR)}`,
    )
    const left = invoice.total - invoice.paid
    if (left <= 0n || !random.happens(0.4)) return
    const part = random.pick([1, 1, 1, 0.5, 0.25, 1.2])
    const amount = (left * BigInt(Math.round(part * 100))) / 100n
    if (amount <= 0n) return
    const about = [...this.aboutOf(invoice.order_id, invoice.tank.number), `document ${invoice.document_id}`]
    const answer = await this.may(
      'POST',
      `/transaction_documents/${invoice.document_id}/payments`,
      {
        amount: inDollars(amount).slice(1),
        method: random.pick(['check', 'transfer']),
        reference: String(random.whole(100, 9999)),
      },
      about,
    )
    if (!answer) return
    invoice.paid += amount
    world.books.count('payments')
  }

  private async price(document: any, about: readonly string[]): Promise<void> {
    await this.may(
      'PATCH',
      `/transaction_documents/${document.document_id}`,
      {
        details: document.details.map(({ document_detail_id, product_id, quantity, unit_id }: any) => ({
          ...{ document_detail_id, product_id, quantity, unit_id, unit_price: this.prices[product_id] },
        })),
      },
      about,
    )
  }

  private aboutOf(document_id: number, tank: number): string[] {
    return [`document ${document_id}`, `tank ${tank}`]
  }
}
