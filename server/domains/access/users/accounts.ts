import { sql } from 'kysely'
import type { limitAccountToDevices, listOwnAccounts as listOwn } from '#core/domains/access/accountCalls.ts'
import { users } from '#core/domains/access/users.ts'
import { companies } from '#core/domains/companies/companies.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { tags } from '#core/domains/devices/tags.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Resource } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, notFound, notPermitted } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/history/audit.ts'
import { isStale } from '#server/resources/operations.ts'
import { lockRecord, requireVisible, rowsOf } from '#server/resources/rows.ts'
import { ensureAdministratorRemains } from './ensureAdministratorRemains.ts'
import { refuseOwnRights, requireRankOverUser } from './requireHigherRank.ts'

type Account = ResponseOf<typeof limitAccountToDevices>['account']

/** A record to which an account is limited, by its name. */
interface Limit {
  id: number
  title: string
}

/** The companies in which the user can work; `is_current` is that of this session. */
export async function listOwnAccounts({
  actor,
  db,
}: Context): Promise<ResponseOf<typeof listOwn>['accounts']> {
  const accounts = await accountsOf({ db }, actor.user_id ?? 0)
  return accounts.map(({ company_id, company, login_type_id, is_home }) => ({
    company_id,
    company,
    login_type_id,
    is_home,
    is_current: company_id === actor.company_id ? 1 : 0,
  }))
}

/** The accounts of a user, in the companies that the actor may see. */
export async function listAccounts(
  context: Context,
  user_id: number,
): Promise<(Account & { devices: Limit[]; tags: Limit[] })[]> {
  await requireVisible(context, users, user_id)
  const { companies: reach } = context.actor
  const accounts = await accountsOf(context, user_id)
  const seen = accounts.filter(({ company_id }) => reach === 'all' || reach.includes(company_id))
  const [limitDevices, limitTags] = await Promise.all([
    namesOf(
      context,
      devices,
      seen.flatMap(({ limit_devices }) => limit_devices),
    ),
    namesOf(
      context,
      tags,
      seen.flatMap(({ limit_tags }) => limit_tags),
    ),
  ])
  return seen.map((account) => ({
    ...account,
    devices: limitDevices.filter(({ id }) => account.limit_devices.includes(id)),
    tags: limitTags.filter(({ id }) => account.limit_tags.includes(id)),
  }))
}

/** The names of these records, as far as the actor may see them. */
async function namesOf(context: Context, resource: Resource, ids: readonly number[]): Promise<Limit[]> {
  if (ids.length === 0) return []
  const title = sql.ref(`${resource.name}.${resource.title}`)
  const name = resource === devices ? sql`coalesce(device_label(devices), ${title})` : title
  const id = sql.ref(`${resource.name}.${resource.id}`)
  return rowsOf(context, resource)
    .select([sql`${id}`.as('id'), sql`${name}`.as('title')])
    .where(sql<boolean>`${id} = any(${[...new Set(ids)]})`)
    .orderBy('title')
    .$castTo<Limit>()
    .execute()
}

/**
 * Switches this session to another account of its user, with its rights, at once on every server.
 * @throws Refusal 404 without such an account; 405 for an impersonator.
 */
export async function switchAccount(context: Context, company_id: number): Promise<void> {
  const { actor, db } = context
  if (actor.impersonator !== null) throw notPermitted()
  const { rows } = await sql<{ account_id: number }>`
    update sessions s set account_id = a.account_id from accounts a
    where s.session_id = ${actor.session_id} and a.user_id = s.user_id and a.company_id = ${company_id}
    returning a.account_id`.execute(db)
  if (rows.length === 0) throw notFound()
  await audit(context, 'accounts', firstOf(rows).account_id, 'switch', [
    { field: 'company_id', before: actor.company_id, after: company_id },
  ])
}

/**
 * Limits an account to devices or tags, replacing earlier ones; an empty list removes the limit.
 * @throws Refusal 405 for the actor's own account, and for a limited actor; 409 when the account changed after `if_updated_at`.
 */
export async function limitAccount(
  context: Context,
  { user_id, company_id }: { user_id: number; company_id: number },
  limit: 'devices' | 'tags',
  ids: readonly number[],
  read: { if_updated_at?: string | undefined } = {},
): Promise<Account> {
  const account = await lockChangeableAccount(context, user_id, company_id)
  if (isStale(account, read)) throw conflict('messages.conflict_changed', undefined, { current: account })
  const resource: Resource = limit === 'devices' ? devices : tags
  const requested = [...new Set(ids)].sort((a, b) => a - b)
  for (const id of requested) await requireVisible(context, resource, id)
  const column = limit === 'devices' ? 'limit_devices' : 'limit_tags'
  const { rows } = await ensureAdministratorRemains(context, () =>
    sql<{ updated_at: string }>`
      update accounts set ${sql.ref(column)} = ${requested} where account_id = ${account.account_id}
      returning updated_at`.execute(context.db),
  )
  await audit(context, 'accounts', account.account_id, 'update', [
    { field: column, before: account[column], after: requested },
  ])
  return { ...account, [column]: requested, updated_at: firstOf(rows).updated_at }
}

/** An account that the actor may change: of a visible user, in a visible company, with no more rights than the actor. */
async function lockChangeableAccount(
  context: Context,
  user_id: number,
  company_id: number,
): Promise<Account> {
  await requireVisible(context, companies, company_id)
  await lockRecord(context, users, user_id)
  const account = (await accountsOf(context, user_id)).find((item) => item.company_id === company_id)
  if (!account) throw notFound()
  refuseOwnRights(context, user_id)
  await requireRankOverUser(context, user_id, company_id)
  return account
}

async function accountsOf({ db }: Pick<Context, 'db'>, user_id: number): Promise<Account[]> {
  const { rows } = await sql<Account>`
    select a.account_id, a.company_id, c.company, a.login_type_id,
      to_json(a.limit_devices) as limit_devices, to_json(a.limit_tags) as limit_tags,
      (a.company_id = u.company_id)::int as is_home, a.updated_at
    from accounts a join companies c using (company_id) join users u using (user_id)
    where a.user_id = ${user_id} order by lower(c.company)`.execute(db)
  return [...rows]
}
