import fs from 'node:fs'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import { projectRoot } from './projectRoot.ts'

/** One lock for all servers of a database: whoever comes second waits and then finds nothing left to do. */
const MIGRATION_LOCK = 7_117_301

/**
 * Brings the database's tables up to date: plain SQL files, in the order of their names, each once, each in a
 * transaction of its own. A file that was applied is never changed afterwards.
 * @returns the names of the files that were applied now.
 */
export async function migrate(
  db: Kysely<any>,
  folder = path.join(projectRoot, 'db/migrations'),
): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(connection)
    try {
      await sql`create table if not exists migrations (
        name text primary key, applied_at timestamptz not null default now())`.execute(connection)
      const { rows } = await sql<{ name: string }>`select name from migrations`.execute(connection)
      const done = new Set(rows.map((row) => row.name))
      const files = fs
        .readdirSync(folder)
        .filter((name) => name.endsWith('.sql'))
        .sort()
      const waiting = files.filter((name) => !done.has(name))
      for (const name of waiting) await applyMigration(connection, folder, name)
      return waiting
    } finally {
      await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.execute(connection)
    }
  })
}

async function applyMigration(connection: Kysely<any>, folder: string, name: string): Promise<void> {
  await connection.transaction().execute(async (transaction) => {
    await sql.raw(fs.readFileSync(path.join(folder, name), 'utf8')).execute(transaction)
    await sql`insert into migrations (name) values (${name})`.execute(transaction)
  })
}
