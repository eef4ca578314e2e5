import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type BadgeKind, badgeKindOf, normalBadge, qrCodeOf } from '#core/domains/access/badges.ts'
import { users } from '#core/domains/access/users.ts'
import type { Context } from '#server/platform/context.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import { invalid, notFound } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/history/audit.ts'
import { lockRecord, requireVisible } from '#server/resources/rows.ts'
import { requireConfirmedIfOwn } from '../password/confirmPassword.ts'
import { notifySignInChange } from '../signIn/notifySignInChange.ts'
import { recordAttempt, reserveAttempt } from '../signIn/throttleSignIn.ts'
import { mayChangeSignIn, requireMaySignInAs } from './requireHigherRank.ts'

export type Badges = Record<BadgeKind, { issued_at: string } | null>

/**
 * The hashes of a badge's value by the current key and by earlier ones; a lookup accepts any of them. Each kind has separate hashes, so that
 * neither is accepted for the other.
 */
export function hashesOfBadge(encryptor: Encryptor, kind: BadgeKind, value: string): BadgeHashes {
  return encryptor.digests(normalBadge(value), `badge:${kind}`)
}

export type BadgeHashes = ReturnType<Encryptor['digests']>

/** A user's badges with their dates, and whether the actor may change them. @throws Refusal 404 */
export async function readBadges(
  context: Context,
  user_id: number,
): Promise<{ badges: Badges; may_change: boolean }> {
  await requireVisible(context, users, user_id)
  const rows = await context.db
    .selectFrom('badges')
    .select(['kind', 'issued_at'])
    .where('user_id', '=', user_id)
    .execute()
  const of = (kind: BadgeKind) => {
    const found = rows.find((row) => row.kind === kind)
    return found ? { issued_at: found.issued_at } : null
  }
  return { badges: { rfid: of('rfid'), qr: of('qr') }, may_change: await mayChangeSignIn(context, user_id) }
}

/**
 * Gives a user an RFID badge that replaces an earlier one. Guessing numbers to find one in use is blocked as at sign-in, so it must not run
 * in a transaction that a refusal rolls back.
 * @throws Refusal 404, 405, 422 (`rfid`), 429
 */
export async function issueRfid(
  context: Context,
  encryptor: Encryptor,
  { user_id, rfid, address }: { user_id: number; rfid: string; address: string },
): Promise<void> {
  await lockUser(context, user_id)
  requireConfirmedIfOwn(context, user_id)
  if (badgeKindOf(rfid) !== 'rfid') throw invalid([{ field: 'rfid', rule: 'format' }])
  const attempt = { username: context.actor.username, address, way: 'rfid' as const }
  const release = await reserveAttempt(context.db, attempt)
  try {
    if (await keepBadge(context, user_id, 'rfid', hashesOfBadge(encryptor, 'rfid', rfid))) return
    await recordAttempt(context.db, attempt, 'fail', 'badge_taken')
    throw invalid([{ field: 'rfid', rule: 'unique' }])
  } finally {
    await release()
  }
}

/** Gives a user a QR code that replaces an earlier one. @returns the code, which is shown only once. */
export async function issueQr(context: Context, encryptor: Encryptor, user_id: number): Promise<string> {
  await lockUser(context, user_id)
  requireConfirmedIfOwn(context, user_id)
  const code = qrCodeOf(randomBytes(32).toString('hex'))
  await keepBadge(context, user_id, 'qr', hashesOfBadge(encryptor, 'qr', code))
  return code
}

/** Revokes a user's badge; sessions that it opened end. @throws Refusal 404, 405 */
export async function revokeBadge(context: Context, user_id: number, kind: BadgeKind): Promise<void> {
  await lockUser(context, user_id)
  const { rows } = await sql`
    delete from badges where user_id = ${user_id} and kind = ${kind} returning user_id`.execute(context.db)
  if (rows.length === 0) throw notFound()
  await endSessionsOf(context, user_id, kind)
  await audit(context, 'users', user_id, `${kind}_revoked`)
}

async function lockUser(context: Context, user_id: number): Promise<void> {
  await lockRecord(context, users, user_id)
  await requireMaySignInAs(context, user_id)
}

/** @returns false when another user has that badge. */
async function keepBadge(
  context: Context,
  user_id: number,
  kind: BadgeKind,
  hashes: BadgeHashes,
): Promise<boolean> {
  const { rows } = await sql`
    insert into badges (user_id, kind, value_hash, issued_by)
    select ${user_id}, ${kind}, ${hashes[0]}, ${context.actor.user_id}
    where not exists (select from badges where value_hash = any(${hashes}) and user_id <> ${user_id})
    on conflict (user_id, kind) do update
      set value_hash = excluded.value_hash, issued_at = now(), issued_by = excluded.issued_by
    returning user_id`.execute(context.db)
  if (rows.length === 0) return false
  await endSessionsOf(context, user_id, kind)
  await audit(context, 'users', user_id, `${kind}_issued`)
  await notifySignInChange(context, user_id, 'badge_issued')
  return true
}

async function endSessionsOf({ db, actor }: Context, user_id: number, way: BadgeKind): Promise<void> {
  await sql`
    update sessions set revoked_at = now()
    where user_id = ${user_id} and way = ${way} and session_id is distinct from ${actor.session_id}
      and revoked_at is null`.execute(db)
}
