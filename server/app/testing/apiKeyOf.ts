import { sql } from 'kysely'
import type { LoginType } from '#core/platform/loginTypes.ts'
import { MODULES } from '#core/platform/modules.ts'
import type { Database } from '#server/platform/database/database.ts'
import { hashToken, newToken } from '#server/platform/secrets.ts'
import { tokenOf } from './accounts.ts'

interface Scope {
  reads?: readonly string[]
  writes?: readonly string[]
  reached_company_id?: number
}

/** An API key of the tests' account of a login type, by default with every module. */
export async function apiKeyOf(
  db: Database,
  account: LoginType,
  { reads = MODULES, writes = MODULES, reached_company_id }: Scope = {},
): Promise<string> {
  const secret = `ulg_${newToken()}`
  await sql`insert into api_keys (name, user_id, company_id, account_id, key_hash, key_start, reads, writes,
      reached_company_id, expires_at)
    select ${`key of ${account}`}, a.user_id, a.company_id, a.account_id, ${hashToken(secret)}, ${secret.slice(0, 10)},
      ${JSON.stringify(reads)}, ${JSON.stringify(writes)}, ${reached_company_id ?? null}, now() + interval '1 hour'
    from sessions s join accounts a using (account_id) where s.token_hash = ${hashToken(tokenOf(account))}`.execute(
    db,
  )
  return secret
}
