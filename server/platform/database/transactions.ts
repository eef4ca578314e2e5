import { setTimeout as pause } from 'node:timers/promises'
import { lastOf } from '#core/platform/lists/firstOf.ts'
import { codeOf } from '#server/platform/codeOf.ts'
import type { Context } from '../context.ts'
import type { TaskContext } from '../jobs/schedule.ts'
import { isConnectionLoss } from './isConnectionLoss.ts'

/** Runs work in its own transaction, or in the open one. */
export function inTransaction<T>(context: Context, work: (context: Context) => Promise<T>): Promise<T> {
  if (context.db.isTransaction) return work(context)
  return context.db.transaction().execute((db) => work({ ...context, db }))
}

/** The database aborted the transaction in favor of another: a deadlock, or a serialization failure. */
const CONFLICTS = ['40P01', '40001']
const MAX_ATTEMPTS = 5
/** Maximum pause (ms) before the second attempt; it grows with each attempt. */
const MAX_PAUSE_MS = 50

/**
 * Runs a transaction, and repeats it when the database aborts it in favor of another one. The pause between attempts is random, so that the
 * same two do not conflict again.
 * @param work the whole transaction, from its begin to its commit.
 * @throws the error of the last of five attempts; any other error at once.
 */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const code = codeOf(error) ?? ''
      if (!CONFLICTS.includes(code) || attempt === MAX_ATTEMPTS) throw error
      await pause(Math.random() * MAX_PAUSE_MS * attempt)
    }
  }
}

interface Due {
  /** Reads the next due ids after this one, in order; empty when there are no more. */
  due: (context: Context, after: number) => Promise<number[]>
  work: (context: Context, id: number) => Promise<unknown>
}

/** `eachDue`, each in its own transaction. */
export function eachInOwnTransaction(context: TaskContext, { due, work }: Due): Promise<void> {
  return eachDue(context, { due, work: (_, id) => inTransaction(context, (own) => work(own, id)) })
}

/**
 * Runs work for every due id until none is left or the server stops. A failure of one stops none of the others; it is due again the next
 * time.
 * @throws AggregateError of all failures, when all others are done.
 */
export async function eachDue(context: TaskContext, { due, work }: Due): Promise<void> {
  const failures: unknown[] = []
  for (let ids = await due(context, 0); ids.length > 0; ids = await due(context, lastOf(ids))) {
    for (const id of ids) {
      if (context.signal?.aborted) return
      await work(context, id).catch((error: unknown) => {
        if (isConnectionLoss(error)) throw error
        failures.push(error)
      })
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} could not be done`)
}
