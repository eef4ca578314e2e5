import { z } from 'zod'
import { defineCall, signedInOrKey } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'

const Sign = z.string().nullable()

/** The format of a currency. */
export const CurrencyMarks = () =>
  z.object({
    currency_id: z.int(),
    code: z.string(),
    prefix: Sign,
    suffix: Sign,
    precision: z.int().nullable(),
    decimal: Sign,
    thousands: Sign,
    mask: Sign,
  })

/** The formats of all currencies, and the currencies of a company and of the business. */
export const listCurrencyMarks = defineCall({
  method: 'GET',
  path: '/currencies/marks',
  access: signedInOrKey,
  query: () => z.object({ company_id: Id.optional() }),
  response: () =>
    z.object({
      currencies: z.array(CurrencyMarks()),
      company_currency_id: z.int().nullable(),
      house_currency_id: z.int().nullable(),
    }),
})
