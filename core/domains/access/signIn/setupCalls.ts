import { z } from 'zod'
import { defineCall } from '#core/platform/defineCall.ts'
import { typedRecordSchema } from '#core/resources/recordSchema.ts'
import { users } from '../users.ts'

/** Input of the first user, validated by the rules of the user that it creates. */
const Typed = z.unknown().optional()
const byLink = () => z.object({ token: z.string().max(100) })

export const checkSetupLink = defineCall({
  method: 'GET',
  path: '/authenticate/setup/:token',
  access: { who: 'public' },
  params: byLink,
  response: () => z.object({}),
})

export const setUp = defineCall({
  method: 'POST',
  path: '/authenticate/setup/:token',
  access: { who: 'public' },
  params: byLink,
  body: () =>
    z.object({
      first_name: Typed,
      last_name: Typed,
      phone_number: Typed,
      username: Typed,
      password: Typed,
      confirm_password: Typed,
    }),
  response: () => z.object({ user: typedRecordSchema(users) }),
})
