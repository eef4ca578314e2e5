import { z } from 'zod'
import { defineCall } from '#core/platform/defineCall.ts'
import { SignInResponse } from '#core/platform/signInCalls.ts'

export const beginSingleSignOn = defineCall({
  method: 'POST',
  path: '/authenticate/single_sign_on',
  access: { who: 'public' },
  body: () =>
    z.object({
      email: z.string().trim().max(255),
      remember_me: z.union([z.literal(0), z.literal(1)]).optional(),
      again: z
        .union([z.literal(0), z.literal(1)])
        .optional()
        .describe('1: a user who is signed in at the provider has to identify themselves there again.'),
    }),
  response: () => z.object({ url: z.string().describe('The page of the provider to go to.') }),
})

export const finishSingleSignOn = defineCall({
  method: 'POST',
  path: '/authenticate/single_sign_on/finish',
  access: { who: 'public' },
  body: () =>
    z.object({
      returned: z.string().max(16_000).describe('The query with which the provider returned.'),
      build_version: z.string().max(60).optional(),
    }),
  response: SignInResponse,
})
