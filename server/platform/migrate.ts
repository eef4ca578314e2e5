import fs from 'node:fs'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import { LOCKS } from './locks.ts'
import { projectRoot } from './projectRoot.ts'

export const MIGRATIONS = path.join(projectRoot, 'db/migrations')
export const MIGRATIONS_TABLE = `create table if not exists migrations (
  name text primary key, applied_at timestamptz not null default now())`

/** Why the tables cannot be used or brought up to date, in words for whoever runs the product. */
export class WrongSchema extends Error {}

/**
 * Brings the database's tables up to date: plain SQL files, in the order of their names, each once, each in a
 * transaction of its own. A file that was applied is never changed afterwards. Of several servers that start together one
 * does it; the others wait, and then find nothing left to do.
 * @returns the names of the files that were applied now.
 * @throws WrongSchema when a newer release has been here, whose tables this one does not know, or when a file fails.
 */
export async function migrate(db: Kysely<any>, folder = MIGRATIONS): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${LOCKS.migrations})`.execute(connection)
    try {
      await sql.raw(MIGRATIONS_TABLE).execute(connection)
      const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(
        connection,
      )
      const files = fs
        .readdirSync(folder)
        .filter((name) => name.endsWith('.sql'))
        .sort()
      refuseNewer(rows, files)
      const done = new Set(rows.map((row) => row.name))
      const waiting = files.filter((name) => !done.has(name))
      for (const name of waiting) await applyMigration(connection, folder, name)
      return waiting
    } finally {
      await sql`select pg_advisory_unlock(${LOCKS.migrations})`.execute(connection)
    }
  })
}

/** An older release would write into tables that it does not know: it is told before it changes anything. */
function refuseNewer(applied: readonly { name: string }[], files: readonly string[]): void {
  const known = new Set(files)
  const unknown = applied.filter(({ name }) => !known.has(name))
  if (unknown.length === 0) return
  throw new WrongSchema(
    `The database belongs to a newer release of Ullage (it knows ${unknown.at(-1)!.name}). Start that release, or ` +
      'restore a backup that was made with this one. Nothing was changed.',
  )
}

async function applyMigration(connection: Kysely<any>, folder: string, name: string): Promise<void> {
  try {
    await connection.transaction().execute(async (transaction) => {
      await sql.raw(fs.readFileSync(path.join(folder, name), 'utf8')).execute(transaction)
      await sql`insert into migrations (name) values (${name})`.execute(transaction)
    })
  } catch (error) {
    throw new WrongSchema(
      `The tables could not be brought up to date: ${name} failed (${(error as Error).message}). ` +
        'Nothing of that step was kept; the data is as the step before left it.',
      { cause: error },
    )
  }
}
