import type { Context } from './context.ts'
import { isConnectionLoss } from './isConnectionLoss.ts'
import type { TaskContext } from './schedule.ts'

/** Does work in a transaction of its own, or in the one that is open already. */
export function inTransaction<T>(context: Context, work: (context: Context) => Promise<T>): Promise<T> {
  if (context.db.isTransaction) return work(context)
  return context.db.transaction().execute((db) => work({ ...context, db }))
}

interface Due {
  /** The ids that are due and greater than this one, in order; some at a time, none when there are no more. */
  due: (context: Context, after: number) => Promise<number[]>
  work: (context: Context, id: number) => Promise<unknown>
}

/**
 * Does work for everything that is due, each in a transaction of its own, until none is left or the server stops.
 * What fails for one stops none of the others; it is due again the next time.
 * @throws AggregateError of all failures, when all others are done.
 */
export async function eachInOwnTransaction(context: TaskContext, { due, work }: Due): Promise<void> {
  const failures: unknown[] = []
  for (let ids = await due(context, 0); ids.length > 0; ids = await due(context, ids.at(-1)!)) {
    for (const id of ids) {
      if (context.signal?.aborted) return
      await inTransaction(context, (own) => work(own, id)).catch((error: unknown) => {
        if (isConnectionLoss(error)) throw error
        failures.push(error)
      })
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} could not be done`)
}
