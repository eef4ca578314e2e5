import { users } from '#core/domains/access/users.ts'
import type { Context } from '#server/platform/context.ts'
import { audit } from '#server/resources/history/audit.ts'
import { lockRecord, requireVisible } from '#server/resources/rows.ts'
import { requireConfirmedIfOwn } from '../password/confirmPassword.ts'
import { endOtherSessions } from '../sessions/endSessions.ts'
import { notifySignInChange } from '../signIn/notifySignInChange.ts'
import { requireMaySignInAs } from '../users/requireHigherRank.ts'
import { readSecondFactor, removeSecondFactor, type SecondFactor } from './secondFactor.ts'

/** Removes the second factor of a user who has lost it; their sessions end. @throws Refusal 404, 405 */
export async function resetSecondFactor(context: Context, user_id: number): Promise<void> {
  await lockRecord(context, users, user_id)
  await requireMaySignInAs(context, user_id)
  requireConfirmedIfOwn(context, user_id)
  await removeSecondFactor(context.db, user_id)
  await endOtherSessions(context, user_id)
  await audit(context, 'users', user_id, 'second_factor_reset')
  await notifySignInChange(context, user_id, 'second_factor_reset')
}

/** Another user's second factor. @throws Refusal 404 */
export async function readSecondFactorOf(context: Context, user_id: number): Promise<SecondFactor> {
  await requireVisible(context, users, user_id)
  return readSecondFactor(context.db, user_id)
}
