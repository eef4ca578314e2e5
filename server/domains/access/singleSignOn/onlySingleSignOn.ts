import { sql } from 'kysely'
import { domainOf } from '#core/domains/access/identity_providers.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { mayEnter, PROVIDER_RIGHTS, type ProviderRights } from './providerRights.ts'

/**
 * Whether a user signs in only by single sign-on: an active provider that requires it has the domain of their name, or knows them, and
 * may sign them in. Account owners are exempt, so that a provider that fails locks no company out.
 */
export async function isOnlySingleSignOn(context: Context, user_id: number): Promise<boolean> {
  const { rows } = await sql<ProviderRights>`
    select ${PROVIDER_RIGHTS} from identity_providers p, users u
    where p.active = 1 and p.only_single_sign_on = 1 and u.user_id = ${user_id} and u.owner = 0 and (
      exists (select from identity_links l
        where l.identity_provider_id = p.identity_provider_id and l.user_id = u.user_id)
      or exists (select from identity_provider_domains d
        where d.identity_provider_id = p.identity_provider_id
          and d.domain = split_part(lower(u.username), '@', 2)))`.execute(context.db)
  for (const provider of rows) if (await mayEnter(context, provider, user_id)) return true
  return false
}

/** Whether the domain of a sign-in name requires single sign-on; the result does not reveal whether the name has an account. */
export async function isOnlySingleSignOnDomain(db: Database, name: string): Promise<boolean> {
  const domain = domainOf(name)
  if (domain === '') return false
  const { rows } =
    await sql`select from identity_provider_domains d join identity_providers p using (identity_provider_id)
    where d.domain = ${domain} and p.active = 1 and p.only_single_sign_on = 1`.execute(db)
  return rows.length > 0
}
