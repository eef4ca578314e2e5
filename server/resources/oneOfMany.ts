import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import type { Refusal } from '#server/platform/refusal.ts'
import { refusalOfError } from './answers.ts'

/**
 * Does the work of one of many records in a transaction: what is refused leaves nothing behind, and the others go on.
 * @returns what the work returns, or why it was refused
 * @throws what is no refusal
 */
export async function oneOfMany<T>({ db }: Context, work: () => Promise<T>): Promise<T | Refusal> {
  await sql`savepoint one_of_many`.execute(db)
  try {
    const result = await work()
    await sql`release savepoint one_of_many`.execute(db)
    return result
  } catch (error) {
    const refusal = faultOf(error)
    await sql`rollback to savepoint one_of_many`.execute(db)
    return refusal
  }
}

/** What an error says is wrong with one record. @throws what is no refusal */
export function faultOf(error: unknown): Refusal {
  const refusal = refusalOfError(error)
  if (!refusal || refusal.status >= 500) throw error
  return refusal
}
