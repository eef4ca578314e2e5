import { sql } from 'kysely'
import { users } from '#core/domains/access/users.ts'
import { companies } from '#core/domains/companies/companies.ts'
import type { LoginType } from '#core/platform/loginTypes.ts'
import type { Permission } from '#core/platform/modules.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, invalid, notFound } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/history/audit.ts'
import { isStale } from '#server/resources/operations.ts'
import { lockRecord, requireVisible } from '#server/resources/rows.ts'
import { ensureAdministratorRemains } from '../users/ensureAdministratorRemains.ts'
import { refuseOwnRights, requireHeldPermissions, requireRankOverUser } from '../users/requireHigherRank.ts'
import { permissionChanges } from './permissionChanges.ts'

interface Which {
  user_id: number
  company_id: number
}

/** An account's permissions and their sources: each list in order. */
export interface AccountPermissions {
  account_id: number
  company_id: number
  company: string
  login_type_id: LoginType
  template: string[]
  added: string[]
  withdrawn: string[]
  /** Exempt permissions, which need no grant. */
  exempt: string[]
  /** The resulting permissions. */
  permissions: string[]
  /** Last change of the account itself; its template changes independently. */
  updated_at: string
}

/** The permissions of one of a user's accounts. @throws Refusal 404 for one out of reach. */
export async function readAccountPermissions(context: Context, which: Which): Promise<AccountPermissions> {
  await requireVisible(context, users, which.user_id)
  await requireVisible(context, companies, which.company_id)
  const { rows } = await sql<AccountPermissions>`
    select a.account_id, a.company_id, c.company, a.login_type_id,
      coalesce((select permissions from permission_templates t where t.login_type_id = a.login_type_id), '[]') as template,
      a.added_permissions as added, a.withdrawn_permissions as withdrawn,
      array(select permission from permissions where exempt = 1 order by 1) as exempt, permissions_of(a) as permissions,
      a.updated_at
    from accounts a join companies c using (company_id)
    where a.user_id = ${which.user_id} and a.company_id = ${which.company_id}`.execute(context.db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/**
 * Adds permissions to an account beyond its login type's, and withdraws some of the login type's, replacing earlier additions and
 * withdrawals. Takes effect at its next call.
 * @throws Refusal 405 for the actor's own account, one with more rights than the actor, or a permission that the actor lacks; 409 when no
 * administrator would be left, or with the current account, when it changed after `if_updated_at`; 422 for a permission that is both added
 * and withdrawn.
 */
export async function changeAccountPermissions(
  context: Context,
  which: Which,
  body: { added?: readonly Permission[]; withdrawn?: readonly Permission[]; if_updated_at?: string },
): Promise<AccountPermissions> {
  await lockRecord(context, users, which.user_id)
  const before = await readAccountPermissions(context, which)
  if (isStale(before, body)) throw conflict('messages.conflict_changed', undefined, { current: before })
  refuseOwnRights(context, which.user_id)
  await requireRankOverUser(context, which.user_id, which.company_id)
  const { added, withdrawn } = body
  const next = {
    added: sorted(added ?? before.added),
    withdrawn: sorted(withdrawn ?? before.withdrawn),
  }
  if (next.added.some((permission) => next.withdrawn.includes(permission)))
    throw invalid([{ field: 'withdrawn', rule: 'added_and_withdrawn' }])
  const after = await ensureAdministratorRemains(context, async () => {
    await context.db
      .updateTable('accounts')
      .set({ added_permissions: next.added, withdrawn_permissions: next.withdrawn })
      .where('account_id', '=', before.account_id)
      .execute()
    return readAccountPermissions(context, which)
  })
  requireHeldPermissions(context, permissionChanges(before.permissions, after.permissions).granted)
  requireHeldPermissions(context, permissionChanges(before.added, after.added).granted)
  const changes = (['added', 'withdrawn'] as const).flatMap((field) =>
    before[field].join() === after[field].join()
      ? []
      : [{ field: `${field}_permissions`, before: before[field], after: after[field] }],
  )
  if (changes.length > 0) {
    const company = { field: 'company_id', before: null, after: which.company_id }
    await audit(context, users.name, which.user_id, 'permit', [company, ...changes])
  }
  return after
}

function sorted(permissions: readonly string[]): string[] {
  return [...new Set(permissions)].sort()
}
