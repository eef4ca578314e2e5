import fs from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { BackupFailed } from '#server/platform/backup/backupFile.ts'
import { writeBackup } from '#server/platform/backup/writeBackup.ts'
import type { Config } from '#server/platform/config.ts'
import { Connection } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import { errorCode } from '#server/platform/errorCode.ts'
import type { Log } from '#server/platform/log.ts'
import { messageOf } from '#server/platform/messageOf.ts'

const MINUTE = 60_000
const HOUR = 3_600_000
const NAME = /^ullage-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.backup$/

interface BackupOptions {
  config: Pick<Config, 'BACKUP_DIR' | 'BACKUP_AT' | 'BACKUP_KEEP'>
  connection: pg.PoolConfig
  log: Log
  /** Called with the reason of each failed backup. */
  onFailure: (reason: string) => Promise<void>
}

export interface Backups {
  /** Creates a backup if one is due. @returns the file that was written. */
  makeDue: (now: Date) => Promise<string | undefined>
  close: () => Promise<void>
}

/**
 * Backs the database up once a day into a folder and keeps the newest files. A backup that was due while no server ran is taken at the
 * start; a failed one is retried after an hour. A shutdown does not wait for a backup: the unfinished file is deleted.
 */
export function startBackups({ config, connection, log, onFailure }: BackupOptions): Backups {
  const { BACKUP_DIR: folder, BACKUP_AT: at, BACKUP_KEEP: keep } = config
  const stopping = new AbortController()
  let retryAt = 0
  let working: Promise<string | undefined> | undefined
  async function makeIfDue(now: Date): Promise<string | undefined> {
    if (!folder || now.getTime() < retryAt || newestBackup(folder) >= lastTime(at, now)) return undefined
    const file = path.join(folder, `ullage-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`)
    try {
      if (await backUp({ connection, log }, { folder, file, keep }, stopping.signal)) return file
    } catch (error) {
      if (stopping.signal.aborted) return undefined
      retryAt = now.getTime() + HOUR
      log.error({ err: error, file }, 'the database could not be backed up')
      await notifyFailure({ log, onFailure }, reasonOf(error, folder))
    }
    return undefined
  }
  /** One after the other. */
  async function makeDue(now: Date): Promise<string | undefined> {
    while (working) await working
    working = makeIfDue(now).finally(() => {
      working = undefined
    })
    return working
  }
  const look = () => {
    if (!working) void makeDue(new Date())
  }
  const timer = folder ? setInterval(look, MINUTE) : undefined
  if (folder) look()
  return {
    makeDue,
    close: async () => {
      clearInterval(timer)
      stopping.abort()
      await working
    },
  }
}

/** Writes a backup and deletes all but the newest. @returns false when another server makes one at the moment. */
async function backUp(
  { connection, log }: Pick<BackupOptions, 'connection' | 'log'>,
  { folder, file, keep }: { folder: string; file: string; keep: number },
  signal: AbortSignal,
): Promise<boolean> {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const isMade = await underLock(connection, async () => {
    const { rows, bytes } = await writeBackup(connection, file, signal)
    log.info({ file, rows, bytes }, 'the database was backed up')
  })
  if (!isMade) return false
  for (const old of backupsIn(folder).slice(keep)) fs.rmSync(path.join(folder, old), { force: true })
  return true
}

/** @returns false when another server makes one at the moment. */
async function underLock(connection: pg.PoolConfig, work: () => Promise<void>): Promise<boolean> {
  const client = new Connection({ ...connection, application_name: 'ullage-backup' })
  try {
    await client.connect()
    const { rows } = await client.query('select pg_try_advisory_lock($1) as is_mine', [LOCKS.backups])
    if (!rows[0].is_mine) return false
    await work()
    return true
  } finally {
    await client.end().catch(() => {})
  }
}

/** The names of the backups in a folder, newest first; other files are left alone. */
function backupsIn(folder: string): string[] {
  if (!fs.existsSync(folder)) return []
  return fs
    .readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()
}

/** Start time of the newest backup, in epoch milliseconds; 0 without one. */
export function newestBackup(folder: string): number {
  const moment = NAME.exec(backupsIn(folder)[0] ?? '')?.[1]
  return moment ? Date.parse(moment.replace(/T(\d\d)-(\d\d)-(\d\d)Z/, 'T$1:$2:$3Z')) : 0
}

/** The last moment at which a backup was due, by this machine's clock. */
function lastTime(at: string, now: Date): number {
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  const today = new Date(now)
  today.setHours(hours, minutes, 0, 0)
  if (today > now) today.setDate(today.getDate() - 1)
  return today.getTime()
}

async function notifyFailure(
  { log, onFailure }: Pick<BackupOptions, 'log' | 'onFailure'>,
  reason: string,
): Promise<void> {
  await onFailure(reason).catch((error: unknown) =>
    log.error({ err: error }, 'no one could be notified that the backup failed'),
  )
}

function reasonOf(error: unknown, folder: string): string {
  if (error instanceof BackupFailed) return error.message
  return ['EACCES', 'EROFS', 'ENOTDIR', 'EEXIST', 'EPERM'].includes(errorCode(error) ?? '')
    ? `The folder ${folder} cannot be written.`
    : `${messageOf(error)}.`
}
