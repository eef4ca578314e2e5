import { itemAt } from '#core/platform/lists/itemAt.ts'

/** Days after which a path that has not reached an amount never does, as far as a forecast goes. */
export const LONGEST = 400
/** Days that stand for "not within LONGEST". */
export const NEVER = 3650

interface Range {
  p10: number
  p50: number
  p90: number
}

/** A target, and the outcome of each path: of an amount the days until it is used, of a moment the use by then. */
interface Target {
  value: number
  outcomes: Float64Array
}

/** Collects outcomes of paths of daily use: the days until amounts are used, and the use until moments. */
export class PathOutcomes {
  readonly #amounts: readonly Target[]
  readonly #ascending: readonly Target[]
  readonly #moments: readonly Target[]

  constructor(amounts: readonly number[], moments: readonly number[], paths: number) {
    const never = () => new Float64Array(paths).fill(Number.POSITIVE_INFINITY)
    this.#amounts = amounts.map((value) => ({ value, outcomes: never() }))
    this.#ascending = this.#amounts.toSorted((one, other) => one.value - other.value)
    this.#moments = moments.map((value) => ({ value, outcomes: new Float64Array(paths) }))
  }

  /** Follows a path until all outcomes are known; `elapsed` is the share of the first day that has passed. */
  follow(path: number, elapsed: number, use: (day: number) => number): void {
    const amounts = this.#ascending
    const moments = this.#moments
    let [nextAmount, nextMoment] = [1, 1]
    let [amount] = amounts
    let [moment] = moments
    let gone = 0
    let passed = 0
    for (; amount && !(amount.value > 0); amount = amounts[nextAmount++]) amount.outcomes[path] = 0
    for (let day = 0; day < LONGEST; day += 1) {
      if (!amount && !moment) return
      const part = day === 0 ? 1 - Math.min(Math.max(elapsed, 0), 1) : 1
      const used = use(day) * part
      for (; amount && gone + used >= amount.value; amount = amounts[nextAmount++])
        amount.outcomes[path] = passed + (part * (amount.value - gone)) / used
      for (; moment && moment.value <= passed + part; moment = moments[nextMoment++]) {
        const share = part > 0 ? (moment.value - passed) / part : 1
        moment.outcomes[path] = gone + used * share
      }
      gone += used
      passed += part
    }
    for (; moment; moment = moments[nextMoment++]) moment.outcomes[path] = gone
  }

  /** Days until each amount is used. */
  days(): Range[] {
    return this.#amounts.map(({ outcomes }) => rangeOf(outcomes))
  }

  /** Use until each moment, times `unit` litres. */
  used(unit: number): Range[] {
    return this.#moments.map(({ outcomes }) => rangeOf(outcomes.map((amount) => amount * unit)))
  }
}

function rangeOf(values: Float64Array): Range {
  const sorted = values.toSorted()
  const at = (share: number) => {
    const place = share * sorted.length - 0.5
    const below = itemAt(sorted, Math.floor(place))
    const above = itemAt(sorted, Math.ceil(place))
    return above === Number.POSITIVE_INFINITY ? NEVER : below + (above - below) * (place - Math.floor(place))
  }
  return { p10: at(0.1), p50: at(0.5), p90: at(0.9) }
}
