import { sql } from 'kysely'
import type { LoginType } from '#core/platform/loginTypes.ts'
import { type Context, systemActor } from '#server/platform/context.ts'
import { companiesFrom } from '../sessions/actorOfSession.ts'
import { mayChangeSignIn } from '../users/requireHigherRank.ts'

/** The columns of a provider that decide what it may do. */
export interface ProviderRights {
  identity_provider_id: number
  company_id: number
  user_id: number | null
  saved_by_login_type: LoginType
  saved_by_permissions: string[]
}

export const PROVIDER_RIGHTS = sql`p.identity_provider_id, p.company_id, p.user_id, p.saved_by_login_type,
  p.saved_by_permissions`

/**
 * The context in which a provider acts: with the rights that the user who last saved it had then, within its company and the companies
 * below it. These rights stay when that user is archived, so that a company's sign-in does not depend on a single person.
 */
export async function contextOfProvider(
  context: Context,
  { company_id, user_id, saved_by_login_type, saved_by_permissions }: ProviderRights,
): Promise<Context> {
  const actor = {
    ...systemActor,
    // Never null, which would mean the product itself.
    user_id: user_id ?? 0,
    loginType: saved_by_login_type,
    company_id,
    permissions: new Set(saved_by_permissions),
    companies: await companiesFrom(context.db, company_id),
  }
  return { ...context, actor }
}

/** Whether a provider may sign in a user: none of the user's accounts has more rights than it, or lies outside its companies. */
export async function mayEnter(
  context: Context,
  provider: ProviderRights,
  user_id: number,
): Promise<boolean> {
  const own = await contextOfProvider(context, provider)
  // The user who saved the provider is treated like any other.
  return mayChangeSignIn({ ...own, actor: { ...own.actor, user_id: 0 } }, user_id)
}
