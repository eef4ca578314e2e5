import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { isObject } from '#core/platform/values.ts'
import { errorCode } from '#server/platform/errorCode.ts'
import { Connection } from '../database/database.ts'
import { type BackupEnd, BackupFailed, type BackupTable, END_OF_ROWS, verifyBackup } from './backupFile.ts'
import { listTables, quoted, readHeader, SESSION } from './catalogue.ts'

/** Compresses a history of readings well, and is still faster than the disk of a small machine. */
const COMPRESSION = 4

/**
 * Writes a snapshot of the whole database into one file while servers keep running. The file gets its name only once it is on disk and was
 * read back and verified.
 * @returns how many rows of how many tables it holds.
 * @throws BackupFailed with a sentence when the file exists already or cannot be written.
 */
export async function writeBackup(
  connection: pg.ClientConfig,
  file: string,
  signal?: AbortSignal,
): Promise<{ tables: number; rows: number; bytes: number }> {
  if (fs.existsSync(file)) throw new BackupFailed(`${file} is there already. A backup replaces no file.`)
  const unfinished = `${file}.unfinished`
  const client = new Connection({ ...connection, application_name: 'ullage-backup' })
  try {
    await client.connect()
    await client.query(SESSION)
    const tables = await beginSnapshot(client)
    const out = fs.createWriteStream(unfinished, { mode: 0o600, flush: true })
    await pipeline(contentOf(client, tables), createGzip({ level: COMPRESSION }), out, { signal })
    await client.query('commit')
    const { rows } = await verifyBackup(unfinished)
    fs.renameSync(unfinished, file)
    syncFolder(path.dirname(file))
    const counts = Object.values(rows)
    return {
      tables: counts.length,
      rows: counts.reduce((sum, count) => sum + count, 0),
      bytes: fs.statSync(file).size,
    }
  } catch (error) {
    fs.rmSync(unfinished, { force: true })
    // It may be in the middle of a COPY: waiting for its end would mean waiting for all its rows.
    client.cut()
    throw sentenceOf(error, file)
  } finally {
    await client.end().catch(() => {})
  }
}

const MAX_ATTEMPTS = 5

/**
 * Begins a transaction with a snapshot of the database, and locks every table so that none is dropped in the meantime. The locks come
 * first: the first statement that reads takes the snapshot.
 */
async function beginSnapshot(client: pg.ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query("select to_regclass('migrations') is not null as is_ours")
  if (!rows[0].is_ours) throw new BackupFailed('The database is empty: there is nothing to back up.')
  for (let attempt = 1; ; attempt++) {
    const before = await listTables(client)
    await client.query('begin isolation level repeatable read read only')
    try {
      await client.query(
        `lock table ${before.map(({ table }) => quoted(table)).join(', ')} in access share mode`,
      )
      const tables = await listTables(client)
      if (JSON.stringify(tables) === JSON.stringify(before)) return tables
    } catch (error) {
      // A partition was dropped between the query and the lock: query again.
      if (errorCode(error) !== '42P01' || attempt === MAX_ATTEMPTS) throw error
    }
    await client.query('rollback')
    if (attempt === MAX_ATTEMPTS) throw new BackupFailed('The tables keep changing: try again later.')
  }
}

async function* contentOf(client: pg.ClientBase, tables: readonly BackupTable[]): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const hashed = (part: Buffer) => {
    hash.update(part)
    return part
  }
  const rows: BackupEnd['rows'] = {}
  yield hashed(lineOf(await readHeader(client)))
  for (const { table, columns } of tables) {
    yield hashed(lineOf({ table, columns }))
    const copy = client.query(
      copyTo(`copy ${quoted(table)} (${columns.map(quoted).join(', ')}) to stdout (encoding 'UTF8')`),
    )
    const chunks: AsyncIterable<Buffer> = copy
    for await (const chunk of chunks) yield hashed(chunk)
    rows[table] = copy.rowCount
    yield hashed(END_OF_ROWS)
  }
  yield lineOf({ rows, sha256: hash.digest('hex') })
}

const lineOf = (content: object) => Buffer.from(`${JSON.stringify(content)}\n`)

/** Syncs the folder, so that a new file name survives a crash. */
function syncFolder(folder: string): void {
  const handle = fs.openSync(folder, 'r')
  fs.fsyncSync(handle)
  fs.closeSync(handle)
}

function sentenceOf(error: unknown, file: string): unknown {
  const code = errorCode(error) ?? ''
  const { path: at } = isObject(error) ? error : {}
  if (code === 'ENOSPC')
    return new BackupFailed(`There is no room left on the disk of ${file}. No backup was made.`)
  if (String(at).startsWith(file) && ['ENOENT', 'EACCES', 'EROFS', 'ENOTDIR', 'EPERM'].includes(code))
    return new BackupFailed(`${file} cannot be written (${code}). No backup was made.`)
  return error
}
