import type { Decimal } from 'decimal.js'
import { Exact, sumOf } from '#core/platform/numbers/exact.ts'
import { STORED_PLACES } from '#core/platform/numbers/money.ts'

/** Quantity of an order's line delivered at an instant, in the line's unit; null if the instant is not known. */
export interface Delivery {
  readonly delivered: string | null
  readonly quantity: string
}

/** A line of an invoice that bills deliveries of an order's line. */
export interface DeliveryBill {
  /** When the invoice was created. */
  readonly made: string
  /** Less credited quantities. */
  readonly quantity: string
  /** The deliveries that determined its price, earliest first; none if they were not stored. */
  readonly parts: readonly Delivery[]
}

/**
 * The unbilled deliveries, each with its open quantity. An invoice bills the deliveries that determined its price; if it was credited in
 * part, the same share of each is open, so that it is billed again at the mean price that was credited. An invoice without recorded
 * deliveries, or with corrected ones, bills the latest deliveries before it was created.
 * @param deliveries the earliest first, at most one at an instant
 * @param bills that are neither void nor archived, the earliest first
 */
export function openDeliveries<One extends Delivery>(
  deliveries: readonly One[],
  bills: readonly DeliveryBill[],
): One[] {
  const all = deliveries.map((delivery) => ({
    one: delivery,
    at: instantOf(delivery),
    left: new Exact(delivery.quantity),
  }))
  const take = (from: typeof all, quantity: Decimal) =>
    from.reduce((rest, part) => {
      const taken = Exact.min(rest, part.left)
      part.left = part.left.minus(taken)
      return rest.minus(taken)
    }, quantity)
  const rests = bills.map(({ made, quantity, parts }) => {
    const missing = billedParts(quantity, parts).map(({ part, billed }) =>
      take(
        all.filter(({ at }) => at === instantOf(part)),
        billed,
      ),
    )
    const unnamed = Exact.max(0, new Exact(quantity).minus(sumOf(parts.map((part) => part.quantity))))
    return { made: Date.parse(made), rest: unnamed.plus(sumOf(missing)) }
  })
  for (const { made, rest } of rests) {
    const before = all.filter(({ at }) => at <= made)
    const after = all.filter(({ at }) => at > made)
    take([...before.toReversed(), ...after], rest)
  }
  return all.flatMap(({ one, left }) => (left.greaterThan(0) ? [{ ...one, quantity: left.toFixed(3) }] : []))
}

/** The quantity that an invoice bills of each of its deliveries: all of it, or the same share of each once a part was credited. */
function billedParts(quantity: string, parts: readonly Delivery[]) {
  const whole = sumOf(parts.map((part) => part.quantity))
  if (whole.isZero()) return []
  const billed = Exact.min(whole, quantity)
  let [before, done] = [new Exact(0), new Exact(0)]
  return parts.map((part) => {
    before = before.plus(part.quantity)
    const until = billed.times(before).dividedBy(whole).toDecimalPlaces(STORED_PLACES)
    const own = until.minus(done)
    done = until
    return { part, billed: own }
  })
}

function instantOf({ delivered }: Delivery): number {
  return delivered === null ? Number.POSITIVE_INFINITY : Date.parse(delivered)
}
