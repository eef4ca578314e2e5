import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { Connection } from '../database/database.ts'
import { LOCKS } from '../database/locks.ts'
import {
  APPLIED_MIGRATIONS,
  describeUnknown,
  listMigrations,
  MIGRATIONS,
  MIGRATIONS_TABLE,
  refuseChanged,
} from '../database/migrate.ts'
import { BackupFailed, type BackupHeader, openBackup, verifyBackup } from './backupFile.ts'
import { listTables, quoted, SESSION } from './catalogue.ts'

interface RestoreOptions {
  /** Deletes the content of the database first; without it only an empty database is accepted. */
  replace?: boolean
  /** The folder of this release's migrations. */
  folder?: string
}

/**
 * Fills a database from a backup, completely or not at all: the file is read and verified before the first change, and everything then
 * happens in one transaction.
 * @returns how many rows of how many tables were written.
 * @throws BackupFailed with a sentence when the file is incomplete or of an unknown release, or the database is in use or not empty;
 * WrongSchema if a migration was changed since the backup.
 */
export async function restoreBackup(
  connection: pg.ClientConfig,
  file: string,
  { replace = false, folder = MIGRATIONS }: RestoreOptions = {},
): Promise<{ header: BackupHeader; tables: number; rows: number }> {
  const { header, rows } = await verifyBackup(file)
  refuseUnknown(header, folder)
  const client = new Connection({ ...connection, application_name: 'ullage-restore' })
  await client.connect()
  try {
    await client.query(SESSION)
    await refuseUsed(client)
    await client.query('begin')
    await clear(client, replace)
    await buildTables(client, header, folder)
    const constraints = await takeConstraintsAway(client)
    await fill(client, file, rows)
    refuseChanged((await client.query(APPLIED_MIGRATIONS)).rows, folder)
    await putConstraintsBack(client, constraints)
    await continueSequences(client, header)
    await client.query('commit')
    await client.query('analyze')
  } finally {
    // The database may notice the end of a connection late: the lock is released first, for an immediate retry.
    await client.query('rollback; select pg_advisory_unlock_all()').catch(() => {})
    await client.end().catch(() => {})
  }
  const counts = Object.values(rows)
  return { header, tables: counts.length, rows: counts.reduce((sum, count) => sum + count, 0) }
}

function refuseUnknown({ migrations }: BackupHeader, folder: string): void {
  const unknown = describeUnknown(migrations, listMigrations(folder))
  if (unknown.is === 'known') return
  throw new BackupFailed(
    unknown.is === 'newer'
      ? `The backup was made by a newer release of Ullage than this one (${unknown.newest}). Restore it with that one. ` +
          'Nothing was changed.'
      : 'The backup was made by a version of Ullage that this release does not know, such as one from before the first ' +
          'release. Restore it with that version. Nothing was changed.',
  )
}

/** A server that works on the database would see it vanish; one that starts now waits for the lock. */
async function refuseUsed(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query(`
    select pg_try_advisory_lock(${LOCKS.migrations}) as is_mine, exists (
      select from pg_stat_activity where datname = current_database() and application_name in ('ullage', 'ullage-listen')
    ) as is_used`)
  if (rows[0].is_mine && !rows[0].is_used) return
  throw new BackupFailed('A server works on this database. Stop it first. Nothing was changed.')
}

async function clear(client: pg.ClientBase, replace: boolean): Promise<void> {
  const own = (catalogue: string) =>
    `not exists (select from pg_depend d where d.objid = o.oid and d.classid = '${catalogue}'::regclass and d.deptype = 'e')`
  const { rows } = await client.query<{ name: string; kind: string }>(`
    select format('%I', relname) as name, 'table' as kind from pg_class o
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
        and ${own('pg_class')}
    union all
    select o.oid::regprocedure::text, 'function' from pg_proc o
      where pronamespace = current_schema()::regnamespace and ${own('pg_proc')}`)
  if (rows.length === 0) return
  if (!replace) {
    throw new BackupFailed(
      'The database is not empty. Restore into an empty one, or say --replace to lose what it holds. Nothing was changed.',
    )
  }
  // Functions first: some of them refer to the rows of a table.
  for (const kind of ['function', 'table']) {
    const names = rows.filter((row) => row.kind === kind).map(({ name }) => name)
    if (names.length > 0) await client.query(`drop ${kind} ${names.join(', ')} cascade`)
  }
}

/** Makes the tables as they were at the backup; the next start migrates them to this release. */
async function buildTables(client: pg.ClientBase, header: BackupHeader, folder: string): Promise<void> {
  await client.query(MIGRATIONS_TABLE)
  for (const name of header.migrations) await client.query(fs.readFileSync(path.join(folder, name), 'utf8'))
  // A migration may have changed the settings of this session.
  await client.query(SESSION)
  const existing = new Set((await listTables(client)).map(({ table }) => table))
  for (const { name, of, bound } of header.parts) {
    if (!existing.has(name))
      await client.query(`create table ${quoted(name)} partition of ${quoted(of)} ${bound}`)
  }
}

interface Constraint {
  table: string
  name: string
  definition: string
}

/** Drops constraints and disables triggers while rows arrive table by table; references are checked once all rows are there. */
async function takeConstraintsAway(client: pg.ClientBase): Promise<Constraint[]> {
  const { rows } = await client.query<Constraint>(`
    select conrelid::regclass::text as table, format('%I', conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace`)
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  const tables = (await listTables(client)).map(({ table }) => quoted(table))
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  // Rows that the migrations inserted are in the backup as well.
  await client.query(`truncate ${tables.join(', ')}`)
  return rows
}

async function putConstraintsBack(client: pg.ClientBase, constraints: readonly Constraint[]): Promise<void> {
  for (const { table } of await listTables(client)) {
    await client.query(`alter table ${quoted(table)} enable trigger user`)
  }
  for (const { table, name, definition } of constraints) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
}

async function fill(client: pg.ClientBase, file: string, counts: Record<string, number>): Promise<void> {
  const reader = await openBackup(file)
  try {
    for (;;) {
      const next = await reader.next()
      if (!('table' in next)) return
      const { table, columns } = next
      const copy = client.query(
        copyFrom(`copy ${quoted(table)} (${columns.map(quoted).join(', ')}) from stdin (encoding 'UTF8')`),
      )
      await pipeline(Readable.from(reader.rows()), copy)
      if (copy.rowCount !== counts[table])
        throw new BackupFailed(
          `${table} took ${copy.rowCount} of ${counts[table]} rows. Nothing was changed.`,
        )
    }
  } finally {
    reader.close()
  }
}

async function continueSequences(client: pg.ClientBase, { sequences }: BackupHeader): Promise<void> {
  for (const { name, last } of sequences) {
    await client.query(
      'select setval($1::regclass, coalesce($2, start_value), $2 is not null) from pg_sequences ' +
        'where schemaname = current_schema() and sequencename = $3',
      [quoted(name), last, name],
    )
  }
}
