import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../log.ts'
import { isConnectionLoss } from './isConnectionLoss.ts'

/** Maximum time (ms) until a started database answers, however busy the machine is. */
const MAX_WAIT_MS = 600_000
/** Pause (ms) between two attempts when it refuses at once. */
const PAUSE_MS = 100

/**
 * Waits until a started database, such as the embedded one, answers: on a busy machine the first response can take long, and aborting the
 * start would only add work.
 */
export async function waitForDatabase(pool: pg.Pool, log: Pick<Log, 'warn'>): Promise<void> {
  const startedAt = Date.now()
  for (let attempt = 1; ; attempt++) {
    try {
      await pool.query('select 1')
      return
    } catch (error) {
      if (!isConnectionLoss(error) || Date.now() - startedAt > MAX_WAIT_MS) throw error
      if (attempt === 1) log.warn('the database takes long to answer: this machine has much to do. Waiting …')
      await pause(PAUSE_MS)
    }
  }
}
