import type { ResponseOf } from '#core/platform/defineCall.ts'
import type { signIn } from '#core/platform/signInCalls.ts'
import type { Context } from '#server/platform/context.ts'
import { actorOfSession } from '../sessions/actorOfSession.ts'
import type { NewSession } from '../sessions/openSession.ts'
import type { SecondFactorRequired } from './completeSignIn.ts'
import { readCurrentUser } from './readCurrentUser.ts'

/** The response of every way of signing in. */
export async function signInResponse(
  context: Context,
  outcome: NewSession | SecondFactorRequired,
): Promise<ResponseOf<typeof signIn>> {
  if ('challenge' in outcome) return { second_factor: outcome }
  const { token, token_expires } = outcome
  const actor = await actorOfSession(context.db, token)
  return { token, token_expires, user: await readCurrentUser({ ...context, actor }) }
}
