import { judgeAccounts, unmatched } from '../books/judgeAccounts.ts'
import { entryText } from '../books/ledger.ts'
import { ACCOUNTS } from '../facts/money.ts'
import { PRODUCTS, type ProductName } from '../facts/products.ts'
import { cents, decimal, millionths, sum } from '../laws/money.ts'
import { DAY } from '../laws/units.ts'
import type { World } from '../world.ts'
import { Person } from './person.ts'

/** Hours of the day: prices are posted before the trucks leave, months are closed at nine, and books are compared in the evening. */
const POSTING = 6
const CLOSING = 9
const COMPARING = 20

/** The bookkeeper's knowledge of the product. */
export interface Office {
  seller_id: number
  terminal_id: number
  unit_id: number
  products: Readonly<Record<ProductName, number>>
}

interface Month {
  month: string
  entries: number
  invoiced: string
  received: string
  debits: string
}

/** Posts the terminal's prices each morning, closes months, exports the journal, and compares it with the simulation's books. */
export class Bookkeeper extends Person {
  /** The entries that were exported, and the months that were closed, by their first day. */
  private readonly exported = new Map<string, string>()
  private readonly closed = new Map<string, Month>()

  constructor(
    world: World,
    username: string,
    private readonly office: Office,
  ) {
    super(world, username)
    this.about = ['journal']
  }

  live(): Promise<void> {
    return this.everyDay([POSTING, CLOSING, COMPARING], async (_, day, hour) => {
      if (hour === POSTING) await this.postPrices(this.world.moment(day, POSTING))
      else if (hour === COMPARING) await this.compare()
      else if (this.world.dayOf().endsWith('-01')) await this.closeMonth()
    })
  }

  /** Enters the prices of the terminal, from a moment on. */
  async postPrices(at: number): Promise<void> {
    const { world, office } = this
    const { seller_id, terminal_id, unit_id, products } = office
    const names = Object.keys(PRODUCTS) as ProductName[]
    const prices = names.map((name) => {
      // Three quarters of the selling price, and up to 10 cents more or less.
      const base = PRODUCTS[name].price * 0.75 + world.random.of(`rack ${name} ${at}`).between(-0.1, 0.1)
      return { terminal_id, unit_id, product_id: products[name], unit_price: base.toFixed(4) }
    })
    const valid_from = new Date(at).toISOString()
    await this.must('POST', '/prices/posted', { company_id: seller_id, valid_from, prices })
    const { posted } = world.books.ledger
    for (const [index, name] of names.entries()) {
      const price = millionths(prices[index]!.unit_price)
      posted.set(name, [...(posted.get(name) ?? []), { at, price }])
    }
  }

  /** Closes the month that ended yesterday; the present one must stay open. */
  private async closeMonth(): Promise<void> {
    const { world } = this
    const { seller_id } = this.office
    const close = (month: string) => this.may('POST', '/journal/close', { seller_id, month })
    if (await close(world.dayOf())) this.broken(3, 'a month is closed that is not over', world.dayOf())
    const yesterday = world.dayOf(world.now() - DAY)
    const month = yesterday.replace(/\d\d$/, '01')
    if (!(await close(month))) return
    world.books.count('months closed')
    world.books.ledger.closedThrough = yesterday
    const found = (await this.readJournal()).months.find((one: Month) => one.month === month)
    if (found) this.closed.set(month, found)
  }

  private async readJournal(): Promise<any> {
    return (await this.must('GET', `/journal?seller_id=${this.office.seller_id}`)).journal
  }

  /** Compares accounts and journal with the simulation's books; exports what is new. */
  async compare(): Promise<void> {
    const { world } = this
    await judgeAccounts(world)
    if (world.books.ledger.postings.length === 0) return
    const response = await this.may('POST', '/journal/export', { seller_id: this.office.seller_id })
    for (const batch of response?.batch_ids ?? []) await this.readExport(batch)
    await this.judgeJournal()
  }

  /** An exported entry balances, is not in a closed month, and was not exported before. */
  private async readExport(batch_id: number): Promise<void> {
    const text: string = await this.must('GET', `/journal/batches/${batch_id}/file?format=csv`)
    const all = readCsv(text)
    for (const id of new Set(all.map((row) => row['entry']!))) {
      const rows = all.filter((row) => row['entry'] === id)
      const { kind = '', reversal, number = '', date = '' } = rows[0]!
      const accounts: Record<string, bigint> = {}
      for (const { account_code = '', debit, credit } of rows)
        accounts[account_code] = (accounts[account_code] ?? 0n) + cents(debit || '0') - cents(credit || '0')
      const what = entryText(reversal === '1' ? 'reversal' : kind, number, accounts)
      if (sum(Object.values(accounts)) !== 0n)
        this.broken(3, 'an entry of the journal does not balance', what)
      if (this.exported.has(id)) this.broken(3, 'an entry is exported twice', what)
      if (this.closed.has(date.replace(/\d\d$/, '01')))
        this.broken(3, 'an entry is posted into a closed month', `${what} on ${date}`)
      this.exported.set(id, what)
    }
  }

  /** All exports together are the simulation's journal, receivables are the balances, and closed months stay as they were. */
  private async judgeJournal(): Promise<void> {
    const { ledger } = this.world.books
    const expected = ledger.postings.map(({ kind, number, amount, accounts }) =>
      entryText(kind, number, { [ACCOUNTS.receivables]: amount, ...accounts }),
    )
    const differences = unmatched(expected, [...this.exported.values()])
    if (differences) this.broken(3, 'the exported journal is not what was posted', differences.slice(0, 1000))
    const { receivables, waiting, months } = await this.readJournal()
    if (waiting.length > 0)
      this.broken(3, 'entries of the journal wait for an account', JSON.stringify(waiting))
    const owed = decimal(sum(this.world.tanks.map((tank) => ledger.balance(tank))))
    for (const { journal, balances } of receivables) {
      const shown = [journal, balances].map((amount) => decimal(cents(amount)))
      if (shown.some((amount) => amount !== owed))
        this.broken(3, 'receivables are not what customers owe', `${shown.join(' and ')}, not ${owed}`)
    }
    for (const [month, before] of this.closed) {
      const now = months.find((one: Month) => one.month === month)
      const figures = ({ entries, invoiced, received, debits }: Month) =>
        [entries, invoiced, received, debits].join(' ')
      if (!now || figures(now) !== figures(before))
        this.broken(3, 'a closed month changes', `${month}: ${figures(before)}, now ${now && figures(now)}`)
    }
    this.world.books.figures.set('entries of the journal', `${this.exported.size}`)
  }
}

/** The rows of a CSV file by the names of their columns (RFC 4180). */
function readCsv(text: string): Record<string, string>[] {
  const [head = [], ...rows] = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
      ),
    )
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])))
}
