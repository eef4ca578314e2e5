import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { audit } from '#server/resources/history/audit.ts'
import { endSessionsAfterPasswordChange } from '../sessions/endSessions.ts'
import { notifySignInChange } from '../signIn/notifySignInChange.ts'
import { requireRepeatedPassword } from '../users/createUser.ts'
import { choosePassword, ownerOfPassword } from './choosePassword.ts'
import { requireConfirmed } from './confirmPassword.ts'

/**
 * Changes the caller's own password; all their other sessions end.
 * @throws Refusal 422 with the invalid field, 429
 */
export async function changeOwnPassword(context: Context, body: { password?: unknown }): Promise<void> {
  requireConfirmed(context)
  requireRepeatedPassword(body)
  const owner = await ownerOfPassword(context, context.actor.user_id ?? 0)
  const password = await choosePassword(context, body, owner)
  await context.db.transaction().execute(async (db) => {
    const inside = { ...context, db }
    await db
      .updateTable('users')
      .set({ password, updated_at: sql`now()` })
      .where('user_id', '=', context.actor.user_id)
      .execute()
    await endSessionsAfterPasswordChange(inside, context.actor.user_id ?? 0)
    await audit(inside, 'users', context.actor.user_id, 'update', [
      { field: 'password', before: '[secret]', after: '[secret]' },
    ])
    await notifySignInChange(inside, context.actor.user_id ?? 0, 'password')
  })
}
