import { type RawBuilder, sql } from 'kysely'
import type { RefusalReason, SignInMethod } from '#core/domains/access/signIn/signInMethods.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { systemActor } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { lockByName } from '#server/platform/database/locks.ts'
import { tooManyRequests } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/history/audit.ts'

const WINDOW_MINUTES = 15
/** Failures of one name from one address. */
const MAX_FAILURES_PER_PAIR = 10
/** Failures of one name from all addresses from which its user has not signed in lately. */
const MAX_FAILURES_PER_NAME = 50
const MAX_FAILURES_PER_ADDRESS = 50
/** Days for which an address is known after a sign-in. */
const KNOWN_DAYS = 90

export interface Attempt {
  username: string
  address: string
  way: SignInMethod
}

interface Reserved {
  of_pair: number
  of_name: number
  of_address: number
  is_known: boolean
}

/**
 * Reserves an attempt to sign in before it is verified: until it is released it counts like a refused one, so that concurrent attempts are
 * limited like sequential ones. Too many failures of a name from one address block that pair; too many from addresses that are unknown to
 * its user block these addresses, but not the user's own; too many from one address block it, except for users who have signed in there.
 * @param username null without a name: then only the address counts.
 * @param mostOfName failures of a name from unknown addresses.
 * @param db outside of a transaction that a refusal rolls back.
 * @returns a function that releases it, once it was verified and a refusal is recorded.
 * @throws Refusal 429 with the seconds until the block ends.
 */
export function reserveAttempt(
  db: Database,
  { username, address }: { username: string | null; address: string },
  mostOfName = MAX_FAILURES_PER_NAME,
): Promise<() => Promise<void>> {
  const name = username?.toLowerCase() ?? ''
  return db.transaction().execute(async (transaction) => {
    // Always in this order, to avoid deadlocks: the address is locked last.
    if (name !== '') await lockByName(transaction, 'sign_in_names', name)
    await lockByName(transaction, 'sign_in_addresses', address)
    const { rows } = await sql<Reserved>`
      select count(*) filter (where name = ${name} and address = ${address} and name <> '') as of_pair,
        count(*) filter (where name = ${name} and name <> '') as of_name,
        count(*) filter (where address = ${address}) as of_address,
        ${isKnown(name, sql`${address}`)} as is_known
      from sign_in_reservations
      where (name = ${name} or address = ${address}) and reserved_at > now() - interval '1 minute'`.execute(
      transaction,
    )
    const seconds = await secondsToWait(transaction, name, address, firstOf(rows), mostOfName)
    if (seconds !== null) throw tooManyRequests(seconds)
    const created = await sql<{ reservation_id: number }>`
      insert into sign_in_reservations (name, address) values (${name}, ${address}) returning reservation_id`.execute(
      transaction,
    )
    const { reservation_id } = firstOf(created.rows)
    return async () => {
      await sql`delete from sign_in_reservations
        where reservation_id = ${reservation_id} or reserved_at < now() - interval '1 hour'`.execute(db)
    }
  })
}

/** Null: it may be verified. */
async function secondsToWait(
  db: Database,
  name: string,
  address: string,
  { of_pair, of_name, of_address, is_known }: Reserved,
  mostOfName: number,
): Promise<number | null> {
  const ofName = sql`lower(username) = ${name} and ${name} <> ''`
  const limits: [whose: RawBuilder<unknown>, most: number, reserved: number][] = [
    [sql`${ofName} and address = ${address}`, MAX_FAILURES_PER_PAIR, of_pair],
  ]
  if (!is_known) {
    const isStranger = sql`not ${isKnown(name, sql`login_attempts.address`)}`
    limits.push([sql`${ofName} and ${isStranger}`, mostOfName, of_name])
    limits.push([sql`address = ${address}`, MAX_FAILURES_PER_ADDRESS, of_address])
  }
  if (limits.some(([, most, reserved]) => reserved >= most)) return 1
  const ends = limits.map(([whose, most, reserved]) => sql`(${blockEnd(whose, most - Number(reserved))})`)
  const { rows } = await sql<{ seconds: number | null }>`
    select ceil(extract(epoch from max(ends) - now()))::float8 as seconds from (${sql.join(ends, sql` union all `)}) as blocks
    where ends > now()`.execute(db)
  const seconds = rows[0]?.seconds ?? null
  return seconds === null ? null : Math.max(1, seconds)
}

/** Whether the user of that name has signed in from an address lately. */
function isKnown(name: string, address: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from login_attempts known where lower(known.username) = ${name}
    and known.address = ${address} and known.status = 'ok'
    and known.attempted_at > now() - make_interval(days => ${KNOWN_DAYS}))`
}

/** When fewer than `most` failures remain within the window: the oldest counted failure has then left it. */
function blockEnd(whose: RawBuilder<unknown>, most: number): RawBuilder<unknown> {
  return sql`select attempted_at + make_interval(mins => ${WINDOW_MINUTES}) as ends from login_attempts
    where status = 'fail' and attempted_at > now() - make_interval(mins => ${WINDOW_MINUTES}) and ${whose}
    order by attempted_at desc offset ${most - 1} limit 1`
}

/** Records the result of a sign-in attempt; written on its own, so that a refusal does not roll it back. */
export async function recordAttempt(
  db: Database,
  { username, address, way }: Attempt,
  status: 'ok' | 'fail',
  reason: RefusalReason | null,
): Promise<void> {
  await sql`insert into login_attempts (username, address, status, reason, way, company_id)
    values (${username.slice(0, 100)}, ${address}, ${status}, ${reason}, ${way},
      (select company_id from users where lower(username) = lower(${username})))`.execute(db)
  if (status === 'fail') await auditRefusal(db, { username, address, way }, reason)
}

/** A refused sign-in in the history of the user with that name. The typed name is left out, as it may be a password. */
async function auditRefusal(
  db: Database,
  { username, address, way }: Attempt,
  reason: RefusalReason | null,
): Promise<void> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from users where lower(username) = lower(${username})`.execute(db)
  const values = { way, address, reason }
  const changes = Object.entries(values).map(([field, after]) => ({ field, before: null, after }))
  const context = { actor: systemActor, db, now: new Date() }
  await audit(context, 'users', rows[0]?.user_id ?? null, 'sign_in_refused', changes)
}
