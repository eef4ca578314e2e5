import { sql } from 'kysely'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Database } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/database/locks.ts'

/**
 * Runs work that recreates and scores past forecasts, on one server at a time. In the meantime, readers of forecast accuracy on every
 * server see that more results are coming.
 */
export function whileFillingRecord(db: Database, work: () => Promise<void>): Promise<void> {
  return db.connection().execute(async (own) => {
    await sql`select pg_advisory_lock(${LOCKS.past_forecasts})`.execute(own)
    try {
      await work()
    } finally {
      // A lost connection releases the lock: when the server stops, or when the listener has no answer from
      // the database for too long. Finished work stays.
      await sql`select pg_advisory_unlock(${LOCKS.past_forecasts})`.execute(own).catch(() => {})
    }
  })
}

/** Whether that work is running on any server. */
export async function isFillingRecord(db: Database): Promise<boolean> {
  const { rows } = await sql<{ is_filling: boolean }>`
    select exists (select from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())
      and classid = 0 and objid = ${sql.lit(LOCKS.past_forecasts)}) as is_filling`.execute(db)
  return firstOf(rows).is_filling
}
