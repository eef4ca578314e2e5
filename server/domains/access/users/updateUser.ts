import { sql } from 'kysely'
import { users } from '#core/domains/access/users.ts'
import type { Values } from '#core/platform/values.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { notPermitted } from '#server/platform/refusal.ts'
import { acceptChanges } from '#server/resources/changes/validate.ts'
import { removeRecord, updateRecord } from '#server/resources/operations.ts'
import { lockRecord } from '#server/resources/rows.ts'
import { choosePassword, ownerOfNewPassword } from '../password/choosePassword.ts'
import { requireConfirmedIfOwn } from '../password/confirmPassword.ts'
import { endSessionsAfterPasswordChange } from '../sessions/endSessions.ts'
import { notifySignInChange } from '../signIn/notifySignInChange.ts'
import { ensureAdministratorRemains } from './ensureAdministratorRemains.ts'
import {
  isBoundToNetworks,
  refuseOwnRights,
  requireMaySignInAs,
  requireRankForLoginType,
  requireRankOverUser,
  withholdWhatIsClosed,
} from './requireHigherRank.ts'

/** Fields that decide a user's rights and allowed networks. */
const RIGHTS = ['login_type_id', 'company_id', 'restrict_login_location', 'owner'] as const

/**
 * Changes a user; a new password ends the user's other sessions, a new home account takes its login type. A user who moves to another
 * company loses the account in the previous one, with its sessions and API keys.
 */
export async function updateUser(
  context: Context,
  id: number,
  body: Values,
): Promise<RecordOf<typeof users>> {
  const current = await lockRecord(context, users, id)
  const changes = acceptChanges(context, users, body, current)
  if (RIGHTS.some((name) => name in changes && changes[name] !== current[name])) refuseOwnRights(context, id)
  await requireRankOverUser(context, id)
  const isSignInChanged =
    changes.password !== undefined || (changes.username ?? current.username) !== current.username
  if (isSignInChanged) {
    await requireMaySignInAs(context, id)
    requireConfirmedIfOwn(context, id)
  }
  const isFreed = current.restrict_login_location === 1 && changes.restrict_login_location === 0
  if (isFreed && (await isBoundToNetworks(context, context.actor))) throw notPermitted()
  const { login_type_id = current.login_type_id, company_id = current.company_id } = changes
  const areRightsNew = login_type_id !== current.login_type_id || company_id !== current.company_id
  if (areRightsNew) await requireRankForLoginType(context, login_type_id)
  const password =
    changes.password === undefined ? {} : await newPassword(context, { ...current, ...changes }, body)
  return ensureAdministratorRemains(context, async () => {
    const user = await updateRecord(context, users, id, { ...changes, ...password })
    if (changes.password !== undefined) await notifySignInChange(context, id, 'password')
    if (user.username !== current.username) {
      await notifySignInChange(context, id, 'username', { writtenTo: addressIn(current.username) })
      // Identity providers find the user by the new name at the next sign-in.
      await context.db.deleteFrom('identity_links').where('user_id', '=', id).execute()
    }
    await saveHomeAccount(context, user, current.company_id)
    if (areRightsNew) await withholdWhatIsClosed(context, user)
    return user
  })
}

/** Gives the account in the user's own company their login type; a user who moves loses the one in the previous company. */
async function saveHomeAccount(
  { db }: Context,
  { user_id, company_id, login_type_id }: RecordOf<typeof users>,
  previous_company_id: number,
): Promise<void> {
  await sql`insert into accounts (user_id, company_id, login_type_id) values (${user_id}, ${company_id}, ${login_type_id})
    on conflict (user_id, company_id) do update set login_type_id = excluded.login_type_id`.execute(db)
  if (company_id !== previous_company_id)
    await sql`delete from accounts where user_id = ${user_id} and company_id = ${previous_company_id}`.execute(
      db,
    )
}

/** Archives a user, who can no longer sign in. @throws Refusal 405 for one with more rights, 409 for the last administrator. */
export async function removeUser(context: Context, id: number): Promise<void> {
  await lockRecord(context, users, id)
  await requireRankOverUser(context, id)
  await ensureAdministratorRemains(context, () => removeRecord(context, users, id))
}

async function newPassword(context: Context, user: RecordOf<typeof users>, body: Values) {
  const password = await choosePassword(context, body, await ownerOfNewPassword(context, user))
  await endSessionsAfterPasswordChange(context, user.user_id)
  return { password }
}

/** The username, if it is a mail address. */
function addressIn(username: string): string | null {
  return username.includes('@') ? username : null
}
