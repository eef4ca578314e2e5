import { sql } from 'kysely'
import { identity_providers, isGroupRole, PROVIDER_SECRETS } from '#core/domains/access/identity_providers.ts'
import { isStaff } from '#core/platform/loginTypes.ts'
import type { Values } from '#core/platform/values.ts'
import type { NewRecordOf, RecordOf } from '#core/resources/definition.ts'
import { MASK } from '#core/resources/mask.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import type { Context } from '#server/platform/context.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import {
  type EncryptedFields,
  fieldEncryptionContext,
  insertEncrypted,
  updateEncrypted,
} from '#server/resources/changes/encryptedFields.ts'
import { refuseUnreachable } from '#server/resources/changes/references.ts'
import { acceptChanges, acceptNew, refuseIssues } from '#server/resources/changes/validate.ts'
import { type Operations, removeRecord } from '#server/resources/operations.ts'
import { lockRecord, readRecord } from '#server/resources/rows.ts'
import { companiesFrom } from '../sessions/actorOfSession.ts'
import { notifySignInChange } from '../signIn/notifySignInChange.ts'
import { refuseLimited, requireRankForLoginType } from '../users/requireHigherRank.ts'

type Provider = RecordOf<typeof identity_providers>

export const CLIENT_SECRET_ENCRYPTION_CONTEXT = fieldEncryptionContext(identity_providers, 'client_secret')

const CLIENT_SECRETS: EncryptedFields<typeof identity_providers> = {
  resource: identity_providers,
  names: PROVIDER_SECRETS,
  mask: () => MASK,
}

/**
 * Saving a provider gives it the rights of the user who saves it (`contextOfProvider`), which limit what it enters and creates. Archiving keeps
 * the record for histories and frees its domains.
 */
export function identityProviderOperations(
  encryptor: Encryptor,
): Partial<Operations<typeof identity_providers>> {
  return {
    create: async (context, body) => {
      const values = inLowerCase(acceptNew(context, identity_providers, body))
      await refuseUnreachable(context, identity_providers, values)
      await judge(context, values)
      const created = await insertEncrypted(context, encryptor, CLIENT_SECRETS, {
        ...values,
        ...savedBy(context),
      })
      await holdDomains(context, created)
      await notifyActor(context)
      return created
    },
    update: (context, id, body) => updateProvider(context, encryptor, id, body),
    remove: async (context, id) => {
      await removeRecord(context, identity_providers, id)
      await sql`delete from identity_provider_domains where identity_provider_id = ${id}`.execute(context.db)
    },
  }
}

async function updateProvider(context: Context, encryptor: Encryptor, id: number, body: Values) {
  const current = await lockRecord(context, identity_providers, id)
  const input = inLowerCase(acceptChanges(context, identity_providers, body, current))
  await refuseUnreachable(context, identity_providers, input)
  await judge(context, { ...current, ...input })
  const saved = await updateEncrypted(context, encryptor, CLIENT_SECRETS, { current, input })
  if (saved.updated_at === current.updated_at) return current
  await context.db
    .updateTable('identity_providers')
    .set(savedBy(context))
    .where('identity_provider_id', '=', id)
    .execute()
  // Subjects of another provider, and often of another client, identify other people.
  if (saved.issuer !== current.issuer || saved.client_id !== current.client_id)
    await context.db.deleteFrom('identity_links').where('identity_provider_id', '=', id).execute()
  await holdDomains(context, saved)
  await notifyActor(context)
  return readRecord(context, identity_providers, id)
}

/** The rights that a provider has from now on. */
function savedBy({ actor }: Context) {
  const { user_id, loginType, permissions } = actor
  return { user_id, saved_by_login_type: loginType, saved_by_permissions: [...permissions].sort() }
}

/**
 * Refuses what the actor may not decide: a login type with more rights than theirs, and a domain of users of other companies, who
 * would be sent to this provider. Staff may enter such a domain.
 * @throws Refusal 405, 422
 */
async function judge(
  context: Context,
  { issuer, group_roles, domains, company_id }: NewRecordOf<typeof identity_providers>,
): Promise<void> {
  const { actor, db } = context
  refuseLimited(actor)
  const isPrivateAllowed = (await readSettings(db)).identity_providers_private === 1
  const isAllowed = (isPrivateAllowed ? /^https?:\/\//i : /^https:\/\//i).test(issuer)
  refuseIssues(isAllowed ? [] : [{ field: 'issuer', rule: 'https_only' }])
  for (const { login_type_id } of group_roles?.filter(isGroupRole) ?? [])
    await requireRankForLoginType(context, login_type_id)
  if (isStaff(actor.loginType)) return
  const { rows } = await sql<{ domain: string }>`
    select split_part(lower(username), '@', 2) as domain from users
    where status = 1 and company_id <> all(${await companiesFrom(db, company_id)}::int8[])
      and split_part(lower(username), '@', 2) = any(${domains}) limit 1`.execute(db)
  refuseIssues(
    rows.map(({ domain }) => ({ field: 'domains', rule: 'domain_elsewhere', params: { text: domain } })),
  )
}

/** Takes the domains of an active provider. @throws Refusal 422 for one that another provider has */
async function holdDomains(
  { db }: Context,
  { identity_provider_id, active, domains }: Provider,
): Promise<void> {
  await db
    .deleteFrom('identity_provider_domains')
    .where('identity_provider_id', '=', identity_provider_id)
    .execute()
  if (active !== 1) return
  const { rows } = await sql<{ domain: string }>`
    insert into identity_provider_domains (domain, identity_provider_id)
    select unnest(${[...domains].sort()}::text[]), ${identity_provider_id} on conflict do nothing returning domain`.execute(
    db,
  )
  const taken = domains.find((domain) => !rows.some((row) => row.domain === domain))
  refuseIssues(taken ? [{ field: 'domains', rule: 'domain_taken', params: { text: taken } }] : [])
}

function inLowerCase<T extends Values>(values: T): T {
  const { domains } = values
  if (!Array.isArray(domains)) return values
  return { ...values, domains: [...new Set(domains.map((text) => String(text).toLowerCase()))] }
}

/** A stolen session must not create a lasting access unnoticed. */
async function notifyActor(context: Context): Promise<void> {
  const { user_id } = context.actor
  if (user_id !== null) await notifySignInChange(context, user_id, 'identity_provider')
}
