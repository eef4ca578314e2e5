import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { messageOf } from '#server/platform/messageOf.ts'
import { projectRoot } from '../projectRoot.ts'
import type { Database } from './database.ts'
import { LOCKS } from './locks.ts'

export const MIGRATIONS = path.join(projectRoot, 'db/migrations')
export const MIGRATIONS_TABLE = `create table if not exists migrations (
  name text primary key, applied_at timestamptz not null default now(), checksum text not null)`

/** The schema cannot be used or migrated; the message is a sentence for the operator. */
export class WrongSchema extends Error {}

/** An applied file, with its checksum then; none in a database from before the first release. */
interface AppliedMigration {
  name: string
  checksum: string | null
}

/**
 * Migrates the database: plain SQL files, in the order of their names, each once, each in its own transaction. An applied file is never
 * changed afterwards. If several servers start together, one migrates; the others wait, and then have nothing to do.
 * @returns the names of the files that were applied now.
 * @throws WrongSchema when the schema is of a newer release, when other files created it, when a file was changed after it was applied, or
 * when a file fails.
 */
export async function migrate(db: Database, folder = MIGRATIONS): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${LOCKS.migrations})`.execute(connection)
    try {
      await sql.raw(MIGRATIONS_TABLE).execute(connection)
      const { rows } = await sql<AppliedMigration>`${sql.raw(APPLIED_MIGRATIONS)}`.execute(connection)
      const files = listMigrations(folder)
      const unknown = describeUnknown(
        rows.map(({ name }) => name),
        files,
      )
      if (unknown.is === 'foreign' || rows.some(({ checksum }) => checksum === null)) throw foreignTables()
      if (unknown.is === 'newer') throw newerRelease(unknown.newest)
      refuseChanged(rows, folder)
      const done = new Set(rows.map((row) => row.name))
      const waiting = files.filter((name) => !done.has(name))
      for (const name of waiting) await applyMigration(connection, folder, name)
      return waiting
    } finally {
      await sql`select pg_advisory_unlock(${LOCKS.migrations})`.execute(connection)
    }
  })
}

/** The applied files, in order; the column of the checksum may not exist. */
export const APPLIED_MIGRATIONS = `
  select m.name, to_jsonb(m) ->> 'checksum' as checksum from migrations m order by m.name`

/** The names of a folder's migrations, in the order in which they are applied. */
export function listMigrations(folder: string): string[] {
  return fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
}

/**
 * Explains applied migrations whose files this release does not have. A newer release has applied all files of this one and others; until
 * release 0.2 some of those had lower numbers. Or only files that come after all of this one's.
 */
export function describeUnknown(
  applied: readonly string[],
  files: readonly string[],
): { is: 'known' } | { is: 'foreign' } | { is: 'newer'; newest: string } {
  const unknown = applied.filter((name) => !files.includes(name)).sort()
  const newest = unknown.at(-1)
  if (newest === undefined) return { is: 'known' }
  const isLater = unknown.every((name) => name > (files.at(-1) ?? ''))
  return isLater || files.every((name) => applied.includes(name))
    ? { is: 'newer', newest }
    : { is: 'foreign' }
}

/** An older release would write into an unknown schema: it is stopped before it changes anything. */
function newerRelease(newest: string): WrongSchema {
  return new WrongSchema(
    `The database belongs to a newer release of Ullage (it knows ${newest}). Start that release, or ` +
      'restore a backup that was made with this one. Nothing was changed.',
  )
}

function foreignTables(): WrongSchema {
  return new WrongSchema(
    'The tables of the database were made by a version of Ullage that this release does not know, such as one from ' +
      'before the first release, and cannot be brought up to date. Start that version and export what you want to keep; ' +
      'start this release with another DATA_DIR or DATABASE_URL, on an empty database. Nothing was changed.',
  )
}

/**
 * Compares the files with their checksums at the time they were applied.
 * @throws WrongSchema when a file has changed.
 */
export function refuseChanged(applied: readonly AppliedMigration[], folder: string): void {
  const changed = applied.find(({ name, checksum }) => checksum !== checksumOf(folder, name))
  if (!changed) return
  throw new WrongSchema(
    `The file db/migrations/${changed.name} was changed after it was applied to this database. Put it back as it was (or ` +
      'install the release again), and say what is to be changed in a new file. Nothing was changed.',
  )
}

/** SHA-256 in hex: the same for the line ends of Unix and Windows. */
export function checksumOf(folder: string, name: string): string {
  return createHash('sha256').update(readMigration(folder, name)).digest('hex')
}

function readMigration(folder: string, name: string): string {
  return fs.readFileSync(path.join(folder, name), 'utf8').replaceAll('\r\n', '\n')
}

async function applyMigration(connection: Database, folder: string, name: string): Promise<void> {
  try {
    await connection.transaction().execute(async (transaction) => {
      await sql.raw(readMigration(folder, name)).execute(transaction)
      await sql`insert into migrations (name, checksum) values (${name}, ${checksumOf(folder, name)})`.execute(
        transaction,
      )
    })
  } catch (error) {
    throw new WrongSchema(
      `The tables could not be brought up to date: ${name} failed (${messageOf(error)}). ` +
        'That step was rolled back; the data is as the step before left it.',
      { cause: error },
    )
  }
}
