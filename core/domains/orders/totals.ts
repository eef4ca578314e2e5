import type { Decimal } from 'decimal.js'
import { Exact, fixedText, sumOf } from '#core/platform/numbers/exact.ts'
import { STORED_PLACES } from '#core/platform/numbers/money.ts'
import { CHARGES } from './charges.ts'
import { type DocumentType, isReceivable } from './documentStatus.ts'

/** Figures of a line. Decimals as strings; missing ones count as 0. */
export interface LineFigures {
  quantity?: string | null
  unit_price?: string | null
  line_discount_type?: 'A' | 'P' | null
  line_discount_amount?: string | null
  line_discount_percentage?: string | null
}

/** Figures of a document other than its lines. `discount` is an amount (A) or a percentage of the subtotal (P). */
export interface DocumentFigures {
  discount_type?: 'A' | 'P' | null
  discount?: string | null
  freight?: string | null
  customs?: string | null
  expedite_fee?: string | null
  handling_charge?: string | null
  exchange_rate?: string | null
}

/**
 * Names of the computed figures. Subtotal, discount (in money) and charges always add up to the total; the grand total has the taxes, too:
 * the customer pays it.
 */
export const COUNTED_FIGURES = [
  'subtotal',
  'discount_amount',
  'total_amount',
  'tax_total',
  'grand_total',
  'balance',
  'document_subtotal',
  'document_discount',
  'document_freight',
  'document_customs',
  'document_expedite_fee',
  'document_handling_charge',
  'document_total_amount',
  'document_tax_total',
  'document_grand_total',
  'document_balance',
] as const

export type DocumentTotals = Record<(typeof COUNTED_FIGURES)[number], string>

/** Decimals of the two currencies of a document: its company's and its own; at most the 3 stored ones. */
export interface DecimalPlaces {
  company: number
  document: number
}

const STORED: DecimalPlaces = { company: STORED_PLACES, document: STORED_PLACES }

/** Quantity × unit price less the line's discount, in money: rounded half up once, to `places` decimals. */
export function lineTotal(line: LineFigures, places = STORED_PLACES): string {
  const gross = figure(line.quantity).times(figure(line.unit_price))
  const discount =
    line.line_discount_type === 'P'
      ? gross.times(figure(line.line_discount_percentage)).dividedBy(100)
      : figure(line.line_discount_amount)
  return money(gross.minus(discount), places)
}

/**
 * The figures of a document from its lines' totals, each rounded half up to the decimals of its currency. Subtotal − discount +
 * charges = total; total + `tax` = grand total; grand total − `paid` = balance; `document_…` are the same at the exchange rate.
 */
export function documentTotals(
  lineTotals: readonly string[],
  document: DocumentFigures,
  paid = '0',
  places: DecimalPlaces = STORED,
  tax = '0',
): DocumentTotals {
  const subtotal = sumOf(lineTotals.map(figure))
  const discount =
    document.discount_type === 'P'
      ? subtotal.times(figure(document.discount)).dividedBy(100)
      : figure(document.discount)
  const charges = sumOf(CHARGES.map((name) => figure(document[name])))
  const total = money(subtotal.minus(discount).plus(charges), places.company)
  const grand = money(figure(total).plus(figure(tax)), places.company)
  const balance = money(figure(grand).minus(figure(paid)), places.company)
  const taken = money(subtotal.plus(charges).minus(figure(total)), places.company)
  const converted = (value: string | null | undefined) =>
    inDocumentCurrency(value ?? '0', document.exchange_rate ?? '1', places.document)
  return {
    subtotal: money(subtotal, places.company),
    discount_amount: taken,
    total_amount: total,
    tax_total: money(figure(tax), places.company),
    grand_total: grand,
    balance,
    document_subtotal: converted(money(subtotal, places.company)),
    document_discount: converted(taken),
    document_freight: converted(document.freight),
    document_customs: converted(document.customs),
    document_expedite_fee: converted(document.expedite_fee),
    document_handling_charge: converted(document.handling_charge),
    document_total_amount: converted(total),
    // The remainder of the grand total, so that both parts add up to it.
    document_tax_total: money(figure(converted(grand)).minus(figure(converted(total))), places.document),
    document_grand_total: converted(grand),
    document_balance: converted(balance),
  }
}

/** The figures as stored: only invoices and credit notes have a balance, and the database adds the grand totals. */
export function storedTotals(
  document_type: DocumentType,
  { grand_total: _, document_grand_total: __, ...totals }: DocumentTotals,
): StoredTotals {
  return isReceivable(document_type) ? totals : { ...totals, balance: null, document_balance: null }
}

export type StoredTotals = Omit<
  DocumentTotals,
  'balance' | 'document_balance' | 'grand_total' | 'document_grand_total'
> & {
  balance: string | null
  document_balance: string | null
}

/** Compares amounts by value, regardless of trailing zeros. */
export function isSameAmount(one: string | number, other: string | number): boolean {
  return figure(String(one)).equals(figure(String(other)))
}

/** Converts an amount from a document's currency to its company's, at the document's rate. */
export function atCompanyRate(amount: string, exchange_rate: string, places = STORED_PLACES): string {
  return money(figure(amount).dividedBy(figure(exchange_rate)), places)
}

/** Converts an amount from the company's currency to a document's, at the document's rate. */
export function inDocumentCurrency(amount: string, exchange_rate: string, places = STORED_PLACES): string {
  return money(figure(amount).times(figure(exchange_rate)), places)
}

/** A unit price in a document's own currency, to 6 decimals. */
export function priceInDocumentCurrency(price: string, exchange_rate: string): string {
  return figure(price).times(figure(exchange_rate)).toDecimalPlaces(6).toFixed()
}

/** A percentage of an amount, rounded half up to the decimals of the currency, and written with the stored decimals. */
export function shareInPercent(amount: string, percent: string): string {
  return money(figure(amount).times(figure(percent)).dividedBy(100), STORED_PLACES)
}

export function isMoreThan(one: string, other: string): boolean {
  return figure(one).greaterThan(figure(other))
}

/** Rounds to `places`, and writes the stored number of decimals. */
function money(value: Decimal, places: number): string {
  return fixedText(value.toDecimalPlaces(places), STORED_PLACES)
}

/** Incomplete input counts as 0. */
function figure(value: string | null | undefined): Decimal {
  const text = value?.trim() ?? ''
  return new Exact(/^-?\d+(\.\d+)?$/.test(text) ? text : 0)
}
