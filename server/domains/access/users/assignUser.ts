import { sql } from 'kysely'
import { users } from '#core/domains/access/users.ts'
import { companies } from '#core/domains/companies/companies.ts'
import type { LoginType } from '#core/platform/loginTypes.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, notFound } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/history/audit.ts'
import { lockRecord, readRecord, requireVisible } from '#server/resources/rows.ts'
import { ensureAdministratorRemains } from './ensureAdministratorRemains.ts'
import {
  refuseOwnRights,
  requireRankForLoginType,
  requireRankOverUser,
  withholdWhatIsClosed,
} from './requireHigherRank.ts'

interface Assignment {
  company_id: number
  user_id: number
}

/**
 * Gives a user an account in a company other than their own, or another login type there.
 * @param loginType the user's own by default.
 * @throws Refusal 404 for a user or company out of reach, 405 for a right that the actor may not hand out.
 */
export async function assignUser(
  context: Context,
  { company_id, user_id }: Assignment,
  loginType?: LoginType,
): Promise<RecordOf<typeof users>> {
  await requireVisible(context, companies, company_id)
  const user = await lockRecord(context, users, user_id)
  refuseHome(user, company_id)
  refuseOwnRights(context, user_id)
  const login_type_id = loginType ?? user.login_type_id
  await requireRankForLoginType(context, login_type_id)
  await requireRankOverUser(context, user_id, company_id)
  const before = await loginTypeIn(context, { company_id, user_id })
  await ensureAdministratorRemains(context, () =>
    sql`insert into accounts (user_id, company_id, login_type_id)
      values (${user_id}, ${company_id}, ${login_type_id})
      on conflict (user_id, company_id) do update set login_type_id = excluded.login_type_id`.execute(
      context.db,
    ),
  )
  if (before !== login_type_id) {
    await withholdWhatIsClosed(context, { company_id, user_id })
    await audit(context, users.name, user_id, 'assign', [
      { field: 'company_id', before: before === undefined ? null : company_id, after: company_id },
      { field: 'login_type_id', before: before ?? null, after: login_type_id },
    ])
  }
  return readRecord(context, users, user_id)
}

/**
 * Removes a user's account in a company; their sessions there end.
 * @throws Refusal 404 without such an account; 409 for their own company.
 */
export async function unassignUser(context: Context, { company_id, user_id }: Assignment): Promise<void> {
  await requireVisible(context, companies, company_id)
  refuseHome(await lockRecord(context, users, user_id), company_id)
  refuseOwnRights(context, user_id)
  const before = await loginTypeIn(context, { company_id, user_id })
  if (before === undefined) throw notFound()
  await requireRankOverUser(context, user_id, company_id)
  await ensureAdministratorRemains(context, () =>
    sql`delete from accounts where user_id = ${user_id} and company_id = ${company_id}`.execute(context.db),
  )
  await audit(context, users.name, user_id, 'unassign', [
    { field: 'company_id', before: company_id, after: null },
  ])
}

/** The account in the home company belongs to the user and is changed there. */
function refuseHome(user: { company_id: number }, company_id: number): void {
  if (user.company_id === company_id) throw conflict('messages.home_account')
}

async function loginTypeIn(
  { db }: Context,
  { company_id, user_id }: Assignment,
): Promise<LoginType | undefined> {
  const { rows } = await sql<{ login_type_id: LoginType }>`
    select login_type_id from accounts where user_id = ${user_id} and company_id = ${company_id}`.execute(db)
  return rows[0]?.login_type_id
}
