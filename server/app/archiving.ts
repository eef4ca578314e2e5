import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { readMark, waitingBytes, writeMark } from '#server/platform/archive/archiveFolder.ts'
import { type ArchiveStore, openArchiveStore } from '#server/platform/archive/archiveStore.ts'
import { makeBase } from '#server/platform/archive/makeBase.ts'
import { readReach, restoreArchive } from '#server/platform/archive/restoreArchive.ts'
import { openSender } from '#server/platform/archive/sendSegments.ts'
import { BackupFailed } from '#server/platform/backup/backupFile.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import { clusterIn, PASSWORD } from '#server/platform/database/embeddedPostgres.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import type { Log } from '#server/platform/log.ts'
import { messageOf } from '#server/platform/messageOf.ts'

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000]
/** Maximum time (ms) between marks in the database. */
const TICK_MS = 10 * SECOND
const SEND_MS = 5 * SECOND
/** Administrators are notified of a lag above this (ms), which outlasts short outages of the store. */
const MAX_LAG_MS = 15 * MINUTE
/** Share of free disk below which administrators are notified. */
const MIN_FREE = 0.2
/** How far (ms) a trial restore may be behind. */
const MAX_TRIAL_LAG_MS = HOUR

interface ArchiveOptions {
  config: Pick<Config, 'ARCHIVE_DAYS' | 'archiveDir' | 'dataDir'> & { ARCHIVE_URL: string }
  connection: pg.PoolConfig
  db: Database
  encryptor: Encryptor
  log: Log
  /** Called with the reason of each failure that a person must know of. */
  onFailure: (reason: string) => Promise<void>
  /** Without it no task runs by the clock. */
  withSchedule: boolean
}

export interface ArchiveFigures {
  /** ms since the newest moment in the store, which is what a loss of this disk would cost. */
  lag: number
  /** Bytes on this disk that wait to be sent. */
  waiting: number
  /** Age of the newest base backup in ms; NaN without one. */
  base: number
  /** Time since the last successful trial restore in ms; NaN without one. */
  trial: number
  /** Whether the last trial succeeded; NaN before the first. */
  isTrialGood: number
}

export interface Archive {
  figures: () => ArchiveFigures
  /** Marks the current moment. */
  tick: () => Promise<void>
  send: () => Promise<void>
  /** Creates a base backup if one is due. @returns whether it did. */
  makeDueBase: () => Promise<boolean>
  /** Restores the archive into a scratch folder. @returns how far it reaches (ISO). */
  tryRestore: () => Promise<string>
  close: () => Promise<void>
}

/**
 * Archives the embedded database continuously: sends its WAL to the store, makes a base backup a day, deletes old files, and tries a
 * restore every week.
 */
export async function startArchive(options: ArchiveOptions): Promise<Archive> {
  const { config, db, encryptor, log } = options
  const { archiveDir, dataDir } = config
  const store = openArchiveStore(config.ARCHIVE_URL, encryptor)
  const { system, timeline } = await readCluster(db)
  const sender = openSender(store, archiveDir, system)
  const { host, pathname } = new URL(config.ARCHIVE_URL)
  const mark = `${host}${pathname} ${system} ${timeline}`
  const stopping = new AbortController()
  const { signal } = stopping
  const startedAt = Date.now()
  let newestBase = Number.NaN
  let trial = await readTrial(db)
  const fail = notifierOf(options, signal)

  const lag = () => Date.now() - (sender.safeUntil() ?? startedAt)
  async function tick(): Promise<void> {
    const at = Date.now()
    sender.note(await markMoment(db, at), at)
  }
  async function makeDueBase(): Promise<boolean> {
    const isDue = () => readMark(dataDir) !== mark || !(newestBase > Date.now() - DAY)
    if (!isDue()) return false
    // This server lists the store at its start only: it knows of its own base backups.
    const bases = (await store.bases()).filter((base) => base.system === system)
    newestBase = Date.parse(bases.at(-1)?.ended ?? '')
    if (!isDue()) return false
    const base = await copyCluster(options, { store, sender, signal })
    writeMark(dataDir, mark)
    newestBase = Date.parse(base.ended)
    log.info({ blocks: base.blocks, bytes: base.bytes }, 'a base backup was archived')
    await store.removeBefore(new Date(Date.now() - config.ARCHIVE_DAYS * DAY), system)
    return true
  }
  async function tryRestore(): Promise<string> {
    const outcome: TrialOutcome = { until: null, error: null }
    try {
      const reach = await restoreOnTrial(store, path.join(archiveDir, 'trial'), signal)
      outcome.until = reach
      return reach
    } catch (error) {
      outcome.error = messageOf(error).slice(0, 500)
      throw error
    } finally {
      // A stopped server has tried nothing.
      if (!signal.aborted) trial = await writeTrial(db, outcome)
    }
  }
  async function keepRestorable(): Promise<void> {
    await makeDueBase().catch((error: unknown) => fail('The base backup of the archive failed.', error))
    if (Number.isNaN(newestBase) || Date.now() < trial.dueAt) return
    await tryRestore().catch((error: unknown) =>
      fail(`The trial restore of the archive failed: ${messageOf(error)}`, error),
    )
  }
  const send = () => sender.send(signal)
  const repeated: [everyMs: number, work: () => Promise<unknown>, failure: string][] = [
    [TICK_MS, tick, 'the archive has no new mark'],
    [SEND_MS, send, 'the archive could not be sent'],
    [MINUTE, () => warnInTime(config, lag(), fail), 'the archive was not checked'],
    [MINUTE, keepRestorable, 'the archive has no new base backup'],
  ]
  const works = (options.withSchedule ? repeated : []).map(([everyMs, work, failure]) =>
    repeat(everyMs, work, signal, (error) => log.warn({ err: error }, failure)),
  )
  return {
    figures: () => ({
      lag: lag(),
      waiting: waitingBytes(archiveDir),
      base: Date.now() - newestBase,
      trial: Date.now() - Date.parse(trial.until ?? ''),
      isTrialGood: trial.at ? Number(trial.error === null) : Number.NaN,
    }),
    ...{ tick, send, makeDueBase, tryRestore },
    close: async () => {
      stopping.abort()
      await Promise.all(works)
    },
  }
}

/** Marks a moment (ms) in the database. @returns the WAL segment that contains it */
async function markMoment(db: Database, at: number): Promise<string> {
  await sql`update archive_state set ticked_at = ${new Date(at).toISOString()}::timestamptz`.execute(db)
  const { rows } = await sql<{ segment: string }>`
    select pg_walfile_name(pg_current_wal_insert_lsn()) as segment`.execute(db)
  return firstOf(rows).segment
}

/** Notifies of a failure at most once an hour. */
function notifierOf({ log, onFailure }: ArchiveOptions, signal: AbortSignal) {
  let notifiedAt = 0
  return async (reason: string, error?: unknown): Promise<void> => {
    if (signal.aborted || Date.now() - notifiedAt < HOUR) return
    notifiedAt = Date.now()
    log.error({ err: error }, reason)
    await onFailure(reason).catch((failure: unknown) =>
      log.error({ err: failure }, 'no one could be notified that the archive failed'),
    )
  }
}

/** Share of a folder's disk that is free for the database's user, from 0 to 1. */
export function freeShare(folder: string): number {
  const { bavail, blocks } = fs.statfsSync(fs.existsSync(folder) ? folder : path.dirname(folder))
  return bavail / blocks
}

async function readCluster(db: Database): Promise<{ system: string; timeline: number }> {
  const { rows } = await sql<{ system: string; timeline: number }>`
    select system_identifier::text as system, timeline_id as timeline
    from pg_control_system(), pg_control_checkpoint()`.execute(db)
  return firstOf(rows)
}

interface Copying {
  store: ArchiveStore
  sender: ReturnType<typeof openSender>
  signal: AbortSignal
}

/** Creates a base backup, which is complete once the WAL that it needs is sent. */
function copyCluster(
  { config: { dataDir }, connection }: ArchiveOptions,
  { store, sender, signal }: Copying,
) {
  const password = fs.readFileSync(path.join(dataDir, PASSWORD), 'utf8')
  return makeBase({
    ...{ connection, cluster: clusterIn(dataDir), password, store, signal },
    untilSent: (segment) => sender.untilSent(segment, signal),
  })
}

async function warnInTime(
  { dataDir, archiveDir }: ArchiveOptions['config'],
  lag: number,
  fail: (reason: string) => Promise<void>,
): Promise<void> {
  if (lag > MAX_LAG_MS) await fail('The archive is behind: the store does not take what is sent to it.')
  const free = Math.min(...[dataDir, archiveDir].map(freeShare))
  if (free < MIN_FREE) await fail(`Only ${Math.floor(free * 100)}% of the disk of the archive is free.`)
}

/**
 * Restores the newest state into a folder, and deletes that again.
 * @returns how far it reaches (ISO).
 * @throws BackupFailed when that is too long ago.
 */
async function restoreOnTrial(store: ArchiveStore, folder: string, signal: AbortSignal): Promise<string> {
  const from = Date.now()
  try {
    fs.rmSync(folder, { recursive: true, force: true })
    const reach = await restoreArchive({ store, folder, at: undefined, signal }, readReach)
    if (from - Date.parse(reach) > MAX_TRIAL_LAG_MS) throw new BackupFailed(`The archive ends at ${reach}.`)
    return reach
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

interface TrialOutcome {
  /** The moment (ISO) that the archive reaches. */
  until: string | null
  error: string | null
}

async function writeTrial(db: Database, { until, error }: TrialOutcome) {
  await sql`update archive_state set tried_at = now(), tried_until = ${until}::timestamptz,
    tried_error = ${error}`.execute(db)
  return readTrial(db)
}

/** The last trial, and when (ms) the next is due: a week after a good one, a day after a failed one. */
async function readTrial(db: Database) {
  const { rows } = await sql<{ at: string | null; until: string | null; error: string | null }>`
    select tried_at as at, tried_until as until, tried_error as error from archive_state`.execute(db)
  const last = firstOf(rows)
  const dueAt = last.at ? Date.parse(last.at) + (last.error === null ? 7 * DAY : DAY) : 0
  return { ...last, dueAt }
}

/** Runs work again and again until the signal; a failure does not end it. */
async function repeat(
  milliseconds: number,
  work: () => Promise<unknown>,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    await work().catch((error: unknown) => signal.aborted || onError(error))
    await pause(milliseconds, undefined, { signal }).catch(() => {})
  }
}
