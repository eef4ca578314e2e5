import type { Context } from '#server/platform/context.ts'
import { invalid, notPermitted } from '#server/platform/refusal.ts'
import { verifyPassword } from '#server/platform/secrets.ts'
import { recordAttempt, reserveAttempt } from '../signIn/throttleSignIn.ts'

/**
 * Verifies that the user themselves changes their sign-in, not another person at their open screen. It must not run in a
 * transaction that a refusal rolls back.
 * @throws Refusal 422 (`current_password`), 429
 */
export async function confirmPassword(
  { actor, db }: Pick<Context, 'actor' | 'db'>,
  password: string,
  address: string,
): Promise<void> {
  const attempt = { username: actor.username, address, way: 'password' as const }
  const release = await reserveAttempt(db, attempt)
  try {
    const rows = await db
      .selectFrom('users')
      .select('password')
      .where('user_id', '=', actor.user_id)
      .execute()
    if (await verifyPassword(rows[0]?.password, password)) return
    await recordAttempt(db, attempt, 'fail', 'wrong_password')
    throw invalid([{ field: 'current_password', rule: 'password_wrong' }])
  } finally {
    await release()
  }
}

/**
 * Refuses to change a user's sign-in unless their current password came with the call, or their identity provider authenticated them within
 * the last minutes: a stolen session must not take over the account.
 * @throws Refusal 422 (`current_password`); 405 to an impersonator or an API key
 */
export function requireConfirmed({ actor, isConfirmed, now }: Context): void {
  if (actor.impersonator !== null || actor.api_key_id !== null) throw notPermitted()
  if (isConfirmed) return
  const { confirmed_until } = actor
  if (confirmed_until && now.getTime() < Date.parse(confirmed_until)) return
  const rule = confirmed_until ? 'provider_required' : 'password_required'
  throw invalid([{ field: 'current_password', rule }])
}

/**
 * Like `requireConfirmed`, but only for the caller's own account or their impersonator's. Changing other accounts takes a permission,
 * and is never possible with an API key.
 */
export function requireConfirmedIfOwn(context: Context, user_id: number): void {
  const { actor } = context
  if (actor.api_key_id !== null) throw notPermitted()
  if (actor.user_id !== null && (user_id === actor.user_id || user_id === actor.impersonator))
    requireConfirmed(context)
}
