import { sumOf } from '#core/platform/numbers/exact.ts'
import type { CurrencyMarks } from '#core/platform/numbers/money.ts'
import type { DoorMethod } from './driverEvents.ts'

/** A payment with its currency. */
interface Taken {
  readonly method: DoorMethod
  readonly amount: string
  readonly currency: CurrencyMarks
}

/** Totals of one currency. */
export interface MoneySum {
  currency: CurrencyMarks
  cash: string
  checks: string
  /** Number of checks. */
  count: number
}

/** Cash and checks per currency, exact to a thousandth. */
export function sumMoney(taken: readonly Taken[]): MoneySum[] {
  const currencies = new Map(taken.map(({ currency }) => [currency.currency_id, currency]))
  const total = (some: readonly Taken[]) => sumOf(some.map(({ amount }) => amount)).toFixed(3)
  return [...currencies.values()].map((currency) => {
    const all = taken.filter((item) => item.currency.currency_id === currency.currency_id)
    const checks = all.filter(({ method }) => method === 'check')
    return {
      currency,
      cash: total(all.filter(({ method }) => method === 'cash')),
      checks: total(checks),
      count: checks.length,
    }
  })
}
