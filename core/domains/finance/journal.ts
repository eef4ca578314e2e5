import { Decimal } from 'decimal.js'
import { sumOf } from '#core/platform/numbers/exact.ts'
import { STORED_PLACES } from '#core/platform/numbers/money.ts'
import type { Purpose } from './purposes.ts'

/** The postings that have an entry. Each kind but the documents' can be reversed. */
export const JOURNAL_KINDS = ['invoice', 'credit_note', 'payment', 'refund', 'write_off', 'exchange'] as const
export type JournalKind = (typeof JOURNAL_KINDS)[number]

/** Attributes that decide the account of a line. */
export interface Need {
  readonly purpose: Purpose
  /** Product of an income line. */
  readonly product_id?: number
  readonly product_group?: string
  readonly tax_code_id?: number
  /** How money came or went; null if that is unknown. */
  readonly method?: string | null
}

/** A line of an entry before it has its account, in the customer's currency. Above zero: a debit. */
export interface Posting extends Need {
  readonly amount: string
  readonly document_detail_id?: number
}

/** An invoice or a credit note, whose figures are below zero. Decimals as strings. */
export interface PostedDocument {
  /** Total with taxes. */
  readonly grand_total: string
  readonly freight: string
  readonly customs: string
  readonly expedite_fee: string
  readonly handling_charge: string
  readonly lines: readonly {
    readonly document_detail_id: number
    readonly product_id: number
    readonly product_group: string
    readonly line_total: string
  }[]
  readonly taxes: readonly { readonly tax_code_id: number; readonly tax: string }[]
}

/**
 * The entry of an invoice: the customer owes the total with taxes; the lines and charges are income, taxes are owed to the authority that
 * levies them. The discount is the excess of lines, charges and taxes over the total, as in `documentTotals`, so that the entry balances.
 * The entry of a credit note is the same below zero.
 */
export function documentPostings(document: PostedDocument): Posting[] {
  const { grand_total, freight, customs, expedite_fee, handling_charge, lines, taxes } = document
  const charges = sumOf([customs, expedite_fee, handling_charge])
  const parts = [
    ...lines.map(({ line_total }) => line_total),
    ...taxes.map(({ tax }) => tax),
    freight,
    charges,
  ]
  return withoutZeros([
    { purpose: 'receivables', amount: text(grand_total) },
    ...lines.map(
      ({ line_total, ...line }): Posting => ({ purpose: 'income', ...line, amount: negated(line_total) }),
    ),
    { purpose: 'freight', amount: negated(freight) },
    { purpose: 'charges', amount: negated(charges) },
    ...taxes.map(({ tax_code_id, tax }): Posting => ({ purpose: 'tax', tax_code_id, amount: negated(tax) })),
    { purpose: 'discounts', amount: text(sumOf(parts).minus(grand_total)) },
  ])
}

/** Debit and credit of each posting other than documents. */
const TRANSFERS = {
  /** Money from a customer lowers what they owe, whether it pays an invoice or not. */
  payment: ['money', 'receivables'],
  /** Money goes back to a customer. */
  refund: ['receivables', 'money'],
  /** A debt is given up. */
  write_off: ['write_offs', 'receivables'],
  /** The payment was worth more than the decrease of the invoice's balance (above zero: a gain), so it lowered receivables too far. */
  exchange: ['receivables', 'exchange'],
} as const satisfies Partial<Record<JournalKind, readonly [Purpose, Purpose]>>

/**
 * The entry of a posting other than a document.
 * @param method how its money came or went
 */
export function transferPostings(
  kind: keyof typeof TRANSFERS,
  amount: string,
  method: string | null = null,
): Posting[] {
  const [debit, credit] = TRANSFERS[kind]
  const of = (purpose: Purpose): Need => (purpose === 'money' ? { purpose, method } : { purpose })
  return withoutZeros([
    { ...of(debit), amount: text(amount) },
    { ...of(credit), amount: negated(amount) },
  ])
}

/** The lines that reverse others. */
export function reversed<Line extends { amount: string }>(lines: readonly Line[]): Line[] {
  return lines.map((line) => ({ ...line, amount: negated(line.amount) }))
}

/** A rule of a seller: an empty field covers everything. */
export interface AccountRule {
  readonly purpose: Purpose
  readonly product_id: number | null
  readonly product_group: string | null
  readonly tax_code_id: number | null
  readonly method: string | null
  readonly account_id: number
}

const NARROWED = ['product_id', 'product_group', 'tax_code_id', 'method'] as const

/**
 * The account of a line: the seller's own rules before the business's, and of these the one that names the product, then its group or the
 * method, then the one for everything.
 * @param books rules by rank: the seller's, the business's
 * @returns undefined if no rule covers it
 */
export function accountFor(books: readonly (readonly AccountRule[])[], need: Need): number | undefined {
  for (const rules of books) {
    const [found] = rules
      .filter(
        (rule) =>
          rule.purpose === need.purpose &&
          NARROWED.every((name) => rule[name] === null || rule[name] === need[name]),
      )
      .toSorted((one, other) => narrowness(other) - narrowness(one))
    if (found) return found.account_id
  }
  return undefined
}

function narrowness(rule: AccountRule): number {
  return NARROWED.reduce((rank, name, index) => rank + (rule[name] === null ? 0 : 8 >> index), 0)
}

/** The day of an entry: the day of its fact, or the first open day if that month is closed. */
export function postingDay(dated: string, closed_through: string | null): string {
  return closed_through === null || dated > closed_through ? dated : dayAfter(closed_through)
}

export function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
}

/** The last day of the month of a day. */
export function monthEnd(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

function withoutZeros(postings: readonly Posting[]): Posting[] {
  return postings.filter(({ amount }) => !new Decimal(amount).isZero())
}

function negated(amount: Decimal.Value): string {
  return text(new Decimal(amount).negated())
}

function text(amount: Decimal.Value): string {
  return new Decimal(amount).toFixed(STORED_PLACES)
}
