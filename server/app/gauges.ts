import { sql } from 'kysely'
import type pg from 'pg'
import { Gauge, type Registry } from 'prom-client'
import type { UplinkQueue } from '#server/domains/telemetry/intake/uplinkQueue.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Listener } from '#server/platform/database/listen.ts'
import type { Standby } from '#server/platform/database/standby.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { withTimeout } from '#server/platform/withTimeout.ts'
import { type Archive, type ArchiveFigures, freeShare } from './archiving.ts'
import { newestBackup } from './scheduledBackups.ts'

interface Parts {
  db: Database
  pool: pg.Pool
  intake: UplinkQueue
  listener: Listener
  standby: Standby | undefined
  /** Tasks whose last run failed. */
  failingTasks: ReadonlySet<string>
  config: Config
}

/** Timeout of the database's counts (ms); the gauges of this server alone are reported regardless. */
const TIMEOUT_MS = 2_000

interface Waiting {
  events: number
  oldest_event: number
  mails: number
  oldest_mail: number
  failing_events: number
  oldest_webhook: number
}

/** Adds gauges that are read on request: what waits, here and in the database. */
export function addGauges({ registry }: Metrics, parts: Parts): void {
  const registers = [registry]
  addServerGauges(registers, parts)
  addConnectionGauge(registers, parts.pool)
  addWaitingGauges(registers, parts.db)
}

function addServerGauges(
  registers: Registry[],
  { intake, listener, standby, failingTasks, config }: Parts,
): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  gauge('ullage_listening', 'Whether messages of other servers are received', () =>
    listener.isAlive() ? 1 : 0,
  )
  gauge('ullage_queued_records', 'Records that wait to be stored', () => intake.waiting())
  gauge('ullage_failing_tasks', 'Tasks whose last run failed', () => failingTasks.size)
  addDiskGauges(registers, config)
  if (standby)
    gauge(
      'ullage_standby_age_seconds',
      'How far the standby that is read from is behind at most; no number while nothing is read from it',
      standby.age,
    )
}

function addConnectionGauge(registers: Registry[], pool: pg.Pool): void {
  const connections = new Gauge({
    name: 'ullage_database_connections',
    help: 'Connections of the pool by state; "waiting" counts calls that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      connections.set({ state: 'idle' }, pool.idleCount)
      connections.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
}

/** Waiting work in the database, for all servers. */
function addWaitingGauges(registers: Registry[], db: Database): void {
  let asking: Promise<Waiting | undefined> | undefined
  const waiting = (name: string, help: string, of: keyof Waiting) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        // One query for all of them.
        asking ??= readWaiting(db).finally(() => {
          asking = undefined
        })
        const found = await asking
        // A failed count is reported as NaN: an old number would look healthy.
        this.set(found?.[of] ?? Number.NaN)
      },
    })
  waiting('ullage_waiting_events', 'Events whose consequences are still to come', 'events')
  waiting('ullage_oldest_event_seconds', 'How long the oldest event that is due has waited', 'oldest_event')
  waiting('ullage_waiting_mails', 'Mails in the outbox', 'mails')
  waiting('ullage_failing_events', 'Events whose consequences failed and will be retried', 'failing_events')
  waiting(
    'ullage_oldest_webhook_seconds',
    'How long the oldest message that is due has waited',
    'oldest_webhook',
  )
  waiting('ullage_oldest_mail_seconds', 'How long the oldest mail that is due has waited', 'oldest_mail')
}

/** Free space where this server writes, and the age of its newest daily backup. */
function addDiskGauges(registers: Registry[], config: Config): void {
  const { BACKUP_DIR, ARCHIVE_URL, DATABASE_URL, dataDir, archiveDir } = config
  const folders = [
    ...(DATABASE_URL ? [] : [['data', dataDir] as const]),
    ...(ARCHIVE_URL ? [['archive', archiveDir] as const] : []),
    ...(BACKUP_DIR ? [['backup', BACKUP_DIR] as const] : []),
  ]
  if (folders.length > 0)
    new Gauge({
      ...{ name: 'ullage_disk_free_ratio', help: 'Free share of the disk of a folder', registers },
      labelNames: ['folder'],
      collect() {
        for (const [folder, at] of folders) this.set({ folder }, freeShare(at))
      },
    })
  if (BACKUP_DIR)
    new Gauge({
      ...{ name: 'ullage_backup_age_seconds', help: 'Age of the newest daily backup', registers },
      collect() {
        const newest = newestBackup(BACKUP_DIR)
        this.set(newest ? (Date.now() - newest) / 1000 : Number.NaN)
      },
    })
}

/** Adds the figures of the archive, in seconds and bytes. */
export function addArchiveGauges({ registry }: Metrics, { figures }: Pick<Archive, 'figures'>): void {
  const gauge = (name: string, help: string, read: (now: ArchiveFigures) => number) =>
    new Gauge({
      ...{ name, help, registers: [registry] },
      collect() {
        this.set(read(figures()))
      },
    })
  gauge('ullage_archive_lag_seconds', 'What a loss of this disk would cost', ({ lag }) => lag / 1000)
  gauge('ullage_archive_waiting_bytes', 'WAL that waits to be sent', ({ waiting }) => waiting)
  gauge('ullage_archive_base_age_seconds', 'Age of the newest base backup', ({ base }) => base / 1000)
  gauge(
    'ullage_archive_trial_age_seconds',
    'How far the last successful trial restore reached, before now',
    ({ trial }) => trial / 1000,
  )
  gauge('ullage_archive_trial_ok', 'Whether the last trial restore succeeded', (now) => now.isTrialGood)
}

async function readWaiting(db: Database): Promise<Waiting | undefined> {
  let found: Waiting | undefined
  const query = sql<Waiting>`select
      (select count(*)::int from events) as events,
      (select coalesce(extract(epoch from now() - min(run_at)), 0)::float8 from events where run_at <= now()) as oldest_event,
      (select count(*)::int from mails where state = 'waiting') as mails,
      (select coalesce(extract(epoch from now() - min(next_try_at)), 0)::float8 from mails
        where state = 'waiting' and next_try_at <= now()) as oldest_mail,
      (select count(*)::int from events where attempts > 0) as failing_events,
      (select coalesce(extract(epoch from now() - min(next_try_at)), 0)::float8 from webhook_deliveries
        where state = 'waiting' and next_try_at <= now()) as oldest_webhook`
    .execute(db)
    .then(({ rows }) => {
      found = rows[0]
    })
    .catch(() => {})
  await withTimeout(TIMEOUT_MS, query)
  return found
}
