import { itemAt } from '#core/platform/lists/itemAt.ts'

interface WaitingInput<T, R> {
  one: T
  resolve: (result: R) => void
  reject: (error: unknown) => void
}

/** Most calls that share one run. */
const MAX_GROUP = 500

/**
 * Calls of one function that share their work, such as a statement for many rows: a call made while a run is in progress waits for the next
 * one. A run that fails fails for all of its calls.
 * @param run gives a result for each, in order
 */
export function inGroups<T, R>(run: (group: readonly T[]) => Promise<readonly R[]>): (one: T) => Promise<R> {
  const waiting: WaitingInput<T, R>[] = []
  let isRunning = false

  async function runAll(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) {
      const group = waiting.splice(0, MAX_GROUP)
      try {
        const results = await run(group.map(({ one }) => one))
        for (const [index, { resolve }] of group.entries()) resolve(itemAt(results, index))
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    isRunning = false
  }

  return (one) =>
    new Promise((resolve, reject) => {
      waiting.push({ one, resolve, reject })
      if (!isRunning) void runAll()
    })
}
