import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { BackupFailed } from '../backup/backupFile.ts'
import { Connection } from '../database/database.ts'
import {
  asDatabaseUser,
  clusterIn,
  DatabaseUnavailable,
  handToDatabase,
  PASSWORD,
  startEmbeddedPostgres,
} from '../database/embeddedPostgres.ts'
import { filesToSend } from './archiveFolder.ts'
import { type ArchiveStore, type BaseBackup, chooseBase, isOlderSegment } from './archiveStore.ts'

interface RestoreArchiveOptions {
  store: ArchiveStore
  /** A folder that does not exist: the cluster, its password and the fetched WAL come here. */
  folder: string
  /** The wanted moment; undefined for the newest state of the archive. */
  at: Date | undefined
  /** Segments of this machine that the store may not have yet. */
  unsent?: string
  signal?: AbortSignal
}

/**
 * Restores the archive into a folder: base backup, then WAL up to the wanted moment. The database runs only for that, and is stopped.
 * @param look called with the restored database before it stops.
 * @throws BackupFailed with a sentence.
 */
export async function restoreArchive<T>(
  options: RestoreArchiveOptions,
  look: (connection: pg.PoolConfig) => Promise<T>,
): Promise<T> {
  const { store, folder, at, signal } = options
  const bases = await store.bases()
  const index = chooseBase(bases, at)
  const base = await store.readBase(itemAt(bases, index).name)
  refuseSmallDisk(folder, base.bytes)
  const cluster = clusterIn(folder)
  const wal = path.join(folder, 'wal')
  for (const each of [folder, cluster, wal]) handToDatabase(each)
  fs.writeFileSync(path.join(folder, PASSWORD), base.password, { mode: 0o600 })
  await unpackBase(store, base, folder, signal)
  // WAL after the base backup after next is not needed: the wanted moment is before the next one.
  const later = bases.slice(index + 1).filter(({ system }) => system === base.system)[1]
  const last = at && later ? (await store.readBase(later.name)).segment : undefined
  await fetchSegments(options, base, wal, last)
  const engine = await startEmbeddedPostgres(folder, {
    settings: recoverySettings(wal, at),
    isPatient: true,
  }).catch((error: unknown) => {
    if (!(error instanceof DatabaseUnavailable)) throw error
    throw new BackupFailed(
      error.message.includes('recovery ended before configured recovery target')
        ? `The archive does not reach ${at?.toISOString()}. Nothing was changed.`
        : `The archive could not be restored: ${error.message}`,
    )
  })
  try {
    return await look(engine.connection)
  } finally {
    await engine.stop()
  }
}

/** The last moment that a restored database knows of (ISO). @throws BackupFailed when it holds none. */
export async function readReach(connection: pg.PoolConfig): Promise<string> {
  const client = new Connection(connection)
  await client.connect()
  try {
    const { rows } = await client.query<{ ticked_at: string | null }>('select ticked_at from archive_state')
    const reach = rows[0]?.ticked_at
    if (!reach) throw new BackupFailed('The restored database holds no moment of the archive.')
    return reach
  } finally {
    await client.end()
  }
}

/** Room for the files and for the WAL of a day (bytes). */
function refuseSmallDisk(folder: string, bytes: number): void {
  const { bavail, bsize } = fs.statfsSync(path.dirname(folder))
  const needed = bytes * 1.5 + 2 ** 30
  if (bavail * bsize >= needed) return
  throw new BackupFailed(
    `A restore needs ${Math.ceil(needed / 1e9)} GB at ${path.dirname(folder)}; ${Math.floor((bavail * bsize) / 1e9)} GB are free.`,
  )
}

async function unpackBase(
  store: ArchiveStore,
  base: BaseBackup,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const cluster = clusterIn(folder)
  // As the database's user, to whom the files then belong.
  const [command, args] = asDatabaseUser('/bin/tar', folder, [
    ...['--extract', '--file=-', '--no-same-owner', '--preserve-permissions', `--directory=${cluster}`],
  ])
  const tar = spawn(command, args, { cwd: '/', stdio: ['pipe', 'ignore', 'inherit'], signal })
  const ended = once(tar, 'close')
  ended.catch(() => {})
  // A `tar` that ends early is reported by its exit code.
  tar.stdin.on('error', () => {})
  for (let number = 0; number < base.blocks; number++) {
    const block = await store.getBlock(base.id, number)
    if (!tar.stdin.write(block)) await Promise.race([once(tar.stdin, 'drain'), ended])
  }
  tar.stdin.end()
  const [code] = await ended
  if (code !== 0) throw new BackupFailed(`The base backup could not be unpacked (tar ended with ${code}).`)
  handToDatabase(path.join(cluster, 'backup_label'), base.label)
  handToDatabase(path.join(cluster, 'recovery.signal'), '')
}

async function fetchSegments(
  { store, unsent, signal }: RestoreArchiveOptions,
  base: BaseBackup,
  wal: string,
  last: string | undefined,
): Promise<void> {
  for (const name of await store.segments(base.system)) {
    signal?.throwIfAborted()
    if (isOlderSegment(name, base.segment) || (last && isOlderSegment(last, name))) continue
    handToDatabase(path.join(wal, name), await store.getSegment(base.system, name))
  }
  if (!unsent) return
  for (const name of filesToSend(unsent)) {
    handToDatabase(path.join(wal, name), fs.readFileSync(path.join(unsent, name)))
  }
}

/** The database responds once it has reached the requested moment. It archives nothing: a trial must not write into the archive. */
function recoverySettings(wal: string, at: Date | undefined): Record<string, string> {
  // The setting is read before the names of time zones are known.
  // A timeline is one history of the database: a moment belongs to the timeline of its base backup, the newest state to the newest timeline.
  const target: Record<string, string> = at
    ? { recovery_target_time: at.toISOString().replace('Z', '+00:00'), recovery_target_timeline: 'current' }
    : { recovery_target_timeline: 'latest' }
  const quoted = `'${wal.replaceAll('%', '%%').replaceAll("'", "'\\''")}'`
  return {
    ...target,
    restore_command: `cp ${quoted}/%f "%p"`,
    recovery_target_action: 'promote',
    hot_standby: 'off',
    archive_mode: 'off',
    // Its last lines then say why a recovery failed.
    log_min_messages: 'fatal',
  }
}
