import type { Products, Space } from './problem.ts'

const TOLERANCE = 1e-9

/** The spaces of one vehicle, and which products they can hold together. */
export class Packing {
  /** Per dimension: the total that all spaces take; unlimited for a dimension that is not a product. */
  readonly most: readonly number[]
  readonly #products: Products
  readonly #dimensions: number
  /** Capacity of each set of spaces; a set is a bit mask. */
  readonly #sums: Float64Array
  /** Per dimension: the set of spaces that accept it. */
  readonly #allowed: readonly number[]

  constructor(spaces: readonly Space[], products: Products, dimensions: number) {
    this.#products = products
    this.#dimensions = dimensions
    this.#sums = new Float64Array(2 ** spaces.length)
    for (const [index, { capacity }] of spaces.entries())
      for (let set = 0; set < 1 << index; set += 1)
        this.#sums[set + (1 << index)] = this.#sums[set]! + capacity
    this.#allowed = Array.from({ length: dimensions }, (_, d) =>
      spaces.reduce((set, { takes }, at) => (takes.includes(d) ? set | (1 << at) : set), 0),
    )
    this.most = this.#allowed.map((set, d) =>
      d >= products.from ? this.#sums[set]! : Number.POSITIVE_INFINITY,
    )
  }

  /** Whether the amounts fit, with one product in each space. */
  holds(amountOf: (dimension: number) => number): boolean {
    return this.divide(amountOf) !== null
  }

  /** The set of spaces (bit mask) by dimension; null if the amounts do not fit. */
  divide(amountOf: (dimension: number) => number): ReadonlyMap<number, number> | null {
    const needed: { dimension: number; amount: number }[] = []
    for (let dimension = this.#products.from; dimension < this.#dimensions; dimension += 1) {
      const amount = amountOf(dimension)
      if (amount <= TOLERANCE) continue
      if (amount > this.most[dimension]! + TOLERANCE) return null
      needed.push({ dimension, amount })
    }
    if (needed.length > 1) {
      const has = (dimension: number) => needed.some((item) => item.dimension === dimension)
      if (this.#products.apart.some(([one, other]) => has(one) && has(other))) return null
    }
    const found = new Map<number, number>()
    return this.#place(needed, 0, this.#sums.length - 1, found) ? found : null
  }

  #place(
    needed: readonly { dimension: number; amount: number }[],
    at: number,
    free: number,
    found: Map<number, number>,
  ): boolean {
    const one = needed[at]
    if (!one) return true
    const open = free & this.#allowed[one.dimension]!
    const isLast = at === needed.length - 1
    // Every subset of the open spaces in increasing order; the last product takes all that is left.
    for (let set = isLast ? open : this.#next(0, open); set !== 0; set = isLast ? 0 : this.#next(set, open)) {
      if (this.#sums[set]! < one.amount - TOLERANCE || (!isLast && !this.#isNeeded(set, one.amount))) continue
      found.set(one.dimension, set)
      if (this.#place(needed, at + 1, free & ~set, found)) return true
    }
    return false
  }

  /** The next larger subset of `open`; 0 after the last. */
  #next(set: number, open: number): number {
    return (set - open) & open
  }

  /** Whether the set has no space to spare. */
  #isNeeded(set: number, amount: number): boolean {
    for (let rest = set; rest !== 0; rest &= rest - 1)
      if (this.#sums[set & ~(rest & -rest)]! >= amount - TOLERANCE) return false
    return true
  }
}
