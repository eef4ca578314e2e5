import { Decimal } from 'decimal.js'
import { type Issue, issueIf } from '#core/platform/issue.ts'
import { STORED_PLACES } from '#core/platform/numbers/money.ts'
import { atCompanyRate, type DecimalPlaces, inDocumentCurrency, isMoreThan, isSameAmount } from './totals.ts'

/** The rest of a payment or a credit note. */
export interface SourceLeft {
  /** Amount in its own currency; for a credit note, in the company's. */
  amount: string
  /** The amount in the company's currency, at the rate of the source's day. */
  company_amount: string
  /** It is in the invoice's currency, which is not the company's. */
  isForeign: boolean
}

/** The open balance of an invoice, in its company's and its own currency. */
export interface InvoiceLeft {
  balance: string
  document_balance: string
  exchange_rate: string
}

/** An allocation: in the source's currency, the company's and the invoice's own. */
export interface Allocated {
  amount: string
  company_amount: string
  document_amount: string
  /** The source's value at the rate of its day less `company_amount`; above zero: an exchange gain. */
  exchange_difference: string
}

/** The maximum that a source can pay towards an invoice, in the source's currency. */
export function mostOf(source: SourceLeft, invoice: InvoiceLeft): string {
  const owed = source.isForeign ? invoice.document_balance : invoice.balance
  return isMoreThan(source.amount, owed) ? owed : source.amount
}

/** Issues of an amount to pay from a source to an invoice, at `field`: above zero, at most the balance and the rest of the source. */
export function allocationIssues(
  source: SourceLeft,
  invoice: InvoiceLeft,
  { amount, field }: { amount: string; field: string },
): Issue[] {
  const balance = source.isForeign ? invoice.document_balance : invoice.balance
  if (!isMoreThan(amount, '0')) return [{ field, rule: 'above_zero' }]
  if (isMoreThan(amount, balance)) return [{ field, rule: 'above_balance', params: { balance } }]
  return issueIf(isMoreThan(amount, source.amount), {
    field,
    rule: 'above_left',
    params: { left: source.amount },
  })
}

/**
 * An accepted amount in all currencies. The balance falls by the amount at the invoice's rate. An amount that covers the whole balance, or
 * the whole rest of the source, leaves nothing due to rounding. The exchange difference is the amount at the source's own rate less the
 * decrease of the balance (realized gain or loss, as in IAS 21.28).
 */
export function allocated(
  source: SourceLeft,
  invoice: InvoiceLeft,
  amount: string,
  places: DecimalPlaces,
): Allocated {
  const isWhole = isSameAmount(amount, source.isForeign ? invoice.document_balance : invoice.balance)
  const atRate = source.isForeign ? atCompanyRate(amount, invoice.exchange_rate, places.company) : amount
  const company_amount = isWhole || isMoreThan(atRate, invoice.balance) ? invoice.balance : atRate
  const own = source.isForeign
    ? amount
    : inDocumentCurrency(company_amount, invoice.exchange_rate, places.document)
  return {
    amount: stored(amount),
    company_amount: stored(company_amount),
    document_amount: stored(isWhole ? invoice.document_balance : own),
    exchange_difference: stored(new Decimal(shareOf(source, amount, places.company)).minus(company_amount)),
  }
}

/** The value of a part of a source in the company's currency; for the whole rest, the remaining value. */
export function shareOf(source: SourceLeft, amount: string, places: number): string {
  if (isSameAmount(amount, source.amount)) return source.company_amount
  if (!source.isForeign) return amount
  const share = new Decimal(source.company_amount).times(amount).dividedBy(source.amount)
  return stored(share.toDecimalPlaces(places, Decimal.ROUND_HALF_UP))
}

/** The rest of a source after a part of it is used, in its own currency and the company's. */
export function leftAfter(
  source: SourceLeft,
  used: Pick<Allocated, 'amount' | 'company_amount' | 'exchange_difference'>,
): SourceLeft {
  const value = new Decimal(used.company_amount).plus(used.exchange_difference)
  return {
    ...source,
    amount: stored(new Decimal(source.amount).minus(used.amount)),
    company_amount: stored(new Decimal(source.company_amount).minus(value)),
  }
}

function stored(amount: Decimal | string): string {
  return new Decimal(amount).toFixed(STORED_PLACES)
}
