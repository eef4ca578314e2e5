import { sql } from 'kysely'
import type { UplinkQueue } from '#server/domains/telemetry/uplinkQueue.ts'
import type { Database } from '#server/platform/database.ts'
import type { Listener } from '#server/platform/listen.ts'
import { listMigrations, MIGRATIONS } from '#server/platform/migrate.ts'
import { withTimeout } from '#server/platform/withTimeout.ts'

/** What a server needs to be of use, each with how it is; `ok` everywhere makes it ready. */
export interface Readiness {
  /** Answers a question. */
  database: 'ok' | 'no answer'
  /** Every word of the other servers is heard. */
  listening: 'ok' | 'lost'
  /** Devices' batches are taken. */
  queue: 'ok' | 'full'
  /** There is a place for the readings of today and tomorrow. */
  months: 'ok' | 'missing'
  /** The tables are those of this release or of a newer one, beside which it goes on until it is replaced. */
  migrations: 'ok' | 'of another release' | 'unknown'
  /** It takes calls, and does not stop. */
  doors: 'ok' | 'closing'
}

interface Parts {
  db: Database
  intake: UplinkQueue
  listener: Listener
  isClosing: () => boolean
}

/** How long the database may take to say a word, in milliseconds. */
const PATIENCE = 3_000
const DAY = 86_400_000

/** Tells how each part is that a server needs; it answers soon also when the database does not. */
export async function readReadiness({ db, intake, listener, isClosing }: Parts): Promise<Readiness> {
  let newest: string | null | undefined
  const asked = sql<{ newest: string | null }>`select max(name) as newest from migrations`
    .execute(db)
    .then(({ rows }) => {
      newest = rows[0]?.newest ?? null
    })
    .catch(() => {})
  await withTimeout(PATIENCE, asked)
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

/** Names of migrations follow each other in the order of their letters. */
function isAtLeast(newest: string | null, own: string | undefined): boolean {
  return newest !== null && own !== undefined && newest >= own
}

export function isReady(readiness: Readiness): boolean {
  return Object.values(readiness).every((state) => state === 'ok')
}
