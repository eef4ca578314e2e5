import type { Decimal } from 'decimal.js'
import { Exact } from '#core/platform/numbers/exact.ts'
import { DOCUMENT_STATUS } from './documentStatus.ts'

/** Progress of an order line in its unit: decimals as strings. */
export interface LineProgress {
  quantity: string
  quantity_delivered: string
  quantity_invoiced: string
}

/** Delivered but not invoiced; never negative. */
export function quantityToInvoice({ quantity_delivered, quantity_invoiced }: LineProgress): string {
  return atLeastZero(new Exact(quantity_delivered).minus(quantity_invoiced))
}

/** Invoiced but not delivered, at most `most`; never negative. */
export function quantityOver(
  { quantity_delivered, quantity_invoiced }: Omit<LineProgress, 'quantity'>,
  most: string,
): string {
  return atLeastZero(Exact.min(most, new Exact(quantity_invoiced).minus(quantity_delivered)))
}

/** Still to be delivered; zero for an order that was closed short. */
export function quantityOpen(
  { quantity, quantity_delivered }: Omit<LineProgress, 'quantity_invoiced'>,
  isClosedShort: boolean,
): string {
  return isClosedShort ? '0.000' : atLeastZero(new Exact(quantity).minus(quantity_delivered))
}

/**
 * The status of a released sales order by its lines: waiting until something is delivered, open while something is missing,
 * received when nothing is, invoiced when everything delivered is on invoices.
 * @param isWhole whether a line counts as delivered in full although a rest is missing
 */
export function statusOfOrder<Line extends LineProgress>(
  lines: readonly Line[],
  isClosedShort: boolean,
  isWhole: (line: Line) => boolean = () => false,
): number {
  const isDelivered = lines.some(({ quantity_delivered }) => Number(quantity_delivered) > 0)
  if (!isDelivered) return DOCUMENT_STATUS.waiting_for_shipment
  const isOpen = (line: Line) => Number(quantityOpen(line, isClosedShort)) > 0 && !isWhole(line)
  if (lines.some(isOpen)) return DOCUMENT_STATUS.open
  const isBilled = lines.every((line) => new Exact(line.quantity_delivered).equals(line.quantity_invoiced))
  return isBilled ? DOCUMENT_STATUS.invoiced : DOCUMENT_STATUS.received
}

/**
 * The share of an amount (a line's or an order's discount) for the current invoice: proportional to the billed share of the ordered
 * quantity, less the shares of earlier invoices. So the shares add up to the amount, even if more was delivered than ordered.
 * @param places decimals of the currency
 */
export function shareOf(
  amount: string,
  { done, of, taken, places }: { done: string; of: string; taken: string; places: number },
): string {
  if (Number(of) === 0) return '0.000'
  const part = Exact.min(1, new Exact(done).dividedBy(of))
  return atLeastZero(new Exact(amount).times(part).toDecimalPlaces(places).minus(taken))
}

function atLeastZero(value: Decimal): string {
  return Exact.max(0, value).toFixed(3)
}
