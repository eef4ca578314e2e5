import { Decimal } from 'decimal.js'
import { DOCUMENT_STATUS } from './documentStatus.ts'

/** Enough digits that nothing is rounded before it is meant to be. */
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP })

/** What a line of an order knows, all in the line's own unit: decimals as texts. */
export interface LineProgress {
  quantity: string
  quantity_delivered: string
  quantity_invoiced: string
}

/** What was delivered and stands on no invoice yet; never less than nothing. */
export function quantityToInvoice({ quantity_delivered, quantity_invoiced }: LineProgress): string {
  return atLeastNothing(new Exact(quantity_delivered).minus(quantity_invoiced))
}

/** What is still to be delivered. Of an order that was closed short nothing is. */
export function quantityOpen(
  { quantity, quantity_delivered }: Omit<LineProgress, 'quantity_invoiced'>,
  isClosedShort: boolean,
): string {
  return isClosedShort ? '0.000' : atLeastNothing(new Exact(quantity).minus(quantity_delivered))
}

/**
 * What a released sales order is by its lines: waiting until something of it is delivered, open while something is
 * missing, received when nothing is, invoiced when all that was delivered stands on invoices as well.
 */
export function statusOfOrder(lines: readonly LineProgress[], isClosedShort: boolean): number {
  const isDelivered = lines.some(({ quantity_delivered }) => Number(quantity_delivered) > 0)
  if (!isDelivered) return DOCUMENT_STATUS.waiting_for_shipment
  if (lines.some((line) => Number(quantityOpen(line, isClosedShort)) > 0)) return DOCUMENT_STATUS.open
  const isBilled = lines.every((line) => new Exact(line.quantity_delivered).equals(line.quantity_invoiced))
  return isBilled ? DOCUMENT_STATUS.invoiced : DOCUMENT_STATUS.received
}

/**
 * The part of an amount (a line's discount, an order's) that belongs to what is billed now: in proportion to what is
 * billed by then of all that was ordered, less what earlier invoices have taken. So the parts add up to the whole, and to
 * no more when more was delivered than ordered.
 * @param places decimals of the currency
 */
export function shareOf(
  amount: string,
  { done, of, taken, places }: { done: string; of: string; taken: string; places: number },
): string {
  if (Number(of) === 0) return new Exact(0).toFixed(3)
  const part = Exact.min(1, new Exact(done).dividedBy(of))
  return atLeastNothing(new Exact(amount).times(part).toDecimalPlaces(places).minus(taken))
}

function atLeastNothing(value: Decimal): string {
  return (value.isNegative() ? new Exact(0) : value).toFixed(3)
}
