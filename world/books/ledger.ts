import { isOneOf } from '../facts/badDays.ts'
import { ACCOUNTS, BOUNCED, EXEMPT, PRICE_RULES, TAXES } from '../facts/money.ts'
import { PRODUCTS, type ProductName } from '../facts/products.ts'
import { cents, decimal, divided, millionths, percentOf, priced, sum, thousandths } from '../laws/money.ts'
import { DAY } from '../laws/units.ts'
import type { Tank } from '../tank.ts'
import type { Books, Order, Ticket } from './books.ts'

/** Days until invoices are due. */
export const TERMS = 10

/** Figures in cents; of a credit note what it takes back, above zero. */
export interface Figures {
  /** Thousandths of a gallon. */
  quantity: bigint
  goods: bigint
  tax: bigint
  charges: bigint
}

export const totalOf = ({ goods, tax, charges }: Figures) => goods + tax + charges

/** An invoice with one line, or over a fee. */
export interface Bill extends Figures {
  document_id: number
  number: string
  /** The id of its line; 0 without one. */
  detail_id: number
  order: Order | null
  tank: Tank
  /** Its date, YYYY-MM-DD. */
  day: string
  due: string
  /** Millionths of a dollar a gallon. */
  price: bigint
  /** The taxes by name with their rates in millionths. */
  rates: readonly (readonly [name: string, rate: bigint])[]
  open: bigint
  credited: Figures
}

/** A payment or a credit note: what it pays, and what is left. */
export interface Source {
  id: number
  /** A credit note has a number, a payment a reference. */
  number: string
  kind: 'payment' | 'credit_note'
  tank: Tank
  day: string
  amount: bigint
  method: string
  left: bigint
  paid: Map<Bill, bigint>
  isReversed: boolean
}

/** A movement of a customer's account, above zero: it raises the debt; with its other lines in the journal by account. */
export interface Posting {
  kind: 'invoice' | 'credit_note' | 'payment' | 'reversal'
  number: string
  tank: Tank
  day: string
  amount: bigint
  accounts: Readonly<Record<string, bigint>>
}

const NONE: Figures = { quantity: 0n, goods: 0n, tax: 0n, charges: 0n }

/** The simulation's own prices, invoices, payments and journal, by its own rules and arithmetic. */
export class Ledger {
  /** Posted prices in millionths, the latest last. */
  readonly posted = new Map<ProductName, { at: number; price: bigint }[]>()
  readonly bills: Bill[] = []
  readonly sources: Source[] = []
  readonly postings: Posting[] = []
  /** The last day of the last closed month; empty without one. */
  closedThrough = ''

  constructor(private readonly books: Books) {}

  /** The tickets of an order. */
  ticketsOf({ document_id, detail_ids }: Order): Ticket[] {
    return this.books.tickets.filter(
      ({ order_id, document_detail_id }) =>
        order_id === document_id || (document_detail_id !== null && detail_ids.includes(document_detail_id)),
    )
  }

  /** What was delivered of an order and is on no invoice: the earliest delivery is billed first. */
  openParts(order: Order): { at: number; quantity: bigint }[] {
    const bills = this.bills.filter((bill) => bill.order === order)
    let billed = sum(bills.map(({ quantity, credited }) => quantity - credited.quantity))
    return this.ticketsOf(order)
      .toSorted((one, other) => one.at - other.at)
      .flatMap(({ at, quantity }) => {
        const whole = thousandths(quantity)
        const taken = billed < whole ? billed : whole
        billed -= taken
        return taken < whole ? [{ at, quantity: whole - taken }] : []
      })
  }

  /** The price of a delivery of an order, millionths a gallon. */
  private priceAt({ tank, at: ordered, quantity }: Order, delivered: number): bigint {
    const { product } = tank.kind
    const rule = ['agreement', 'class', 'price_list']
      .flatMap((level) =>
        PRICE_RULES.filter((one) => one.level === level && one.product === product)
          .filter(({ whom, from }) => (!whom || isOneOf(tank.number, whom)) && quantity >= from)
          .toSorted((one, other) => other.from - one.from),
      )
      .at(0)
    if (!rule) return millionths(PRODUCTS[product].price)
    if (rule.unit_price) return millionths(rule.unit_price)
    const at = rule.by === 'order' ? ordered : delivered
    return this.posted.get(product)!.findLast((one) => one.at <= at)!.price + millionths(rule.margin!)
  }

  /** The next invoice of an order: its deliveries at the mean of their prices, by quantity, with taxes of the day of the last one. */
  next(order: Order): Pick<Bill, 'price' | 'rates' | keyof Figures> {
    const { tank } = order
    const parts = this.openParts(order)
    const quantity = sum(parts.map((part) => part.quantity))
    const worth = sum(parts.map((part) => part.quantity * this.priceAt(order, part.at)))
    const price = quantity === 0n ? 0n : divided(worth, quantity)
    const goods = priced(quantity, price)
    const day = this.dayOf(order)
    const rates = TAXES.filter(({ products }) => products.includes(tank.kind.product)).map(
      ({ name, rates }) => {
        const rate = isOneOf(tank.number, EXEMPT) ? '0' : rates.findLast(([from]) => from <= day)![1]
        return [name, millionths(rate)] as const
      },
    )
    return { quantity, price, goods, rates, tax: taxOf(rates, quantity, goods), charges: 0n }
  }

  /** The day of the last round that delivered an order. */
  private dayOf(order: Order): string {
    const days = this.ticketsOf(order).map(({ shipment_id }) => this.books.rounds.get(shipment_id)?.day ?? '')
    return days.toSorted().at(-1) ?? ''
  }

  /** Enters an invoice, or one over a fee. */
  bill(bill: Omit<Bill, 'open' | 'credited' | 'due'>): Bill {
    const due = new Date(Date.parse(bill.day) + TERMS * DAY).toISOString().slice(0, 10)
    const entered = { ...bill, due, open: totalOf(bill), credited: NONE }
    this.bills.push(entered)
    this.post('invoice', { ...bill, amount: totalOf(bill), accounts: incomeOf(bill) })
    return entered
  }

  /** An invoice over the fee of a bounced check. */
  billFee(bill: Pick<Bill, 'document_id' | 'number' | 'tank' | 'day'>): Bill {
    return this.bill({
      ...bill,
      ...NONE,
      charges: cents(BOUNCED),
      order: null,
      detail_id: 0,
      price: 0n,
      rates: [],
    })
  }

  /** What a credit note takes back: everything that is left, or a quantity of the line; the last part takes the rest. */
  creditOf({ credited, price, rates, ...bill }: Bill, quantity: bigint): Figures {
    if (quantity === bill.quantity - credited.quantity) {
      return {
        quantity,
        goods: bill.goods - credited.goods,
        tax: bill.tax - credited.tax,
        charges: bill.charges - credited.charges,
      }
    }
    const goods = priced(quantity, price)
    return { quantity, goods, tax: taxOf(rates, quantity, goods), charges: 0n }
  }

  /** Enters a credit note, which pays its invoice as far as that owes anything. */
  credit(bill: Bill, figures: Figures, note: Pick<Source, 'id' | 'number' | 'day'>): void {
    const { credited, tank } = bill
    for (const name of ['quantity', 'goods', 'tax', 'charges'] as const)
      bill.credited = { ...bill.credited, [name]: credited[name] + figures[name] }
    const amount = totalOf(figures)
    const accounts = Object.entries(incomeOf(figures)).map(([account, value]) => [account, -value])
    this.post('credit_note', { ...note, tank, amount: -amount, accounts: Object.fromEntries(accounts) })
    this.enter({ ...note, kind: 'credit_note', method: '', tank, amount }, [[bill, amount]])
  }

  /** Enters a payment: of these amounts of invoices, else of the oldest. */
  pay(payment: Omit<Source, 'kind' | 'left' | 'paid' | 'isReversed'>, parts?: [Bill, bigint][]): void {
    const { tank, amount } = payment
    this.post('payment', { ...payment, amount: -amount, accounts: { [ACCOUNTS.money]: amount } })
    this.enter({ ...payment, kind: 'payment' }, parts ?? this.oldest(tank, amount))
  }

  private enter(source: Omit<Source, 'left' | 'paid' | 'isReversed'>, parts: [Bill, bigint][]): void {
    const entered = { ...source, left: source.amount, paid: new Map(), isReversed: false }
    this.sources.push(entered)
    this.allocate(entered, parts)
  }

  /** Pays invoices with what is left of a source: at most what they owe. */
  allocate(source: Source, parts = this.oldest(source.tank, source.left)): void {
    for (const [bill, wanted] of parts) {
      const part = wanted < bill.open ? wanted : bill.open
      bill.open -= part
      source.left -= part
      source.paid.set(bill, (source.paid.get(bill) ?? 0n) + part)
    }
  }

  /** Takes a payment back: what it paid is owed again. */
  reverse(payment: Source, day: string): void {
    const { amount } = payment
    for (const [bill, part] of payment.paid) bill.open += part
    payment.paid.clear()
    Object.assign(payment, { left: 0n, isReversed: true })
    this.post('reversal', { ...payment, day, amount, accounts: { [ACCOUNTS.money]: -amount } })
  }

  private oldest(tank: Tank, amount: bigint): [Bill, bigint][] {
    let left = amount
    return this.openBills(tank).flatMap((bill) => {
      const part = left < bill.open ? left : bill.open
      left -= part
      return part > 0n ? [[bill, part] as [Bill, bigint]] : []
    })
  }

  /** A customer's invoices that owe something, the oldest first. */
  openBills(tank: Tank): Bill[] {
    return this.bills
      .filter((bill) => bill.tank === tank && bill.open > 0n)
      .toSorted((one, other) =>
        one.day < other.day ? -1 : one.day > other.day ? 1 : one.document_id - other.document_id,
      )
  }

  /** What is left of a customer's payments and credit notes. */
  unapplied(tank: Tank): bigint {
    return sum(this.sources.filter((one) => one.tank === tank).map(({ left }) => left))
  }

  balance(tank: Tank): bigint {
    return sum(this.openBills(tank).map(({ open }) => open)) - this.unapplied(tank)
  }

  private post(kind: Posting['kind'], posting: Omit<Posting, 'kind'>): void {
    const { number, tank, day, amount, accounts } = posting
    this.postings.push({ kind, number, tank, day, amount, accounts })
  }
}

/** The lines of an invoice in the journal without what the customer owes: income and taxes are credits. */
function incomeOf({ goods, tax, charges }: Figures): Record<string, bigint> {
  const lines = [
    [ACCOUNTS.income, -goods],
    [ACCOUNTS.tax, -tax],
    [ACCOUNTS.charges, -charges],
  ] as const
  return Object.fromEntries(lines.filter(([, amount]) => amount !== 0n))
}

/** The taxes of one line: percent of its price, or an amount a gallon, each rounded to the cent. */
function taxOf(rates: Bill['rates'], quantity: bigint, goods: bigint): bigint {
  return sum(
    rates.map(([name, rate]) =>
      TAXES.find((tax) => tax.name === name)!.basis === 'percent'
        ? percentOf(goods, rate)
        : priced(quantity, rate),
    ),
  )
}

/** A posting as one line of text, to compare those of the product with these. */
export function entryText(kind: string, number: string, accounts: Readonly<Record<string, bigint>>): string {
  const lines = Object.entries(accounts)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([account, amount]) => `${account} ${decimal(amount)}`)
  return `${kind} ${number}: ${lines.join(', ')}`
}
