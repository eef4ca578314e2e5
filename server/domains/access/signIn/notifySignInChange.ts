import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/jobs/events.ts'

/** Changes of a user's sign-in and mail address: the texts below `notification_texts.sign_in_changed`. */
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
  | 'api_key_created'
  | 'single_sign_on'
  | 'identity_provider'
  | 'webhook_secret'

interface Circumstances {
  /** Done with a mailed link, without a signed-in user. */
  byLink?: boolean
  /** The previous mail address, if it has changed: it is notified too. */
  writtenTo?: string | null
}

/**
 * Notifies a user, in the bell and always by mail, that their sign-in has changed, also by others: a user who did not do it must learn of
 * it.
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
