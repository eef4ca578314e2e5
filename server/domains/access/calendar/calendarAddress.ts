import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { notFound } from '#server/platform/refusal.ts'
import { hashToken, newToken } from '#server/platform/secrets.ts'
import { requireConfirmed } from '../password/confirmPassword.ts'
import {
  ACCOUNT,
  type AccountRow,
  actorOf,
  OF_ACCOUNT,
  type SessionActor,
} from '../sessions/actorOfSession.ts'

/**
 * The actor of a calendar's address: its account as it is now, which can change nothing.
 * @throws Refusal 404 when there is no such address, or its user was deactivated or lost the account.
 */
export async function actorOfCalendar(db: Database, token: string): Promise<SessionActor> {
  const { rows } = await sql<AccountRow>`
    select ${ACCOUNT} from calendars k
      join accounts a on a.account_id = k.account_id
      join users u on u.user_id = a.user_id and u.status = 1
      ${OF_ACCOUNT}
    where k.token_hash = ${hashToken(token)}`.execute(db)
  const row = rows[0]
  if (!row) throw notFound()
  const { actor, networks } = await actorOf(db, row)
  return { ...actor, canSave: false, networks, expires: Number.POSITIVE_INFINITY }
}

/** When the address of the caller's current account was created; null without one. */
export async function readOwnCalendar({ actor, db }: Context): Promise<{ created_at: string } | null> {
  const { rows } = await sql<{ created_at: string }>`
    select k.created_at from calendars k join accounts a on a.account_id = k.account_id
    where a.user_id = ${actor.user_id} and a.company_id = ${actor.company_id}`.execute(db)
  return rows[0] ?? null
}

/**
 * Creates the calendar address of the caller's current account; an older address stops working. Requires the password, because the address would
 * outlive a stolen session.
 * @returns the secret of the address, which is stored as a hash only.
 * @throws Refusal 422 without the password (`current_password`)
 */
export async function makeOwnCalendar(context: Context): Promise<string> {
  requireConfirmed(context)
  const { actor, db, now } = context
  const token = newToken()
  await sql`insert into calendars (account_id, token_hash, created_at)
    select account_id, ${hashToken(token)}, ${now} from accounts
    where user_id = ${actor.user_id} and company_id = ${actor.company_id}
    on conflict (account_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at`.execute(
    db,
  )
  return token
}

/** Ends the address of the caller's current account at once, on every server. */
export async function endOwnCalendar({ actor, db }: Context): Promise<void> {
  await sql`delete from calendars k using accounts a
    where a.account_id = k.account_id and a.user_id = ${actor.user_id} and a.company_id = ${actor.company_id}`.execute(
    db,
  )
}
