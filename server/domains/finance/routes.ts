import { bank_accounts } from '#core/domains/finance/bank_accounts.ts'
import * as calls from '#core/domains/finance/calls.ts'
import { exchange_rates } from '#core/domains/finance/exchange_rates.ts'
import { listCurrencyMarks } from '#core/resources/listCurrencyMarks.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import { handle } from '#server/platform/handle.ts'
import type { Call } from '#server/platform/http.ts'
import { readCurrencyMarks } from '#server/resources/currencyMarks.ts'
import { revealBankAccount } from './bankAccounts.ts'
import { readCompanyCurrencies } from './readCompanyCurrencies.ts'
import { refreshRates } from './refreshRates.ts'

/** What a refresh came to is said for three seconds; everything else for four. */
const SHOWN_FOR = 3000

export const financeCalls = (seal: Encryptor): Call[] => [
  handle('currencies', listCurrencyMarks, {
    summary: 'How each currency is written: what whoever reads an amount needs',
    run: async (context, { query }) => ({
      currencies: await readCurrencyMarks(context),
      ...(await readCompanyCurrencies(context, query.company_id)),
    }),
  }),
  handle(exchange_rates.name, calls.refreshRates, {
    summary: 'Bring the rates up to date from the provider; asked again after 12 hours at the earliest',
    run: async (context) => {
      const refreshed = await refreshRates(context)
      const type = { fetched: 'success', fresh: 'info', failed: 'warning' }[refreshed.outcome]
      return { ...refreshed, message: `messages.rates_${refreshed.outcome}`, type, duration: SHOWN_FOR }
    },
  }),
  handle(bank_accounts.name, calls.revealBankAccount, {
    answersSecret: true,
    summary: 'Read the numbers of a bank account in full; it leaves a trace',
    run: async (context, { params }) => ({
      bank_account: await revealBankAccount(context, seal, params.account_id),
    }),
  }),
]
