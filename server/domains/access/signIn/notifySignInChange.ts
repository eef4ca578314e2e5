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
 * Notifies a user, in the bell and always by mail, that their sign-in has changed. They are notified of their own changes too, because they
 * must learn of a change that they did not make.
 */
export async function notifySignInChange(
  context: Context,
  user_id: number,
  change: SignInChange,
  { byLink = false, writtenTo = null }: Circumstances = {},
): Promise<void> {
  const { actor, now } = context
  const by = byLink ? null : (actor.impersonator ?? actor.user_id)
  const event = { user_id, what: change, by, written_to: writtenTo, at: now.toISOString() }
  await emit(context, 'sign_in.changed', [event])
}
