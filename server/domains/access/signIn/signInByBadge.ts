import { sql } from 'kysely'
import type { BadgeKind } from '#core/domains/access/badges.ts'
import type { Context } from '#server/platform/context.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import { wrongCredentials } from '#server/platform/refusal.ts'
import type { NewSession, SignInOrigin } from '../sessions/openSession.ts'
import { hashesOfBadge } from '../users/badges.ts'
import { type AuthenticatedUser, completeSignIn, type SecondFactorRequired } from './completeSignIn.ts'
import { recordAttempt, reserveAttempt } from './throttleSignIn.ts'

/**
 * Signs in by an RFID badge or a QR code. An unknown value is recorded as a part of its keyed hash: it can be counted, but not read.
 * Unknown badges, revoked badges and badges of deactivated users get the same response.
 * @throws Refusal 401, 429
 */
export async function signInByBadge(
  context: Context,
  encryptor: Encryptor,
  { kind, value }: { kind: BadgeKind; value: string },
  origin: Omit<SignInOrigin, 'way'>,
): Promise<NewSession | SecondFactorRequired> {
  const { db } = context
  const hashes = hashesOfBadge(encryptor, kind, value)
  const { rows } = await sql<AuthenticatedUser & { status: number }>`
    select u.user_id, u.username, u.status from badges b join users u using (user_id)
    where b.kind = ${kind} and b.value_hash = any(${hashes})`.execute(db)
  const user = rows[0]
  const username = user?.username ?? `${kind}:${hashes[0].toString('hex').slice(0, 32)}`
  const attempt = { username, address: origin.address, way: kind }
  const release = await reserveAttempt(db, attempt, MAX_FAILURES_OF_BADGE)
  try {
    if (user?.status !== 1) {
      await recordAttempt(db, attempt, 'fail', user ? 'deactivated' : 'unknown_badge')
      throw wrongCredentials()
    }
    // A hash of an earlier key is replaced by one of the current key when the badge is shown.
    await sql`update badges set value_hash = ${hashes[0]}
      where user_id = ${user.user_id} and kind = ${kind} and value_hash <> ${hashes[0]}`.execute(db)
    return await completeSignIn(context, user, { ...origin, way: kind })
  } finally {
    await release()
  }
}

/** Failures of one value, at any reader. */
const MAX_FAILURES_OF_BADGE = 10
