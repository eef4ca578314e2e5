import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/events.ts'

/** What can change of how somebody signs in and where he is written to: the texts below `told.sign_in_changed`. */
type SignInChange =
  | 'password'
  | 'username'
  | 'email'
  | 'totp_added'
  | 'totp_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'recovery_codes_renewed'
  | 'second_factor_reset'
  | 'badge_issued'

interface Circumstances {
  /** Done with a link that was mailed to him, without anybody being signed in. */
  byLink?: boolean
  /** Where he was written to until now, when that has changed: it is told there too. */
  writtenTo?: string | null
}

/**
 * Tells a user, in his bell and always by mail, that how he signs in has changed, whoever did it: who did not do it
 * himself must hear of it.
 */
export async function notifySignInChange(
  context: Context,
  user_id: number,
  what: SignInChange,
  { byLink = false, writtenTo = null }: Circumstances = {},
): Promise<void> {
  const { actor, now } = context
  const by = byLink ? null : (actor.impersonator ?? actor.user_id)
  const change = { user_id, what, by, written_to: writtenTo, at: now.toISOString() }
  await emit(context, 'sign_in.changed', [change])
}
