import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { isConnectionLoss } from './isConnectionLoss.ts'
import type { Log } from './log.ts'

/** A database that has started answers within this time, ms, however much the machine has to do. */
const LONGEST = 600_000
/** Between two attempts where it refuses at once, ms. */
const PAUSE = 100

/**
 * Waits until a database answers that has started, such as the embedded one: on a machine that has much to do the first answer can
 * take long, and to end the start for it would only make more to do.
 */
export async function waitForDatabase(pool: pg.Pool, log: Pick<Log, 'warn'>): Promise<void> {
  const begun = Date.now()
  for (let attempt = 1; ; attempt++) {
    try {
      await pool.query('select 1')
      return
    } catch (error) {
      if (!isConnectionLoss(error) || Date.now() - begun > LONGEST) throw error
      if (attempt === 1) log.warn('the database takes long to answer: this machine has much to do. Waiting …')
      await pause(PAUSE)
    }
  }
}
