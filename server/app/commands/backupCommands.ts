import fs from 'node:fs'
import path from 'node:path'
import { archiveSettings, outgoing, removeMark } from '#server/platform/archive/archiveFolder.ts'
import { openArchiveStore } from '#server/platform/archive/archiveStore.ts'
import { readReach, restoreArchive } from '#server/platform/archive/restoreArchive.ts'
import { BackupFailed } from '#server/platform/backup/backupFile.ts'
import { restoreBackup } from '#server/platform/backup/restoreBackup.ts'
import { writeBackup } from '#server/platform/backup/writeBackup.ts'
import type { Config } from '#server/platform/config.ts'
import { takeDataFolder } from '#server/platform/database/dataFolder.ts'
import { clusterIn, handToDatabase, PASSWORD } from '#server/platform/database/embeddedPostgres.ts'
import { openEncryptor } from '#server/platform/encryptor.ts'
import { joinEngine, openEngine } from '../engine.ts'

/**
 * `npm run backup -- FILE`: backs up the configured or embedded database, whether a server works on it or not.
 * @returns the message for the person who ran it.
 * @throws BackupFailed with a sentence.
 */
export async function makeBackup(config: Config, options: readonly string[]): Promise<string> {
  const file = fileOf(options, 'backup')
  const engine = await joinEngine(config)
  try {
    const { tables, rows, bytes } = await writeBackup(engine.connection, file)
    return `${file} holds ${rows} rows of ${tables} tables (${sizeOf(bytes)}). It was read again and is whole.`
  } finally {
    await engine.stop()
  }
}

/**
 * `npm run restore -- --at MOMENT [--replace]`: restores the embedded database from the archive to a moment, or to its newest state.
 * @returns the message for the person who ran it.
 * @throws BackupFailed with a sentence.
 */
export async function restoreToMoment(config: Config, options: readonly string[]): Promise<string> {
  if (!config.ARCHIVE_URL)
    throw new BackupFailed('Set ARCHIVE_URL and SEAL_KEY: a moment is restored from the archive.')
  const at = momentOf(options)
  const { dataDir, archiveDir } = config
  const giveBack = takeDataFolder(dataDir)
  const folder = path.join(dataDir, 'restoring')
  const cluster = clusterIn(dataDir)
  const replaced = `${cluster}.replaced`
  try {
    if (fs.existsSync(cluster) && !options.includes('--replace'))
      throw new BackupFailed(`${cluster} holds a database. Add --replace to lose what it holds.`)
    fs.rmSync(folder, { recursive: true, force: true })
    const store = openArchiveStore(config.ARCHIVE_URL, openEncryptor(config))
    const reach = await restoreArchive({ store, folder, at, unsent: outgoing(archiveDir) }, readReach)
    // Its WAL has a gap to the archive: the next start makes a base backup. The new timeline's number must not be given again.
    removeMark(dataDir)
    archiveSettings(archiveDir)
    const restored = clusterIn(folder)
    const wal = path.join(restored, 'pg_wal')
    for (const name of fs.readdirSync(wal).filter((each) => each.endsWith('.history')))
      handToDatabase(path.join(outgoing(archiveDir), name), fs.readFileSync(path.join(wal, name)))
    if (fs.existsSync(cluster)) fs.renameSync(cluster, replaced)
    fs.renameSync(restored, cluster)
    fs.renameSync(path.join(folder, PASSWORD), path.join(dataDir, PASSWORD))
    fs.rmSync(replaced, { recursive: true, force: true })
    return `The database is as it was at ${at?.toISOString() ?? 'its newest archived state'} (it holds the mark of ${reach}).\nStart the server.`
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
    giveBack()
  }
}

/** The moment after `--at`; undefined for `newest`. */
function momentOf(options: readonly string[]): Date | undefined {
  const moment = options[options.indexOf('--at') + 1] ?? ''
  if (moment === 'newest') return undefined
  const at = new Date(moment)
  // Without a zone it would depend on this machine.
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:\d\d)$/.test(moment) || Number.isNaN(at.getTime()))
    throw new BackupFailed('Say which moment: npm run restore -- --at 2026-11-27T10:31Z, or --at newest.')
  return at
}

/**
 * `npm run restore -- FILE [--replace]`: restores into the configured or embedded database; no server may work on it.
 * @returns the message for the person who ran it.
 * @throws BackupFailed with a sentence.
 */
export async function restore(config: Config, options: readonly string[]): Promise<string> {
  const replace = options.includes('--replace')
  const file = fileOf(
    options.filter((option) => option !== '--replace'),
    'restore',
  )
  const engine = await openEngine(config)
  try {
    const { header, tables, rows } = await restoreBackup(engine.connection, file, { replace })
    return (
      `${rows} rows of ${tables} tables are back, as they were at ${header.made}.\n` +
      'Start the server with the seal key of that time (SEAL_KEY, or seal.key in the data folder).'
    )
  } finally {
    await engine.stop()
  }
}

function fileOf(options: readonly string[], command: string): string {
  const [file, ...more] = options
  if (file === undefined || file.startsWith('-') || more.length > 0) {
    const usage = command === 'backup' ? 'FILE' : 'FILE [--replace]'
    throw new BackupFailed(`Say which file: npm run ${command} -- ${usage}`)
  }
  // npm runs scripts in the project's folder; a path is relative to the caller's own.
  return path.resolve(process.env.INIT_CWD ?? '.', file)
}

function sizeOf(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
