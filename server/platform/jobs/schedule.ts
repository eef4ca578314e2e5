import type { RawBuilder } from 'kysely'
import { type Context, systemActor } from '../context.ts'
import type { Database } from '../database/database.ts'
import type { Listener } from '../database/listen.ts'
import type { Encryptor } from '../encryptor.ts'
import type { Log } from '../log.ts'
import type { Traced } from '../tracing.ts'

/** Context of a task: its statements run without a transaction, it opens those that it needs. */
export interface TaskContext extends Context {
  /** Aborted when the server stops: a task then starts no more work, and ends its heavy work. */
  signal?: AbortSignal
}

export interface Task {
  name: string
  everySeconds: number
  run: (context: TaskContext) => Promise<unknown>
}

interface ScheduleOptions {
  db: Database
  listener: Listener
  tasks: readonly Task[]
  log: Log
  encryptor: Encryptor
  /** Wraps every run. */
  traced?: Traced | undefined
  /** Called for every failed run. */
  onFailure: (task: string) => void
  /** Called for every other run, even when another server runs the task. */
  onSuccess?: (task: string) => void
}

/**
 * Runs tasks at their times. Every server has the schedule, but a task runs on one at a time: the server that gets the lock, for as long as
 * its connection lives. A running task is not started again.
 */
export function startSchedule(options: ScheduleOptions): { close: () => Promise<void> } {
  const { db, listener, tasks, log, encryptor, traced = (_, work) => work() } = options
  const running = new Map<Task, Promise<unknown>>()
  const closing = new AbortController()
  const start = (task: Task) => {
    if (running.has(task)) return
    const { signal } = closing
    const run = listener
      .whileAlone('tasks', task.name, () =>
        traced(`task ${task.name}`, () =>
          task.run({ actor: systemActor, db, now: new Date(), encryptor, signal }),
        ),
      )
      .then(() => options.onSuccess?.(task.name))
      .catch((error: unknown) => {
        // Its transaction is rolled back; the next server runs the task again.
        if (signal.aborted) return log.info({ err: error, task: task.name }, 'a task ended with the server')
        options.onFailure(task.name)
        log.warn({ err: error, task: task.name }, 'a scheduled task failed')
      })
      .finally(() => running.delete(task))
    running.set(task, run)
  }
  // Tasks that were due while no server ran are run at once.
  for (const task of tasks) start(task)
  const timers = tasks.map((task) => setInterval(() => start(task), task.everySeconds * 1000))
  return {
    close: async () => {
      for (const timer of timers) clearInterval(timer)
      closing.abort()
      await Promise.all(running.values())
    },
  }
}

/**
 * A task that deletes expired rows; the part of the product that stores them declares it. Each statement runs on its own: a failing one does
 * not stop the others.
 */
export function cleaningTask(of: string, statements: readonly RawBuilder<unknown>[]): Task {
  return {
    name: `cleaning of ${of}`,
    everySeconds: 3600,
    run: async ({ db }) => {
      const failures: unknown[] = []
      for (const statement of statements) {
        await statement.execute(db).catch((error: unknown) => failures.push(error))
      }
      if (failures.length > 0) throw new AggregateError(failures, `${failures.length} could not be cleared`)
    },
  }
}
