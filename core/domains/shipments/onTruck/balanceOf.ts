import type { Decimal } from 'decimal.js'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { Exact } from '#core/platform/numbers/exact.ts'

/** Litres as exact plain decimals: sums of inputs in any unit are exact. */
type Litres = string

/**
 * Tolerance of a meter in use. NIST Handbook 44 allows 0.3 % for a large meter of petroleum products (3.30, class 0.3,
 * maintenance tolerance; 0.2 % when new); we could not look up its figures for trucks and liquefied gas.
 */
const TOLERANCE = { liquid: '0.003', gas: '0.01' } as const
/** The tolerance of a meter in use, as a share of what it measures. */
export function meterTolerance(isGas: boolean): number {
  return Number(isGas ? TOLERANCE.gas : TOLERANCE.liquid)
}

/** A bill of lading is in whole gallons: half a gallon either way, in litres. */
const ROUNDING = '1.892705892'

/** Reasons for a difference between found and expected content. */
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

/** Quantities into and out of a compartment on one round. */
export interface Movements {
  readonly carried: Litres
  /** Volume of each valid lift ticket. Without one, and with nothing carried over, the loaded volume is unknown. */
  readonly lifted: readonly Litres[]
  readonly metered: Litres
  readonly returned: Litres
  readonly isGas: boolean
}

/** The expected content of a compartment, and its margin; null without a lift. */
interface Balance {
  readonly loaded: Litres | null
  readonly book: Litres | null
  readonly margin: Litres | null
}

/** The content of a compartment at the end of a round. */
interface ClosedBalance extends Balance {
  /** Carried into the next round. */
  readonly on_board: Litres
  /** Found minus expected: positive if the meter counted too much, or more was loaded than reported. */
  readonly difference: Litres | null
  /** The difference exceeds what meters and rounding explain, so it needs a reason. */
  readonly isBeyond: boolean
}

const text = (litres: Decimal): Litres => (litres.isZero() ? '0' : litres.toFixed())

/** The exact sum of volumes. */
export function sumOf(litres: readonly Litres[]): Litres {
  return text(litres.reduce((sum, part) => sum.plus(part), new Exact(0)))
}

/** Loaded + carried over − metered − returned. */
export function balanceOf({ carried, lifted, metered, returned, isGas }: Movements): Balance {
  if (lifted.length === 0 && new Exact(carried).isZero()) return { loaded: null, book: null, margin: null }
  const loaded = new Exact(sumOf(lifted))
  const available = loaded.plus(carried)
  const taken = new Exact(metered).plus(returned)
  const margin = available
    .plus(taken)
    .times(isGas ? TOLERANCE.gas : TOLERANCE.liquid)
    .plus(new Exact(ROUNDING).times(lifted.length))
  return { loaded: text(loaded), book: text(available.minus(taken)), margin: text(margin) }
}

/**
 * Closes a compartment at the end of a round. Without inspection it holds its expected content; within the margin of zero it
 * counts as empty.
 * @param found the inspected volume; null without an inspection
 */
export function closeBalance(moved: Movements, found: Litres | null): ClosedBalance {
  const balance = balanceOf(moved)
  if (balance.book === null || balance.margin === null)
    return { ...balance, on_board: found ?? '0', difference: null, isBeyond: false }
  const book = new Exact(balance.book)
  const isEmpty = book.lte(balance.margin)
  const content = found === null ? (isEmpty ? new Exact(0) : book) : new Exact(found)
  const difference = content.minus(book)
  return {
    ...balance,
    on_board: text(content),
    difference: text(difference),
    isBeyond: difference.abs().gt(balance.margin),
  }
}

/** A completed round as evidence about the truck's meter. */
export interface MeteredRound {
  readonly metered: Litres
  readonly difference: Litres | null
  readonly reason: string | null
  readonly isGas: boolean
}

/** Consecutive rounds needed for a sign, and maximum number considered. */
const MIN_ROUNDS = 5
const MAX_ROUNDS = 10

/**
 * The first sign of a bad meter: the latest rounds all end with too much, or all with too little, and in total by more than a
 * meter's tolerance. Rounds with another reason for their difference do not count.
 * @param rounds newest first
 * @returns percent that it counts too much (negative: too little); null without a sign
 */
export function meterSign(rounds: readonly MeteredRound[]): { percent: number; rounds: number } | null {
  const telling = rounds
    .filter(({ metered, difference, reason }) => {
      return Number(metered) > 0 && difference !== null && (reason === null || reason === 'meter')
    })
    .slice(0, MAX_ROUNDS)
  const way = Math.sign(Number(telling[0]?.difference ?? 0))
  const other = telling.findIndex(({ difference }) => Math.sign(Number(difference)) !== way)
  const alike = other < 0 ? telling : telling.slice(0, other)
  if (way === 0 || alike.length < MIN_ROUNDS) return null
  const metered = new Exact(sumOf(alike.map((round) => round.metered)))
  const off = new Exact(sumOf(alike.map(({ difference }) => difference ?? '0'))).dividedBy(metered)
  if (off.abs().lte(TOLERANCE[alike.some(({ isGas }) => isGas) ? 'gas' : 'liquid'])) return null
  return { percent: off.times(100).toDecimalPlaces(2).toNumber(), rounds: alike.length }
}

/** A compartment of a round, for assigning metered volumes to compartments. */
interface Drawn {
  readonly movements: Movements
  readonly product_id: number | null
  /** A person inspected it, so their entry counts. */
  readonly isFound: boolean
}

/**
 * The litres drawn from each compartment, in order. A quantity metered beyond a compartment's content came from others with the
 * same product and a larger rest: the truck's single meter does not show which.
 */
export function drawnFrom(all: readonly Drawn[]): Litres[] {
  const drawn = all.map(({ movements }) => new Exact(movements.metered))
  const leftIn = (at: number) => {
    const { book } = balanceOf({ ...itemAt(all, at).movements, metered: text(itemAt(drawn, at)) })
    return book === null || itemAt(all, at).isFound ? new Exact(0) : new Exact(book)
  }
  all.forEach(({ movements, product_id }, index) => {
    if (!closeBalance(movements, null).isBeyond) return
    for (const [other, one] of all.entries()) {
      const short = leftIn(index).negated()
      const spare = leftIn(other)
      if (other === index || one.product_id !== product_id || spare.lte(0) || short.lte(0)) continue
      const moved = Exact.min(short, spare)
      drawn[index] = itemAt(drawn, index).minus(moved)
      drawn[other] = itemAt(drawn, other).plus(moved)
    }
  })
  return drawn.map(text)
}
