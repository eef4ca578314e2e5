import type { Context } from '#server/platform/context.ts'
import { actorOfSession } from './actorOfSession.ts'
import type { NewSession } from './openSession.ts'
import { readCurrentUser } from './readCurrentUser.ts'

/** What every way of signing in answers: the token, until when, and who it is. */
export async function answerOfSignIn(
  context: Context,
  { token, token_expires }: NewSession,
): Promise<{ token: string; token_expires: string; user: object }> {
  const actor = await actorOfSession(context.db, token)
  return { token, token_expires, user: await readCurrentUser({ ...context, actor }) }
}
