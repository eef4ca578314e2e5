import { sql } from 'kysely'
import { type ApiKeyScope, permissionsOfKey } from '#core/domains/access/apiKeyScope.ts'
import type { Database } from '#server/platform/database/database.ts'
import { wrongApiKey } from '#server/platform/refusal.ts'
import { hashToken } from '#server/platform/secrets.ts'
import {
  ACCOUNT,
  type AccountRow,
  actorOf,
  companiesFrom,
  OF_ACCOUNT,
  type SessionActor,
} from '../sessions/actorOfSession.ts'

interface ApiKeyRow extends AccountRow, ApiKeyScope {
  api_key_id: number
  expires_at: string
  networks: string[] | null
  calls_per_minute: number | null
  reached_company_id: number | null
}

/**
 * The actor of an API key: its account as it is now, within the scope of the key. The networks of the key and the networks to which the user is
 * restricted must both contain the caller's address.
 * @throws Refusal 401 when there is no such key, it expired or was revoked, or its user was deactivated or lost the account.
 */
export async function actorOfApiKey(db: Database, secret: string): Promise<SessionActor> {
  const { rows } = await sql<ApiKeyRow>`
    select k.api_key_id, k.reads, k.writes, k.expires_at, k.networks, k.calls_per_minute, k.reached_company_id, ${ACCOUNT}
    from api_keys k
      join users u on u.user_id = k.user_id and u.status = 1
      join accounts a on a.account_id = k.account_id
      ${OF_ACCOUNT}
    where k.key_hash = ${hashToken(secret)} and k.status = 'active' and k.expires_at > now()`.execute(db)
  const row = rows[0]
  if (!row) throw wrongApiKey()
  const { actor, networks } = await actorOf(db, row)
  const permissions = new Set(permissionsOfKey(actor.permissions, row))
  return {
    ...actor,
    permissions,
    canSave: actor.canSave && Boolean(row.writes?.length),
    companies:
      row.reached_company_id === null
        ? actor.companies
        : within(actor.companies, await companiesFrom(db, row.reached_company_id)),
    api_key_id: row.api_key_id,
    expires: Date.parse(row.expires_at),
    networks,
    key: { networks: row.networks?.length ? row.networks : null, callsPerMinute: row.calls_per_minute },
  }
}

function within(reach: SessionActor['companies'], companies: readonly number[]): readonly number[] {
  return reach === 'all' ? companies : companies.filter((company) => reach.includes(company))
}
