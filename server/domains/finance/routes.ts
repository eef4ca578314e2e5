import { z } from 'zod'
import { bank_accounts } from '#core/domains/finance/bank_accounts.ts'
import { exchange_rates } from '#core/domains/finance/exchange_rates.ts'
import { Id } from '#core/platform/id.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import type { Call } from '#server/platform/http.ts'
import { readCompanyCurrencies, readCurrencyMarks } from '#server/resources/currencyMarks.ts'
import { revealBankAccount } from './bankAccounts.ts'
import { refreshRates } from './refreshRates.ts'

const Kept = z.string().nullable()

/** What a refresh came to is said for three seconds; everything else for four. */
const SHOWN_FOR = 3000

export const financeCalls = (seal: Encryptor): Call[] => [
  {
    method: 'GET',
    path: '/currencies/marks',
    tag: 'currencies',
    summary: 'How each currency is written: what whoever reads an amount needs',
    access: 'session',
    query: z.object({ company_id: Id.optional() }),
    answer: z.object({
      currencies: z.array(z.looseObject({})),
      company_currency_id: z.int().nullable(),
      house_currency_id: z.int().nullable(),
    }),
    run: async (context, { query }) => ({
      currencies: await readCurrencyMarks(context),
      ...(await readCompanyCurrencies(context, query.company_id)),
    }),
  },
  {
    method: 'GET',
    path: '/exchange_rates/refresh_rates',
    tag: exchange_rates.name,
    summary: 'Bring the rates up to date from the provider; asked again after 12 hours at the earliest',
    access: { module: exchange_rates.module, action: 'update', loginTypes: exchange_rates.loginTypes },
    answer: z.object({
      outcome: z.enum(['fetched', 'fresh', 'failed']),
      rates_date: Kept,
      refreshed_at: Kept,
      exchange_rates: z.array(z.looseObject({})),
      message: z.string(),
      type: z.string(),
      duration: z.int(),
    }),
    run: async (context) => {
      const refreshed = await refreshRates(context)
      const type = { fetched: 'success', fresh: 'info', failed: 'warning' }[refreshed.outcome]
      return { ...refreshed, message: `messages.rates_${refreshed.outcome}`, type, duration: SHOWN_FOR }
    },
  },
  {
    method: 'POST',
    path: '/bank_accounts/:account_id/reveal',
    answersSecret: true,
    tag: bank_accounts.name,
    summary: 'Read the numbers of a bank account in full; it leaves a trace',
    access: { module: bank_accounts.module, action: 'update', loginTypes: bank_accounts.loginTypes },
    params: z.object({ account_id: Id }),
    answer: z.object({ bank_account: z.object({ account_number: Kept, routing_number: Kept }) }),
    run: async (context, { params }) => ({
      bank_account: await revealBankAccount(context, seal, params.account_id),
    }),
  },
]
