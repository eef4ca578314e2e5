import type { Context } from '#server/platform/context.ts'
import { actorOfAccount } from '../sessions/actorOfSession.ts'

/** The user who requested background work. */
interface Caller {
  user_id: number
  /** The company for which they acted; null: their own. */
  company_id: number | null
  impersonator_id: number | null
}

/** The context of requested work, with its caller's current rights; undefined if they no longer have access. */
export async function actingAs(
  context: Context,
  { user_id, company_id, impersonator_id }: Caller,
): Promise<Context | undefined> {
  const account = await actorOfAccount(context.db, user_id, company_id ?? undefined)
  if (!account?.isActive) return undefined
  return { ...context, actor: { ...account.actor, impersonator: impersonator_id } }
}
