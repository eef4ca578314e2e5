import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import type { Refusal } from '#server/platform/refusal.ts'
import { refusalOfError } from '../answers.ts'

/**
 * Runs the work for one of many records in a savepoint: a refused one has no effect, and the others continue. @returns the result of the
 * work, or its refusal
 * @throws any other error
 */
export async function oneOfMany<T>({ db }: Context, work: () => Promise<T>): Promise<T | Refusal> {
  await sql`savepoint one_of_many`.execute(db)
  try {
    const result = await work()
    await sql`release savepoint one_of_many`.execute(db)
    return result
  } catch (error) {
    const refusal = refusalOrThrow(error)
    await sql`rollback to savepoint one_of_many`.execute(db)
    return refusal
  }
}

/** The refusal that an error of one record stands for; rethrows any other error. */
export function refusalOrThrow(error: unknown): Refusal {
  const refusal = refusalOfError(error)
  if (!refusal || refusal.status >= 500) throw error
  return refusal
}
