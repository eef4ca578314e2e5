import { sql } from 'kysely'
import type { UplinkQueue } from '#server/domains/telemetry/intake/uplinkQueue.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Listener } from '#server/platform/database/listen.ts'
import { listMigrations, MIGRATIONS } from '#server/platform/database/migrate.ts'
import { withTimeout } from '#server/platform/withTimeout.ts'

/** The parts that a server needs, with the state of each; it is ready when all are `ok`. */
export interface Readiness {
  /** It answers queries. */
  database: 'ok' | 'no answer'
  /** Notifications of the other servers are received. */
  listening: 'ok' | 'lost'
  /** Batches of devices are accepted. */
  queue: 'ok' | 'full'
  /** Partitions exist for the readings of today and tomorrow. */
  months: 'ok' | 'missing'
  /** The schema belongs to this release or a newer one, with which this release works until it is replaced. */
  migrations: 'ok' | 'of another release' | 'unknown'
  /** It accepts calls, and is not stopping. */
  doors: 'ok' | 'closing'
}

interface Parts {
  db: Database
  intake: UplinkQueue
  listener: Listener
  isClosing: () => boolean
}

/** Timeout of the database's answer (ms). */
const TIMEOUT_MS = 3_000
const DAY = 86_400_000

/** Reads the state of each part; responds soon even if the database does not. */
export async function readReadiness({ db, intake, listener, isClosing }: Parts): Promise<Readiness> {
  let newest: string | null | undefined
  const query = sql<{ newest: string | null }>`select max(name) as newest from migrations`
    .execute(db)
    .then(({ rows }) => {
      newest = rows[0]?.newest ?? null
    })
    .catch(() => {})
  await withTimeout(TIMEOUT_MS, query)
  const own = listMigrations(MIGRATIONS).at(-1)
  const until = intake.takesUntil()
  return {
    database: newest === undefined ? 'no answer' : 'ok',
    listening: listener.isAlive() ? 'ok' : 'lost',
    queue: intake.isFull() ? 'full' : 'ok',
    months: until > Date.now() + DAY ? 'ok' : 'missing',
    migrations: newest === undefined ? 'unknown' : isAtLeast(newest, own) ? 'ok' : 'of another release',
    doors: isClosing() ? 'closing' : 'ok',
  }
}

/** Migration names sort in the order in which they run. */
function isAtLeast(newest: string | null, own: string | undefined): boolean {
  return newest !== null && own !== undefined && newest >= own
}

export function isReady(readiness: Readiness): boolean {
  return Object.values(readiness).every((state) => state === 'ok')
}
