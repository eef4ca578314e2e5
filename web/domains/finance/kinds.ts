import { lazy } from 'react'
import { bank_accounts } from '#core/domains/finance/bank_accounts.ts'
import { exchange_rates } from '#core/domains/finance/exchange_rates.ts'
import type { Kinds } from '#web/resources/kind.ts'

const refreshRates = lazy(() => import('./RefreshRates.tsx').then((m) => ({ default: m.RefreshRates })))
const revealNumbers = lazy(() => import('./RevealNumbers.tsx').then((m) => ({ default: m.RevealNumbers })))

export const kinds: Kinds = {
  [exchange_rates.name]: { list: { Actions: refreshRates } },
  [bank_accounts.name]: { record: { Below: revealNumbers } },
}
