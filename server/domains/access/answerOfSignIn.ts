import { z } from 'zod'
import type { Context } from '#server/platform/context.ts'
import { actorOfSession } from './actorOfSession.ts'
import type { SecondFactorAsked } from './completeSignIn.ts'
import type { NewSession } from './openSession.ts'
import { readCurrentUser } from './readCurrentUser.ts'

/** What a sign-in answers: a session, or (`second_factor`) what is still asked for. */
export const SignInAnswer = z.object({
  token: z.string().optional(),
  token_expires: z.iso.datetime().optional(),
  user: z.looseObject({}).optional(),
  second_factor: z
    .object({
      challenge: z.string(),
      expires_at: z.iso.datetime(),
      methods: z.array(z.enum(['totp', 'passkey', 'recovery'])),
    })
    .optional(),
})

/** What every way of signing in answers. */
export async function answerOfSignIn(
  context: Context,
  outcome: NewSession | SecondFactorAsked,
): Promise<object> {
  if ('challenge' in outcome) return { second_factor: outcome }
  const { token, token_expires } = outcome
  const actor = await actorOfSession(context.db, token)
  return { token, token_expires, user: await readCurrentUser({ ...context, actor }) }
}
