import { sql } from 'kysely'
import { api_keys } from '#core/domains/access/api_keys.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Values } from '#core/platform/values.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import { accountOf, type Context } from '#server/platform/context.ts'
import { conflict, notFound } from '#server/platform/refusal.ts'
import { API_KEY_PREFIX, hashToken, newToken } from '#server/platform/secrets.ts'
import { refuseUnreachable } from '#server/resources/changes/references.ts'
import { acceptNew, refuseIssues, toColumns } from '#server/resources/changes/validate.ts'
import { audit, changesBetween } from '#server/resources/history/audit.ts'
import { listRecords, type Page } from '#server/resources/lists/list.ts'
import { listQueryOf } from '#server/resources/lists/listQuery.ts'
import { namedTables } from '#server/resources/names/namedTables.ts'
import { lockRecord, readRecord } from '#server/resources/rows.ts'
import { requireConfirmed } from '../password/confirmPassword.ts'
import { notifySignInChange } from '../signIn/notifySignInChange.ts'
import { requireMaySignInAs } from '../users/requireHigherRank.ts'

type ApiKey = RecordOf<typeof api_keys>

/** Active keys of one account, so that their limits of calls bound the account. */
const MAX_KEYS = 20
/** Characters that distinguish keys in lists; the other 37 of 43 keep the key secret. */
const SHOWN_CHARACTERS = API_KEY_PREFIX.length + 6

/** The API keys of the caller's current account, the newest first. */
export function listOwnApiKeys(context: Context): Promise<Page<ApiKey>> {
  const { user_id, company_id } = context.actor
  const query = listQueryOf(api_keys, { user_id: String(user_id), company_id: String(company_id) })
  return listRecords(context, api_keys, { ...query, page_size: 100 })
}

/**
 * Creates an API key for the caller's current account, whose owner is notified. Requires the password, because a key would outlive a stolen
 * session.
 * @returns the key itself, which is stored as a hash only.
 * @throws Refusal 422, also without the password (`current_password`); 404 for a company out of reach; 409 for too many keys
 */
export async function createOwnApiKey(
  context: Context,
  body: Values,
): Promise<{ api_key: ApiKey; secret: string }> {
  const { actor, db, now } = context
  const values = acceptNew(context, api_keys, body)
  requireConfirmed(context)
  if (new Date(values.expires_at) <= now) refuseIssues([{ field: 'expires_at', rule: 'future' }])
  await refuseUnreachable(context, api_keys, values)
  const { rows: accounts } = await sql<{ account_id: number }>`
    select account_id from accounts where user_id = ${actor.user_id} and company_id = ${actor.company_id}
    for update`.execute(db)
  const { account_id } = firstOf(accounts)
  const { rows: active } = await sql`select from api_keys
    where account_id = ${account_id} and status = 'active' and expires_at > ${now}`.execute(db)
  if (active.length >= MAX_KEYS) throw conflict('messages.api_keys_many', { count: MAX_KEYS })
  const secret = `${API_KEY_PREFIX}${newToken()}`
  const owner = accountOf(context)
  const created = await namedTables(db)
    .insertInto(api_keys.name)
    .values({
      ...toColumns(api_keys, values, true),
      account_id,
      ...owner,
      key_hash: hashToken(secret),
      key_start: secret.slice(0, SHOWN_CHARACTERS),
    })
    .returning('api_key_id')
    .executeTakeFirstOrThrow()
  const api_key_id = Number(created.api_key_id)
  await audit(context, api_keys.name, api_key_id, 'create', changesBetween(api_keys, {}, values))
  await notifySignInChange(context, owner.user_id, 'api_key_created')
  return { api_key: await readRecord(context, api_keys, api_key_id), secret }
}

/** Revokes one of the caller's own keys at once, on every server. @throws Refusal 404 */
export async function revokeOwnApiKey(context: Context, api_key_id: number): Promise<void> {
  const key = await lockRecord(context, api_keys, api_key_id)
  if (key.user_id !== context.actor.user_id) throw notFound()
  await revoke(context, key)
}

/** Revokes a key of a user whose sign-in the caller may change. @throws Refusal 404, 405 */
export async function revokeApiKey(context: Context, api_key_id: number): Promise<void> {
  const key = await lockRecord(context, api_keys, api_key_id)
  if (key.user_id === null) throw notFound()
  await requireMaySignInAs(context, key.user_id)
  await revoke(context, key)
}

async function revoke(context: Context, key: ApiKey): Promise<void> {
  if (key.status === 'revoked') return
  await context.db
    .updateTable('api_keys')
    .set({ status: 'revoked', updated_at: context.now })
    .where('api_key_id', '=', key.api_key_id)
    .execute()
  await audit(context, api_keys.name, key.api_key_id, 'revoke', [
    { field: 'status', before: key.status, after: 'revoked' },
  ])
}
