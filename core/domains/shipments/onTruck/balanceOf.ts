import { Decimal } from 'decimal.js'

/** Litres as plain decimals, exact: sums of what was typed in any unit come out to the last digit. */
type Litres = string

const Exact = Decimal.clone({ precision: 60 })

/**
 * Of what passes a meter it may be off by, in use. 0.3 % is what NIST Handbook 44 allows a large meter of petroleum products (3.30,
 * class 0.3, maintenance tolerance; 0.2 % when it is new); what it allows on trucks and for liquefied gas we could not look up.
 */
const TOLERANCE = { liquid: '0.003', gas: '0.01' } as const
/** A bill of lading tells whole gallons: half of one either way, in litres. */
const ROUNDING = '1.892705892'

/** Why what was found is not what should have been there. */
export const TRUCK_DIFFERENCE_REASONS = [
  'other_compartment',
  'mistyped',
  'lift_missing',
  'temperature',
  'spilled',
  'meter',
  'other',
] as const
export type TruckDifferenceReason = (typeof TRUCK_DIFFERENCE_REASONS)[number]

/** What went into a compartment and out of it on one round. */
export interface Movements {
  readonly carried: Litres
  /** Of each lift ticket that counts. Without one, and with nothing carried over, nobody knows what was loaded. */
  readonly lifted: readonly Litres[]
  readonly metered: Litres
  readonly returned: Litres
  readonly isGas: boolean
}

/** How a compartment stands: what should be in it, and how far that may be off. Nothing where no lift was told. */
interface Balance {
  readonly loaded: Litres | null
  readonly book: Litres | null
  readonly margin: Litres | null
}

/** How a compartment ends a round. */
interface ClosedBalance extends Balance {
  /** What goes into the next round. */
  readonly on_board: Litres
  /** What is there beyond what should be: above 0 the meter counted too much, or more was loaded than is told. */
  readonly difference: Litres | null
  /** The difference is more than meters and rounding explain: it needs a reason. */
  readonly isBeyond: boolean
}

const text = (litres: Decimal): Litres => (litres.isZero() ? '0' : litres.toFixed())

/** The sum of volumes, exact. */
export function sumOf(litres: readonly Litres[]): Litres {
  return text(litres.reduce((sum, one) => sum.plus(one), new Exact(0)))
}

/** Loaded + carried over − metered − returned. */
export function balanceOf({ carried, lifted, metered, returned, isGas }: Movements): Balance {
  if (lifted.length === 0 && new Exact(carried).isZero()) return { loaded: null, book: null, margin: null }
  const loaded = new Exact(sumOf(lifted))
  const there = loaded.plus(carried)
  const gone = new Exact(metered).plus(returned)
  const margin = there
    .plus(gone)
    .times(isGas ? TOLERANCE.gas : TOLERANCE.liquid)
    .plus(new Exact(ROUNDING).times(lifted.length))
  return { loaded: text(loaded), book: text(there.minus(gone)), margin: text(margin) }
}

/**
 * A compartment when its round is over. What nobody looked at holds what it should; within the margin of nothing it is empty.
 * @param found what somebody found in it; null where nobody looked
 */
export function closeBalance(moved: Movements, found: Litres | null): ClosedBalance {
  const balance = balanceOf(moved)
  if (balance.book === null) return { ...balance, on_board: found ?? '0', difference: null, isBeyond: false }
  const book = new Exact(balance.book)
  const isEmpty = book.lte(balance.margin!)
  const there = found === null ? (isEmpty ? new Exact(0) : book) : new Exact(found)
  const difference = there.minus(book)
  return {
    ...balance,
    on_board: text(there),
    difference: text(difference),
    isBeyond: difference.abs().gt(balance.margin!),
  }
}

/** A round that is over, as it tells of the truck's meter. */
export interface MeteredRound {
  readonly metered: Litres
  readonly difference: Litres | null
  readonly reason: string | null
  readonly isGas: boolean
}

/** As many rounds in a row show something before it is said, and more than these are not looked at. */
const LEAST_ROUNDS = 5
const MOST_ROUNDS = 10

/**
 * The first sign of a bad meter: the latest rounds all end with too much, or all with too little, and together by more than a
 * meter may be off. A round whose difference has another reason says nothing.
 * @param rounds the latest first
 * @returns by how many percent it counts too much, below 0 too little; null without a sign
 */
export function meterSign(rounds: readonly MeteredRound[]): { percent: number; rounds: number } | null {
  const telling = rounds
    .filter(({ metered, difference, reason }) => {
      return Number(metered) > 0 && difference !== null && (reason === null || reason === 'meter')
    })
    .slice(0, MOST_ROUNDS)
  const way = Math.sign(Number(telling[0]?.difference ?? 0))
  const other = telling.findIndex(({ difference }) => Math.sign(Number(difference)) !== way)
  const alike = other < 0 ? telling : telling.slice(0, other)
  if (way === 0 || alike.length < LEAST_ROUNDS) return null
  const metered = new Exact(sumOf(alike.map((round) => round.metered)))
  const off = new Exact(sumOf(alike.map(({ difference }) => difference!))).dividedBy(metered)
  if (off.abs().lte(TOLERANCE[alike.some(({ isGas }) => isGas) ? 'gas' : 'liquid'])) return null
  return { percent: off.times(100).toDecimalPlaces(2).toNumber(), rounds: alike.length }
}

/** A compartment of a round, as far as it is known where its product came out. */
interface Drawn {
  readonly movements: Movements
  readonly product_id: number | null
  /** A person looked into it: what they entered stands. */
  readonly isFound: boolean
}

/**
 * The litres that came out of each compartment, in the order given. What was metered beyond all that a compartment held came out of
 * others that hold the same product and have more left: the one meter of a truck does not show from which of them.
 */
export function drawnFrom(all: readonly Drawn[]): Litres[] {
  const drawn = all.map(({ movements }) => new Exact(movements.metered))
  const leftIn = (at: number) => {
    const { book } = balanceOf({ ...all[at]!.movements, metered: text(drawn[at]!) })
    return book === null || all[at]!.isFound ? new Exact(0) : new Exact(book)
  }
  all.forEach(({ movements, product_id }, at) => {
    if (!closeBalance(movements, null).isBeyond) return
    for (const [other, one] of all.entries()) {
      const short = leftIn(at).negated()
      const spare = leftIn(other)
      if (other === at || one.product_id !== product_id || spare.lte(0) || short.lte(0)) continue
      const moved = Exact.min(short, spare)
      drawn[at] = drawn[at]!.minus(moved)
      drawn[other] = drawn[other]!.plus(moved)
    }
  })
  return drawn.map(text)
}
