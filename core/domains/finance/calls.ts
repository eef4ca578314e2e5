import { z } from 'zod'
import { defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { messageFields } from '#core/platform/messageFields.ts'
import { may } from '#core/resources/may.ts'
import { typedRecordSchema } from '#core/resources/recordSchema.ts'
import { bank_accounts } from './bank_accounts.ts'
import { exchange_rates } from './exchange_rates.ts'

/** Why the provider's rates were not accepted. */
export const RATE_FAILURES = ['private', 'unreachable', 'answered', 'unreadable', 'old'] as const

const NullableText = z.string().nullable()
export const refreshRates = defineCall({
  method: 'GET',
  path: '/exchange_rates/refresh_rates',
  access: may(exchange_rates, 'update'),
  response: () =>
    z.object({
      outcome: z.enum(['fetched', 'held', 'fresh', 'failed']),
      /** Why it failed. */
      failure: z.enum(RATE_FAILURES).nullable(),
      /** Number of pairs whose new rate awaits a person's decision: stored as inactive. */
      held: z.int(),
      rates_date: NullableText,
      refreshed_at: NullableText,
      exchange_rates: z.array(typedRecordSchema(exchange_rates)),
      ...messageFields(),
      duration: z.int(),
    }),
})

export const revealBankAccount = defineCall({
  method: 'POST',
  path: '/bank_accounts/:account_id/reveal',
  access: may(bank_accounts, 'update'),
  params: () => z.object({ account_id: Id }),
  response: () =>
    z.object({ bank_account: z.object({ account_number: NullableText, routing_number: NullableText }) }),
})
