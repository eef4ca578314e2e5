import { z } from 'zod'
import { defineCall, signedInOrKey } from '#core/platform/defineCall.ts'

/** Searches all kinds of record. */
export const searchRecords = defineCall({
  method: 'GET',
  path: '/search',
  access: signedInOrKey,
  query: () =>
    z.object({
      search: z.string().max(64),
      limit: z.coerce.number<number | string>().int().min(1).max(50).default(20),
    }),
  response: () =>
    z.object({
      found: z.array(
        z.object({
          object_ref: z.string(),
          object_id: z.int(),
          title: z.string(),
          detail: z.string().nullable(),
        }),
      ),
    }),
})
