import { Decimal } from 'decimal.js'
import { keysOf } from '#core/platform/keysOf.ts'
import { findOrThrow } from '#core/platform/lists/findOrThrow.ts'
import { fixedText, sumOf } from '#core/platform/numbers/exact.ts'
import { STORED_PLACES } from '#core/platform/numbers/money.ts'
import { recordOf } from '#core/platform/recordOf.ts'
import { DOCUMENT_STATUS } from './documentStatus.ts'

/** Invoices and credit notes in these statuses are on the customer's account; payments determine most of them. */
export const ACCOUNT_STATUSES: readonly number[] = (
  ['open', 'sent', 'partially_billed', 'billed', 'paid', 'closed', 'write_off'] as const
).map((name) => DOCUMENT_STATUS[name])

/** Entries of a customer's account. Invoices and returned or refunded payments raise the debt; a reversed refund lowers it again. */
export const ENTRY_KINDS = [
  'invoice',
  'credit_note',
  'payment',
  'reversal',
  'refund',
  'refund_reversal',
  'write_off',
  'exchange',
] as const

/** An entry of a customer's account, in the customer's currency; positive amounts raise the debt. */
export interface AccountEntry {
  date: string
  amount: string
}

/** Entries of a period with the balance after each. */
export interface Statement<E extends AccountEntry> {
  opening: string
  lines: (E & { balance: string })[]
  /** Sum of the entries that raise the debt. */
  charges: string
  /** Sum of the others, above zero. */
  payments: string
  closing: string
}

/** The statement of a period, both days included: opening + charges − payments = closing. */
export function statementOf<E extends AccountEntry>(
  entries: readonly E[],
  { from, to }: { from: string; to: string },
): Statement<E> {
  const opening = sumOf(entries.filter(({ date }) => date < from).map(amountOf))
  const within = entries.filter(({ date }) => date >= from && date <= to)
  let balance = opening
  const lines = within
    .toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0))
    .map((entry) => {
      balance = balance.plus(entry.amount)
      return { ...entry, balance: text(balance) }
    })
  const isCharge = ({ amount }: AccountEntry) => new Decimal(amount).greaterThan(0)
  return {
    opening: text(opening),
    lines,
    charges: text(sumOf(within.filter(isCharge).map(amountOf))),
    payments: text(sumOf(within.filter((entry) => !isCharge(entry)).map(amountOf)).negated()),
    closing: text(balance),
  }
}

/** Days after the due date until which a balance is in a bucket; the last bucket has the rest. */
const LAST_DAYS = {
  current: 0,
  days_30: 30,
  days_60: 60,
  days_90: 90,
  older: Number.POSITIVE_INFINITY,
} as const

export type AgeingBucket = keyof typeof LAST_DAYS
export const AGEING_BUCKETS = keysOf(LAST_DAYS)

/** The bucket of a balance by its due date: not due yet, 1–30, 31–60, 61–90 or more than 90 days late. */
export function bucketOf(due_date: string, today: string): AgeingBucket {
  const late = Math.round((Date.parse(today) - Date.parse(due_date)) / 86_400_000)
  return findOrThrow(AGEING_BUCKETS, (name) => late <= LAST_DAYS[name])
}

/** Balances by age; `total` is their sum less unapplied money. */
export type Ageing = Record<AgeingBucket, string> & { unapplied: string; total: string }

/** Balances of open invoices by age, and the customer's money that is on no invoice. */
export function ageingOf(
  balances: readonly { due_date: string; balance: string }[],
  unapplied: string,
  today: string,
): Ageing {
  const buckets = recordOf(AGEING_BUCKETS, (name) =>
    text(
      sumOf(balances.flatMap(({ due_date, balance }) => (bucketOf(due_date, today) === name ? balance : []))),
    ),
  )
  const owed = sumOf(balances.map(({ balance }) => balance))
  return { ...buckets, unapplied: text(new Decimal(unapplied)), total: text(owed.minus(unapplied)) }
}

/** Spreads an amount over balances in their order; also returns the remainder. */
export function spread(amount: string, balances: readonly string[]): string[] {
  let left = Decimal.max(amount || 0, 0)
  return balances.map((balance) => {
    const part = Decimal.min(left, Decimal.max(balance, 0))
    left = left.minus(part)
    return text(part)
  })
}

const amountOf = ({ amount }: { amount: string }) => amount

function text(amount: Decimal): string {
  return fixedText(amount, STORED_PLACES)
}
