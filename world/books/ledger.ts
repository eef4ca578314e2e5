import { isOneOf } from '../facts/badDays.ts'
import { ACCOUNTS, BOUNCED, EXEMPT, PRICE_RULES, TAXES } from '../facts/money.ts'
import { PRODUCTS, type ProductName } from '../facts/products.ts'
import { cents, decimal, divided, millionths, percentOf, priced, sum, thousandths } from '../laws/money.ts'
import { DAY } from '../laws/units.ts'
import type { Tank } from '../tank.ts'
import type { Order, Round, Ticket } from './entries.ts'

/** Days until invoices are due. */
export const TERMS = 10

/** Thousandths of a gallon, and cents; of a credit note what it takes back, above zero. */
export interface Figures {
  quantity: bigint
  /** Amount of the line or of a fee. */
  goods: bigint
  tax: bigint
}

export const totalOf = ({ goods, tax }: Figures) => goods + tax

/** An invoice with one line; over a fee without an order. */
export interface Bill extends Figures {
  document_id: number
  number: string
  /** The id of its line. */
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
  /** The deliveries that it bills, the earliest first. */
  parts: readonly Part[]
  open: bigint
  credited: Figures
}

interface Part {
  at: number
  quantity: bigint
}

/** A payment or a credit note: what it pays, and what is left. */
export interface Source {
  id: number
  /** The number of a credit note, or the reference of a payment. */
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

type NewSource = Omit<Source, 'kind' | 'left' | 'paid' | 'isReversed'>

/** A movement of a customer's account, above zero: it raises the debt; with its other lines in the journal by account. */
interface Posting {
  kind: 'invoice' | 'credit_note' | 'payment' | 'reversal'
  number: string
  tank: Tank
  day: string
  amount: bigint
  accounts: Readonly<Record<string, bigint>>
}

const NONE: Figures = { quantity: 0n, goods: 0n, tax: 0n }
const FEE = { ...NONE, goods: cents(BOUNCED), order: null, detail_id: 0, price: 0n, rates: [], parts: [] }
const least = (one: bigint, other: bigint) => (one < other ? one : other)

/** The simulation's own prices, invoices, payments and journal, by its own rules and arithmetic. */
export class Ledger {
  /** Posted prices in millionths, the latest last. */
  readonly posted = new Map<ProductName, { at: number; price: bigint }[]>()
  readonly bills: Bill[] = []
  readonly sources: Source[] = []
  readonly postings: Posting[] = []
  /** The last day of the last closed month; empty without one. */
  closedThrough = ''

  constructor(
    private readonly books: {
      readonly tickets: readonly Ticket[]
      readonly rounds: ReadonlyMap<number, Round>
    },
  ) {}

  /** The tickets of an order. */
  ticketsOf({ document_id, detail_ids }: Order): Ticket[] {
    return this.books.tickets.filter(
      ({ order_id, document_detail_id }) =>
        order_id === document_id || (document_detail_id !== null && detail_ids.includes(document_detail_id)),
    )
  }

  /** Delivered quantities of an order that are on no invoice; of one that was credited in part, the earliest deliveries stay billed. */
  openParts(order: Order): Part[] {
    const left = this.ticketsOf(order)
      .toSorted((one, other) => one.at - other.at)
      .map(({ at, quantity }) => ({ at, quantity: thousandths(quantity) }))
    for (const { parts, quantity, credited } of this.bills.filter((bill) => bill.order === order)) {
      let rest = quantity - credited.quantity
      for (const part of parts) {
        let billed = least(rest, part.quantity)
        rest -= billed
        for (const own of left.filter(({ at }) => at === part.at)) {
          const taken = least(billed, own.quantity)
          own.quantity -= taken
          billed -= taken
        }
      }
    }
    return left.filter(({ quantity }) => quantity > 0n)
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
  next(order: Order): Pick<Bill, 'price' | 'rates' | 'parts' | keyof Figures> {
    const { kind, number } = order.tank
    const parts = this.openParts(order)
    const quantity = sum(parts.map((part) => part.quantity))
    const worth = sum(parts.map((part) => part.quantity * this.priceAt(order, part.at)))
    const price = quantity === 0n ? 0n : divided(worth, quantity)
    const goods = priced(quantity, price)
    const days = this.ticketsOf(order).map(({ shipment_id }) => this.books.rounds.get(shipment_id)?.day ?? '')
    const day = days.toSorted().at(-1) ?? ''
    const rates = TAXES.filter(({ products }) => products.includes(kind.product)).map((tax) => {
      const rate = isOneOf(number, EXEMPT) ? '0' : tax.rates.findLast(([from]) => from <= day)![1]
      return [tax.name, millionths(rate)] as const
    })
    return { quantity, price, goods, rates, parts, tax: taxOf(rates, quantity, goods) }
  }

  /** Enters an invoice. */
  bill(bill: Omit<Bill, 'open' | 'credited' | 'due'>): Bill {
    const due = new Date(Date.parse(bill.day) + TERMS * DAY).toISOString().slice(0, 10)
    const entered = { ...bill, due, open: totalOf(bill), credited: NONE }
    this.bills.push(entered)
    this.post('invoice', bill, totalOf(bill), incomeOf(bill, bill.order ? ACCOUNTS.income : ACCOUNTS.charges))
    return entered
  }

  /** Enters an invoice over the fee of a bounced check. */
  billFee(bill: Pick<Bill, 'document_id' | 'number' | 'tank' | 'day'>): Bill {
    return this.bill({ ...bill, ...FEE })
  }

  /** The part of a quantity that a credit note credits; the last part takes the rest. */
  creditOf({ credited, price, rates, ...bill }: Bill, quantity: bigint): Figures {
    if (quantity === bill.quantity - credited.quantity)
      return { quantity, goods: bill.goods - credited.goods, tax: bill.tax - credited.tax }
    const goods = priced(quantity, price)
    return { quantity, goods, tax: taxOf(rates, quantity, goods) }
  }

  /** Enters a credit note, which pays its invoice as far as that owes anything. */
  credit(bill: Bill, { quantity, goods, tax }: Figures, note: Pick<Source, 'id' | 'number' | 'day'>): void {
    const { credited, tank } = bill
    bill.credited = {
      quantity: credited.quantity + quantity,
      goods: credited.goods + goods,
      tax: credited.tax + tax,
    }
    const amount = goods + tax
    const source = { ...note, tank, amount, method: '' }
    this.enter('credit_note', source, incomeOf({ goods: -goods, tax: -tax }, ACCOUNTS.income), [
      [bill, amount],
    ])
  }

  /** Enters a payment: of these amounts of invoices, else of the oldest. */
  pay(payment: NewSource, parts?: [Bill, bigint][]): void {
    this.enter('payment', payment, { [ACCOUNTS.money]: payment.amount }, parts)
  }

  private enter(
    kind: Source['kind'],
    source: NewSource,
    accounts: Posting['accounts'],
    parts?: [Bill, bigint][],
  ): void {
    this.post(kind, source, -source.amount, accounts)
    const entered = { ...source, kind, left: source.amount, paid: new Map(), isReversed: false }
    this.sources.push(entered)
    this.allocate(entered, parts)
  }

  /** Pays invoices with what is left of a source, the oldest first unless others are named: at most what they owe. */
  allocate(source: Source, parts?: [Bill, bigint][]): void {
    for (const [bill, wanted] of parts ??
      this.openBills(source.tank).map((bill) => [bill, bill.open] as const)) {
      const part = least(source.left, least(wanted, bill.open))
      if (part === 0n) continue
      bill.open -= part
      source.left -= part
      source.paid.set(bill, (source.paid.get(bill) ?? 0n) + part)
    }
  }

  /** Takes a payment back: what it paid is owed again. */
  reverse(payment: Source, day: string): void {
    for (const [bill, part] of payment.paid) bill.open += part
    payment.paid.clear()
    Object.assign(payment, { left: 0n, isReversed: true })
    this.post('reversal', { ...payment, day }, payment.amount, { [ACCOUNTS.money]: -payment.amount })
  }

  /** A customer's invoices that owe something, the oldest first. */
  openBills(tank: Tank): Bill[] {
    const own = this.bills.filter((bill) => bill.tank === tank && bill.open > 0n)
    return own.toSorted((a, b) => a.day.localeCompare(b.day) || a.document_id - b.document_id)
  }

  /** Unapplied rest of a customer's payments and credit notes. */
  unapplied(tank: Tank): bigint {
    return sum(this.sources.filter((one) => one.tank === tank).map(({ left }) => left))
  }

  balance(tank: Tank): bigint {
    return sum(this.openBills(tank).map(({ open }) => open)) - this.unapplied(tank)
  }

  private post(
    kind: Posting['kind'],
    { number, tank, day }: Pick<Posting, 'number' | 'tank' | 'day'>,
    amount: bigint,
    accounts: Posting['accounts'],
  ): void {
    this.postings.push({ kind, number, tank, day, amount, accounts })
  }
}

/** The lines of an invoice in the journal without what the customer owes: income and taxes are credits. */
function incomeOf({ goods, tax }: Omit<Figures, 'quantity'>, account: string): Record<string, bigint> {
  return { [account]: -goods, ...(tax !== 0n && { [ACCOUNTS.tax]: -tax }) }
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
