import type { Decimal } from 'decimal.js'
import { type Issue, issueIf } from '#core/platform/issue.ts'
import { Exact, fixedText, sumOf } from '#core/platform/numbers/exact.ts'
import { STORED_PLACES } from '#core/platform/numbers/money.ts'
import { recordOf } from '#core/platform/recordOf.ts'
import { CHARGES } from './charges.ts'
import { type LineFigures, lineTotal } from './totals.ts'

type Charges = Readonly<Record<(typeof CHARGES)[number], string>>

/** A line of a sent invoice, with the part that is already credited. Decimals as strings, all positive. */
export interface CreditableLine extends LineFigures {
  readonly document_detail_id: number
  readonly quantity: string
  readonly unit_price: string
  readonly line_discount_type: 'A' | 'P'
  readonly line_discount_amount: string
  readonly line_total: string
  readonly credited: { readonly quantity: string; readonly discount: string; readonly total: string }
}

/** A sent invoice, with the part that is already credited, in its company's currency. */
export interface CreditableInvoice<Line extends CreditableLine = CreditableLine> extends Charges {
  readonly lines: readonly Line[]
  readonly discount_amount: string
  readonly total_amount: string
  readonly credited: Charges & { readonly discount: string; readonly total: string }
  /** The discount of each order on an invoice over several, with its lines; without it, all lines share the invoice's discount. */
  readonly discounts?: readonly OrderDiscount[]
}

interface OrderDiscount {
  readonly discount: string
  readonly lines: readonly number[]
}

/** Content of a credit note: quantities of lines, an amount without goods, or otherwise the whole rest. */
export interface CreditRequest {
  readonly details?: readonly { readonly document_detail_id: number; readonly quantity: string }[] | undefined
  readonly amount?: string | undefined
}

interface CreditNoteLine<Line> {
  line: Line
  quantity: string
  line_discount_amount: string
  line_total: string
}

/** The figures of a credit note: below zero, as they are stored. */
export interface CreditNote<Line extends CreditableLine = CreditableLine> extends Charges {
  lines: CreditNoteLine<Line>[]
  /** The share of the invoice's discount on the credited goods. */
  discount: string
  /** The discount, less an amount credited without goods, or plus one that was credited before. */
  discount_amount: string
  total_amount: string
}

/** The rest of an invoice that can still be credited. */
export function leftToCredit({
  total_amount,
  credited,
}: Pick<CreditableInvoice, 'total_amount' | 'credited'>) {
  return new Exact(total_amount).minus(credited.total).toFixed(STORED_PLACES)
}

/** The quantity of a line that is not credited. */
export function quantityToCredit({ quantity, credited }: CreditableLine): string {
  return new Exact(quantity).minus(credited.quantity).toFixed(STORED_PLACES)
}

/** Why a request cannot be credited, at its fields: never more than is left. Without issues there is something to credit. */
export function creditIssues(
  invoice: CreditableInvoice,
  { details, amount }: CreditRequest,
  places: number,
): Issue[] {
  if (details && amount !== undefined) return [{ field: 'amount', rule: 'lines_or_amount' }]
  const left = leftToCredit(invoice)
  if (amount !== undefined) {
    const isFiner = !new Exact(amount).toDecimalPlaces(places).equals(amount)
    return [
      ...issueIf(!new Exact(amount).greaterThan(0), { field: 'amount', rule: 'above_zero' }),
      ...issueIf(isFiner, { field: 'amount', rule: 'too_many_decimals', params: { scale: places } }),
      ...issueIf(new Exact(amount).greaterThan(left), {
        field: 'amount',
        rule: 'above_credit',
        params: { left },
      }),
    ]
  }
  if (details?.length === 0) return [{ field: 'details', rule: 'no_lines' }]
  return (details ?? []).flatMap(({ document_detail_id, quantity }, index, all) => {
    const line = invoice.lines.find((item) => item.document_detail_id === document_detail_id)
    const at = (field: string) => `details.${index}.${field}`
    if (!line) return [{ field: at('document_detail_id'), rule: 'not_found' as const }]
    const isTwice = all.findIndex((item) => item.document_detail_id === document_detail_id) < index
    return [
      ...issueIf(isTwice, { field: at('document_detail_id'), rule: 'unique_items' }),
      ...issueIf(!new Exact(quantity).greaterThan(0), { field: at('quantity'), rule: 'above_zero' }),
      ...issueIf(new Exact(quantity).greaterThan(quantityToCredit(line)), {
        field: at('quantity'),
        rule: 'above_credit',
        params: { left: quantityToCredit(line) },
      }),
    ]
  })
}

/**
 * The credit note of a request without issues. A part of a line is priced like a separate line; the last part takes the rest of the line,
 * so that all credit notes together equal the invoice to the cent. The discount of the whole invoice, or of each order on it, follows the
 * value of the credited goods. Charges are only credited together with the whole rest. An amount credited without goods is a discount; it
 * limits the value of a later credit of the goods.
 * @param places decimals of the currency
 * @returns null if nothing is left
 */
export function creditNoteOf<Line extends CreditableLine>(
  invoice: CreditableInvoice<Line>,
  { details, amount }: CreditRequest,
  places: number,
): CreditNote<Line> | null {
  const left = new Exact(leftToCredit(invoice))
  const isWhole = !details && amount === undefined
  const quantityOf = (line: Line) =>
    isWhole
      ? quantityToCredit(line)
      : (details?.find((detail) => detail.document_detail_id === line.document_detail_id)?.quantity ?? '0')
  const parts = invoice.lines.flatMap((line) => {
    const quantity = quantityOf(line)
    return Number(quantity) > 0 ? [partOf(line, quantity, places)] : []
  })
  const goods = sumOf(parts.map(({ total }) => total))
  const discount = discountOf(invoice, parts, places)
  const charges = recordOf(CHARGES, (name) =>
    isWhole ? new Exact(invoice[name]).minus(invoice.credited[name]) : new Exact(0),
  )
  const worth = goods.minus(discount).plus(sumOf(Object.values(charges)))
  const total = amount !== undefined ? new Exact(amount) : isWhole ? left : Exact.min(worth, left)
  if (parts.length === 0 && total.isZero()) return null
  const below = (value: Decimal) => fixedText(value.negated(), STORED_PLACES)
  return {
    lines: parts.map(({ line, quantity, discount: own, total: value }) => ({
      line,
      quantity: below(new Exact(quantity)),
      line_discount_amount: below(own),
      line_total: below(value),
    })),
    ...recordOf(CHARGES, (name) => below(charges[name])),
    discount: below(discount),
    discount_amount: below(discount.plus(worth).minus(total)),
    total_amount: below(total),
  }
}

/** A quantity of a line with its share of the line's discount and total; the last one takes the rest of both. */
function partOf<Line extends CreditableLine>(line: Line, quantity: string, places: number) {
  const rest = new Exact(line.line_total).minus(line.credited.total)
  const discountLeft = new Exact(line.line_discount_amount).minus(line.credited.discount)
  if (new Exact(quantity).equals(quantityToCredit(line)))
    return { line, quantity, discount: discountLeft, total: rest }
  const share = new Exact(line.line_discount_amount).times(quantity).dividedBy(line.quantity)
  const discount = Exact.min(discountLeft, share.toDecimalPlaces(places))
  const total = lineTotal({ ...line, quantity, line_discount_amount: discount.toFixed() }, places)
  return { line, quantity, discount, total: Exact.max(0, Exact.min(rest, total)) }
}

/** The share of the invoice's discount on goods that are credited now, after those credited before. */
function discountOf<Line extends CreditableLine>(
  { lines, discount_amount, credited, discounts }: CreditableInvoice<Line>,
  parts: readonly { readonly line: Line; readonly total: Decimal }[],
  places: number,
) {
  const isOf = (own: OrderDiscount) => (line: Line) => own.lines.includes(line.document_detail_id)
  const whole = { discount: discount_amount, lines: lines.map((line) => line.document_detail_id) }
  const shares = (discounts ?? [whole]).map((own) => {
    const ofOrder = lines.filter(isOf(own))
    const value = sumOf(ofOrder.map(({ line_total }) => line_total))
    if (value.isZero()) return new Exact(0)
    const before = sumOf(ofOrder.map((line) => line.credited.total))
    const done = before.plus(sumOf(parts.filter(({ line }) => isOf(own)(line)).map(({ total }) => total)))
    return new Exact(own.discount).times(done).dividedBy(value).toDecimalPlaces(places)
  })
  return sumOf(shares).minus(credited.discount)
}
