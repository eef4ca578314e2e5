import { type RawBuilder, sql } from 'kysely'
import type { RefusalReason, Way } from '#core/domains/access/ways.ts'
import { productItself } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database.ts'
import { tooMany } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/audit.ts'

const WINDOW_MINUTES = 15
const FAILURES_OF_A_NAME = 10
const FAILURES_OF_AN_ADDRESS = 50

export interface Attempt {
  username: string
  address: string
  way: Way
}

/**
 * @param username null where no name is given: then only the address counts.
 * @throws Refusal 429 when a name failed 10 times, or an address 50 times, within the last 15 minutes; it says after how
 * many seconds neither is so any more.
 */
export async function throttleSignIn(
  db: Database,
  { username, address }: { username: string | null; address: string },
): Promise<void> {
  const { rows } = await sql<{ seconds: number | null }>`
    select ceil(extract(epoch from max(ends) - now())) as seconds from (
      (${blockEnd(sql`lower(username) = lower(${username})`, FAILURES_OF_A_NAME)})
      union all
      (${blockEnd(sql`address = ${address}`, FAILURES_OF_AN_ADDRESS)})
    ) as blocks where ends > now()`.execute(db)
  const seconds = rows[0]?.seconds ?? null
  if (seconds !== null) throw tooMany(Math.max(1, Number(seconds)))
}

/** When so many failures no longer lie within the window: as soon as the last one that is too many leaves it. */
function blockEnd(whose: RawBuilder<unknown>, most: number): RawBuilder<unknown> {
  return sql`select attempted_at + make_interval(mins => ${WINDOW_MINUTES}) as ends from login_attempts
    where status = 'fail' and attempted_at > now() - make_interval(mins => ${WINDOW_MINUTES}) and ${whose}
    order by attempted_at desc offset ${most - 1} limit 1`
}

/** Keeps what came of an attempt to sign in; written on its own, so that a refusal does not undo it. */
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

/** A refused sign-in in the history of who is called so. What was typed stays out: it may be a password. */
async function auditRefusal(
  db: Database,
  { username, address, way }: Attempt,
  reason: RefusalReason | null,
): Promise<void> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from users where lower(username) = lower(${username})`.execute(db)
  const said = { way, address, reason }
  const changes = Object.entries(said).map(([field, after]) => ({ field, before: null, after }))
  const context = { actor: productItself, db, now: new Date() }
  await audit(context, 'users', rows[0]?.user_id ?? null, 'sign_in_refused', changes)
}
