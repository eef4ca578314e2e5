import { sql } from 'kysely'
import { type Context, productItself } from './context.ts'
import type { Database } from './database.ts'
import type { Log } from './log.ts'

export interface Task {
  name: string
  everySeconds: number
  run: (context: Context) => Promise<unknown>
}

/**
 * Runs tasks at their times. Every server has the clock, but a task runs on one at a time: whoever gets the lock.
 */
export function startSchedule(
  db: Database,
  tasks: readonly Task[],
  log: Log,
): { close: () => Promise<void> } {
  const running = new Set<Promise<void>>()
  const start = (task: Task) => {
    const run = runTask(db, task)
      .catch((error: unknown) => log.warn({ err: error, task: task.name }, 'a scheduled task failed'))
      .finally(() => running.delete(run))
    running.add(run)
  }
  // What was due while no server ran is done at once.
  for (const task of tasks) start(task)
  const timers = tasks.map((task) => setInterval(() => start(task), task.everySeconds * 1000))
  return {
    close: async () => {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running)
    },
  }
}

async function runTask(db: Database, task: Task): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtext(${`task:${task.name}`})) as mine`.execute(transaction)
    if (rows[0]?.mine) await task.run({ actor: productItself, db: transaction, now: new Date() })
  })
}
