import type { Decimal } from 'decimal.js'
import { Exact } from '#core/platform/numbers/exact.ts'

/** Quantity of an order's line delivered at an instant, in the line's unit; null if the instant is not known. */
export interface Delivery {
  readonly delivered: string | null
  readonly quantity: string
}

/** A line of an invoice that bills deliveries of an order's line. */
export interface DeliveryBill {
  /** When the invoice was made. */
  readonly made: string
  /** Less what was credited of it. */
  readonly quantity: string
  /** The deliveries that it was priced by, the earliest first; none if that was not stored. */
  readonly parts: readonly Delivery[]
}

/**
 * The deliveries that no invoice bills, each with what is left of it. An invoice bills the deliveries that it was priced by; if it was
 * credited in part, the earliest of them stay billed. Of an invoice that does not name them, or whose deliveries were corrected, it is
 * what was delivered last before it was made.
 * @param deliveries the earliest first, at most one at an instant
 * @param bills that are neither void nor archived, the earliest first
 */
export function openDeliveries<One extends Delivery>(
  deliveries: readonly One[],
  bills: readonly DeliveryBill[],
): One[] {
  const all = deliveries.map((one) => ({ one, at: instantOf(one), left: new Exact(one.quantity) }))
  const take = (from: typeof all, quantity: Decimal) =>
    from.reduce((rest, part) => {
      const taken = Exact.min(rest, part.left)
      part.left = part.left.minus(taken)
      return rest.minus(taken)
    }, quantity)
  const rests = bills.map(({ made, quantity, parts }) => {
    const rest = parts.reduce((left, part) => {
      const billed = Exact.min(left, part.quantity)
      const own = all.filter(({ at }) => at === instantOf(part))
      return left.minus(billed).plus(take(own, billed))
    }, new Exact(quantity))
    return { made: Date.parse(made), rest }
  })
  for (const { made, rest } of rests) {
    const before = all.filter(({ at }) => at <= made)
    const after = all.filter(({ at }) => at > made)
    take([...before.toReversed(), ...after], rest)
  }
  return all.flatMap(({ one, left }) => (left.greaterThan(0) ? [{ ...one, quantity: left.toFixed(3) }] : []))
}

function instantOf({ delivered }: Delivery): number {
  return delivered === null ? Number.POSITIVE_INFINITY : Date.parse(delivered)
}
