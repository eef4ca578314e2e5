import { sql } from 'kysely'
import type { Database } from '#server/platform/database.ts'
import { LOCKS } from '#server/platform/locks.ts'

/**
 * Does work that makes and scores forecasts of the past, one server at a time. As long as it goes on, whoever reads how right
 * forecasts were is told that more is to come, on every server.
 */
export function whileFillingRecord(db: Database, work: () => Promise<void>): Promise<void> {
  return db.connection().execute(async (own) => {
    await sql`select pg_advisory_lock(${LOCKS.past_forecasts})`.execute(own)
    try {
      await work()
    } finally {
      // Of a connection that was cut meanwhile the lock is gone already: when the server stops all are, and when the listener has heard
      // nothing of the database for too long. What was done stays done.
      await sql`select pg_advisory_unlock(${LOCKS.past_forecasts})`.execute(own).catch(() => {})
    }
  })
}

/** Whether that goes on now, on whichever server. */
export async function isFillingRecord(db: Database): Promise<boolean> {
  const { rows } = await sql<{ is_filling: boolean }>`
    select exists (select from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())
      and classid = 0 and objid = ${sql.lit(LOCKS.past_forecasts)}) as is_filling`.execute(db)
  return rows[0]!.is_filling
}
