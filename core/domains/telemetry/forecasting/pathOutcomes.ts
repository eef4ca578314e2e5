/** Days after which a path that has not reached an amount never does, as far as a forecast goes. */
export const LONGEST = 400
/** Days that stand for "not within LONGEST". */
export const NEVER = 3650

interface Range {
  p10: number
  p50: number
  p90: number
}

/** Collects outcomes of paths of daily use: the days until amounts are used, and the use until moments. */
export class PathOutcomes {
  readonly #amounts: readonly number[]
  readonly #moments: readonly number[]
  /** Indexes of the amounts, smallest first. */
  readonly #order: readonly number[]
  readonly #reached: Float64Array[]
  readonly #used: Float64Array[]

  constructor(amounts: readonly number[], moments: readonly number[], paths: number) {
    this.#amounts = amounts
    this.#moments = moments
    this.#order = amounts.map((_, place) => place).sort((one, other) => amounts[one]! - amounts[other]!)
    this.#reached = amounts.map(() => new Float64Array(paths).fill(Number.POSITIVE_INFINITY))
    this.#used = moments.map(() => new Float64Array(paths))
  }

  /** Follows a path until all outcomes are known; `elapsed` is the share of the first day that has passed. */
  follow(path: number, elapsed: number, use: (day: number) => number): void {
    const amounts = this.#amounts
    const moments = this.#moments
    let amount = 0
    let moment = 0
    let gone = 0
    let passed = 0
    while (amount < amounts.length && !(amounts[this.#order[amount]!]! > 0))
      this.#reached[this.#order[amount++]!]![path] = 0
    for (let day = 0; day < LONGEST; day += 1) {
      if (amount === amounts.length && moment === moments.length) return
      const part = day === 0 ? 1 - Math.min(Math.max(elapsed, 0), 1) : 1
      const used = use(day) * part
      while (amount < amounts.length && gone + used >= amounts[this.#order[amount]!]!) {
        const place = this.#order[amount++]!
        this.#reached[place]![path] = passed + (part * (amounts[place]! - gone)) / used
      }
      while (moment < moments.length && moments[moment]! <= passed + part) {
        const share = part > 0 ? (moments[moment]! - passed) / part : 1
        this.#used[moment++]![path] = gone + used * share
      }
      gone += used
      passed += part
    }
    while (moment < moments.length) this.#used[moment++]![path] = gone
  }

  /** Days until each amount is used. */
  days(): Range[] {
    return this.#reached.map((days) => rangeOf(days))
  }

  /** Use until each moment, times `unit` litres. */
  used(unit: number): Range[] {
    return this.#used.map((amounts) => rangeOf(amounts.map((amount) => amount * unit)))
  }
}

function rangeOf(values: Float64Array): Range {
  const sorted = values.toSorted()
  const at = (share: number) => {
    const place = share * sorted.length - 0.5
    const below = sorted[Math.floor(place)]!
    const above = sorted[Math.ceil(place)]!
    return above === Number.POSITIVE_INFINITY ? NEVER : below + (above - below) * (place - Math.floor(place))
  }
  return { p10: at(0.1), p50: at(0.5), p90: at(0.9) }
}
