import type { AppliedTax } from '#core/domains/finance/applicableTaxes.ts'
import { type CalculatedTax, sumTaxes } from '#core/domains/finance/calculateTaxes.ts'
import { Exact } from '#core/platform/numbers/exact.ts'
import { CHARGES } from './charges.ts'
import { shareOf } from './fulfilment.ts'
import { taxedTotals } from './taxedTotals.ts'
import { lineTotal } from './totals.ts'

/** Maximum number of deliveries per billing run. */
export const MAX_BILLED = 10_000

/** An order line with its invoiced quantities. Decimals as strings. */
export interface InvoicedLine {
  readonly document_detail_id: number
  readonly product_title: string
  readonly quantity: string
  readonly quantity_invoiced: string
  readonly unit_title: string
  readonly unit_price: string
  readonly line_discount_type: 'A' | 'P'
  readonly line_discount_amount: string
  readonly line_discount_percentage: string
  readonly line_total: string
  /** Part of its discount on earlier invoices. */
  readonly discount_taken: string
  /** The taxes on it; missing in a driver's day that a phone stored before taxes existed. */
  readonly taxes?: AppliedTax[]
  /** Litres per unit of its quantity; null if it is not a volume. */
  readonly liters?: string | null
}

/** An order with its charges that are not invoiced yet. */
export interface InvoicedOrder<Line extends InvoicedLine = InvoicedLine> {
  readonly document_id: number
  readonly document_number: string
  readonly discount_type: 'A' | 'P'
  readonly discount: string
  readonly subtotal: string
  readonly discount_taken: string
  readonly freight: string
  readonly customs: string
  readonly expedite_fee: string
  readonly handling_charge: string
  readonly lines: Line[]
}

/** Lines and amounts of an order's next invoice, in its company's currency. */
export interface NextBill<Line extends InvoicedLine = InvoicedLine> {
  lines: { line: Line; quantity: string; line_discount_amount: string; total: string }[]
  /** The invoice's charges and discount. */
  amounts: Record<(typeof CHARGES)[number] | 'discount', string>
}

/**
 * The lines and amounts of the next invoice of an order. A line's discount by amount is divided by quantity, the discount of the whole
 * order by value, so that all invoices together grant it once.
 * @param quantityOf quantity to bill of a line, in the line's unit
 * @param places decimals of the currency
 * @returns null if nothing is billed
 */
export function nextBill<Line extends InvoicedLine>(
  order: InvoicedOrder<Line>,
  quantityOf: (line: Line) => string,
  places: number,
): NextBill<Line> | null {
  const billed = order.lines.map((line) => ({ line, quantity: quantityOf(line) }))
  const lines = billed
    .filter(({ quantity }) => Number(quantity) > 0)
    .map(({ line, quantity }) => {
      const { quantity: of, quantity_invoiced, discount_taken: taken, line_discount_amount: whole } = line
      const done = new Exact(quantity_invoiced).plus(quantity).toFixed()
      const line_discount_amount = shareOf(whole, { done, of, taken, places })
      const total = lineTotal({ ...line, quantity, line_discount_amount }, places)
      return { line, quantity, line_discount_amount, total }
    })
  if (lines.length === 0) return null
  const worth = billed.reduce((sum, { line, quantity }) => {
    const part = new Exact(line.quantity_invoiced).plus(quantity).dividedBy(line.quantity)
    return sum.plus(Exact.min(1, part).times(line.line_total))
  }, new Exact(0))
  const share = { done: worth.toFixed(), of: order.subtotal, taken: order.discount_taken, places }
  const { freight, customs, expedite_fee, handling_charge } = order
  const discount = order.discount_type === 'P' ? order.discount : shareOf(order.discount, share)
  return { lines, amounts: { freight, customs, expedite_fee, handling_charge, discount } }
}

/** The next invoice of an order with its totals. */
export interface NextInvoice<Line extends InvoicedLine = InvoicedLine> {
  lines: { line: Line; quantity: string; total: string }[]
  discount: string
  charges: { name: (typeof CHARGES)[number]; amount: string }[]
  /** Taxes by code and rate. */
  taxes: CalculatedTax[]
  /** Total with taxes. */
  total: string
}

/** The next invoice with its totals, computed like those of stored invoices. */
export function nextInvoice<Line extends InvoicedLine>(
  order: InvoicedOrder<Line>,
  quantityOf: (line: Line) => string,
  places: number,
): NextInvoice<Line> | null {
  const bill = nextBill(order, quantityOf, places)
  if (!bill) return null
  const { lines, amounts } = bill
  const { totals, taxes } = taxedTotals(
    lines.map(({ line, quantity, total: amount }) => ({
      quantity,
      amount,
      liters: line.liters ?? null,
      taxes: line.taxes ?? [],
    })),
    { discount_type: order.discount_type, ...amounts },
    { company: places, document: places },
  )
  return {
    lines,
    discount: totals.discount_amount,
    charges: CHARGES.map((name) => ({ name, amount: order[name] })).filter(
      ({ amount }) => Number(amount) > 0,
    ),
    taxes: sumTaxes(taxes),
    total: totals.grand_total,
  }
}
