import { Decimal } from 'decimal.js'
import type { JournalKind } from './journal.ts'
import type { Purpose } from './purposes.ts'

/**
 * The files of an export. `iif`: QuickBooks Desktop. `qbo_…`: QuickBooks Online, which imports customers, invoices and journal entries, each
 * from a separate file. `csv`: the plain journal.
 */
export const JOURNAL_FILES = ['iif', 'qbo_customers', 'qbo_invoices', 'qbo_journal', 'csv'] as const
export type JournalFile = (typeof JOURNAL_FILES)[number]

/** A line of an exported entry. Decimals as strings; above zero: a debit. */
export interface ExportedLine {
  readonly purpose: Purpose
  readonly account_code: string
  readonly account_name: string
  readonly account_type: 'asset' | 'liability' | 'equity' | 'revenue' | 'expense'
  readonly amount: string
  /** The product, or the tax. */
  readonly item: string | null
  /** Quantity of goods on an invoice. */
  readonly quantity: string | null
  readonly unit: string | null
  readonly unit_price: string | null
}

/** An entry with the data of its document or payment that an accounting program needs. */
export interface ExportedEntry {
  readonly entry_id: number
  readonly kind: JournalKind
  readonly is_reversal: boolean
  readonly posted_on: string
  readonly company_id: number
  /** Unique among the customers. */
  readonly customer: string
  /** The document's number, or the payment's reference. */
  readonly number: string | null
  readonly due_date: string | null
  readonly terms: string | null
  readonly po: string | null
  readonly method: string | null
  readonly currency: string
  readonly lines: readonly ExportedLine[]
}

export interface ExportedCustomer {
  readonly customer: string
  readonly address1: string | null
  readonly address2: string | null
  readonly city: string | null
  readonly state: string | null
  readonly zip_code: string | null
  readonly country: string | null
  readonly phone: string | null
  readonly email: string | null
}

export interface ExportedBatch {
  readonly entries: readonly ExportedEntry[]
  readonly customers: readonly ExportedCustomer[]
}

/** Names of items that are neither products nor taxes, on invoices of the accounting program. */
const ITEMS: Partial<Record<Purpose, string>> = {
  discounts: 'Discount',
  freight: 'Freight',
  charges: 'Charges',
}

/** The rows of a file, the headings first. */
export function rowsOfFile(batch: ExportedBatch, format: JournalFile): string[][] {
  const { entries, customers } = batch
  switch (format) {
    case 'iif':
      return iifRows(batch)
    case 'qbo_customers':
      return tableOf(CUSTOMERS, customers)
    case 'qbo_invoices':
      return tableOf(
        INVOICES,
        linesOf(entries.filter(isImportedInvoice), ({ lines }) =>
          lines.filter(({ purpose }) => purpose !== 'receivables'),
        ),
      )
    case 'qbo_journal':
      return tableOf(
        ENTRIES,
        linesOf(
          entries.filter((entry) => !isImportedInvoice(entry)),
          ordered,
        ),
      )
    case 'csv':
      return tableOf(
        JOURNAL,
        linesOf(entries, ({ lines }) => lines),
      )
  }
}

/** Longest name of a customer, an account or an item in QuickBooks Desktop. */
const IIF_NAME = { CUST: 41, ACCNT: 31, INVITEM: 31 }
/** QuickBooks account types by our account types; receivables and money have their own. */
const IIF_TYPES = { asset: 'OCASSET', liability: 'OCLIAB', equity: 'EQUITY', revenue: 'INC', expense: 'EXP' }
const TRNS = ['TRNSTYPE', 'DATE', 'ACCNT', 'NAME', 'AMOUNT', 'DOCNUM', 'MEMO']

/**
 * Lists of accounts, items and customers, then each entry as a transaction: a `TRNS` row with the amount that the customer owes, a `SPL`
 * row for each other line, and `ENDTRNS`; the amounts of a transaction add up to 0, and quantities of sold goods are below 0. After
 * Intuit's "IIF Import Kit" and "Reference guide to import files" (lists ACCNT, INVITEM, CUST; transactions TRNS, SPL). Fields are
 * separated by tabs.
 */
function iifRows({ entries, customers }: ExportedBatch): string[][] {
  const lines = entries.flatMap((entry) => entry.lines)
  const accounts = unique(lines, accountName).map((line) => [
    'ACCNT',
    iif(accountName(line), IIF_NAME.ACCNT),
    line.purpose === 'receivables' ? 'AR' : line.purpose === 'money' ? 'BANK' : IIF_TYPES[line.account_type],
    iif(line.account_code),
  ])
  const items = unique(
    entries.filter(isSale).flatMap((entry) => entry.lines.filter((line) => itemOf(line) !== '')),
    itemOf,
  ).map((line) => [
    'INVITEM',
    iif(itemOf(line), IIF_NAME.INVITEM),
    line.purpose === 'income' ? 'SERV' : 'OTHC',
    iif(accountName(line), IIF_NAME.ACCNT),
  ])
  return [
    ['!ACCNT', 'NAME', 'ACCNTTYPE', 'ACCNUM'],
    ...accounts,
    ['!INVITEM', 'NAME', 'INVITEMTYPE', 'ACCNT'],
    ...items,
    ['!CUST', 'NAME', 'BADDR1', 'BADDR2', 'BADDR3', 'BADDR4', 'PHONE1', 'EMAIL'],
    ...customers.map((customer) => [
      'CUST',
      iif(customer.customer, IIF_NAME.CUST),
      iif(customer.customer),
      iif(customer.address1),
      iif(customer.address2),
      iif([customer.city, customer.state, customer.zip_code].filter(Boolean).join(' ')),
      iif(customer.phone),
      iif(customer.email),
    ]),
    ['!TRNS', ...TRNS, 'DUEDATE', 'TERMS', 'PONUM', 'PAYMETH'],
    ['!SPL', ...TRNS, 'QNTY', 'PRICE', 'INVITEM'],
    ['!ENDTRNS'],
    ...entries.flatMap(iifTransaction),
  ]
}

const IIF_TRANSACTIONS: Partial<Record<JournalKind, string>> = {
  invoice: 'INVOICE',
  credit_note: 'CREDIT MEMO',
  payment: 'PAYMENT',
}

function iifTransaction(entry: ExportedEntry): string[][] {
  const [first, ...others] = ordered(entry)
  if (!first) return []
  const type = (!entry.is_reversal && IIF_TRANSACTIONS[entry.kind]) || 'GENERAL JOURNAL'
  const common = (line: ExportedLine) => [
    type,
    usDay(entry.posted_on),
    iif(accountName(line), IIF_NAME.ACCNT),
    // Each line of receivables names its customer; on a sale, the first row names them for all.
    line === first || line.purpose === 'receivables' ? iif(entry.customer, IIF_NAME.CUST) : '',
    figure(line.amount),
    iif(entry.number ?? String(entry.entry_id)),
    iif(memoOf(entry)),
  ]
  return [
    [
      'TRNS',
      ...common(first),
      entry.due_date ? usDay(entry.due_date) : '',
      iif(entry.terms),
      iif(entry.po),
      iif(entry.method),
    ],
    ...others.map((line) => [
      'SPL',
      ...common(line),
      line.quantity === null ? '' : new Decimal(line.quantity).negated().toFixed(),
      plain(line.unit_price) ?? '',
      isSale(entry) ? iif(itemOf(line), IIF_NAME.INVITEM) : '',
    ]),
    ['ENDTRNS'],
  ]
}

/** Receivables come first, or the money of a payment, as QuickBooks expects. */
function ordered({ kind, is_reversal, lines }: ExportedEntry): ExportedLine[] {
  const head: Purpose = kind === 'payment' && !is_reversal ? 'money' : 'receivables'
  return lines.toSorted((one, other) => Number(other.purpose === head) - Number(one.purpose === head))
}

/** The columns of a file by heading. */
type Columns<Row> = Readonly<Record<string, (row: Row) => string | null>>

function tableOf<Row>(columns: Columns<Row>, rows: readonly Row[]): string[][] {
  const cells = Object.values(columns)
  return [Object.keys(columns), ...rows.map((row) => cells.map((cell) => cell(row) ?? ''))]
}

/** After Intuit's help page "Import customer and supplier contacts": the columns of its sample file. */
const CUSTOMERS: Columns<ExportedCustomer> = {
  Name: ({ customer }) => customer,
  Company: ({ customer }) => customer,
  Email: ({ email }) => email,
  Phone: ({ phone }) => phone,
  'Street Address': ({ address1, address2 }) => [address1, address2].filter(Boolean).join(', '),
  City: ({ city }) => city,
  State: ({ state }) => state,
  ZIP: ({ zip_code }) => zip_code,
  Country: ({ country }) => country,
}

interface Row {
  entry: ExportedEntry
  line: ExportedLine
}

/**
 * A row for each line of an invoice. After Intuit's help page "Import multiple invoices": the same number in each row of an invoice. An
 * invoice with a line below zero, such as a discount, is in the journal instead.
 */
const INVOICES: Columns<Row> = {
  '*InvoiceNo': ({ entry }) => entry.number ?? String(entry.entry_id),
  '*Customer': ({ entry }) => entry.customer,
  '*InvoiceDate': ({ entry }) => usDay(entry.posted_on),
  '*DueDate': ({ entry }) => usDay(entry.due_date ?? entry.posted_on),
  Terms: ({ entry }) => entry.terms,
  Memo: ({ entry }) => entry.po,
  'Item(Product/Service)': ({ line }) => itemOf(line),
  ItemDescription: ({ line }) => [line.unit, line.account_name].filter(Boolean).join(' · '),
  ItemQuantity: ({ line }) => plain(line.quantity) ?? '1',
  ItemRate: ({ line }) => plain(line.unit_price) ?? credit(line),
  '*ItemAmount': ({ line }) => credit(line),
}

/**
 * Everything that is not in the file of invoices. After Intuit's help page "Import journal entries": rows of the same number are one entry,
 * and a line of receivables names its customer.
 */
const ENTRIES: Columns<Row> = {
  '*JournalNo': ({ entry }) => String(entry.entry_id),
  '*JournalDate': ({ entry }) => usDay(entry.posted_on),
  '*AccountName': ({ line }) => line.account_name,
  '*Debits': ({ line }) => sides(line.amount, 2)[0],
  '*Credits': ({ line }) => sides(line.amount, 2)[1],
  Description: ({ entry }) => memoOf(entry),
  Name: ({ entry, line }) => (line.purpose === 'receivables' ? entry.customer : ''),
  Currency: ({ entry }) => entry.currency,
}

const JOURNAL: Columns<Row> = {
  entry: ({ entry }) => String(entry.entry_id),
  date: ({ entry }) => entry.posted_on,
  kind: ({ entry }) => entry.kind,
  reversal: ({ entry }) => (entry.is_reversal ? '1' : '0'),
  number: ({ entry }) => entry.number,
  customer_id: ({ entry }) => String(entry.company_id),
  customer: ({ entry }) => entry.customer,
  account_code: ({ line }) => line.account_code,
  account_name: ({ line }) => line.account_name,
  debit: ({ line }) => sides(line.amount, 3)[0],
  credit: ({ line }) => sides(line.amount, 3)[1],
  currency: ({ entry }) => entry.currency,
  item: ({ line }) => line.item,
  quantity: ({ line }) => line.quantity,
  unit: ({ line }) => line.unit,
  unit_price: ({ line }) => line.unit_price,
}

/** The rows of entries, each line with its entry. */
function linesOf(
  entries: readonly ExportedEntry[],
  which: (entry: ExportedEntry) => readonly ExportedLine[],
): Row[] {
  return entries.flatMap((entry) => which(entry).map((line) => ({ entry, line })))
}

const isSale = ({ kind }: ExportedEntry) => kind === 'invoice' || kind === 'credit_note'

const isImportedInvoice = ({ kind, lines }: ExportedEntry) =>
  kind === 'invoice' &&
  lines.every(({ purpose, amount }) => purpose === 'receivables' || new Decimal(amount).isNegative())

function itemOf({ purpose, item }: ExportedLine): string {
  return item ?? ITEMS[purpose] ?? ''
}

const accountName = ({ account_name }: ExportedLine) => account_name

/** A decimal without trailing zeros. */
const plain = (value: string | null) => value && new Decimal(value).toFixed()

const credit = ({ amount }: ExportedLine) => figure(new Decimal(amount).negated())

function memoOf({ kind, is_reversal, number }: ExportedEntry): string {
  return [is_reversal ? 'reversed' : '', kind.replace('_', ' '), number ?? ''].filter(Boolean).join(' ')
}

/** The first line of each name. */
function unique(lines: readonly ExportedLine[], nameOf: (line: ExportedLine) => string): ExportedLine[] {
  return [...new Map(lines.toReversed().map((line) => [nameOf(line), line])).values()].toReversed()
}

function sides(amount: string, places: number): [debit: string, credit: string] {
  const value = new Decimal(amount)
  return value.isNegative() ? ['', figure(value.negated(), places)] : [figure(value, places), '']
}

/** A figure with at least two decimals; further decimals of an amount are kept. */
function figure(amount: Decimal.Value, places = 2): string {
  const value = new Decimal(amount)
  return value.toFixed(Math.max(places, value.decimalPlaces()))
}

function usDay(day: string): string {
  const [year, month, date] = day.split('-')
  return `${month}/${date}/${year}`
}

/** A field of an IIF file, which has neither quotes nor letters beyond ASCII. */
function iif(text: string | null, longest = 255): string {
  const ascii = (text ?? '')
    .normalize('NFKD')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll('"', "'")
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]/g, ' ')
  return ascii.slice(0, longest).trim()
}
