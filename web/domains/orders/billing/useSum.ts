import { Decimal } from 'decimal.js'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import type { Unbilled } from './unbilled.ts'

/** The sum of some invoices, per currency. */
export function useSum(): (some: readonly Unbilled[]) => string {
  const { money } = useMoney()
  return (some) => {
    const sums = new Map<number, Decimal>()
    for (const { total, currency_id } of some)
      sums.set(currency_id, (sums.get(currency_id) ?? new Decimal(0)).plus(total ?? 0))
    return [...sums].map(([currency_id, sum]) => money(sum.toFixed(3), currency_id)).join(' + ')
  }
}
