import { sql } from 'kysely'
import type { Resource } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import type { Operations } from '#server/resources/operations.ts'
import { faultOf, type RowFault } from './rowErrors.ts'

/** A kind of record, and what can be done with it. */
export interface Kind {
  resource: Resource
  operations: Operations
}

/** Does what a row needs; what is refused leaves nothing behind. */
export async function alone(
  context: Context,
  row: { fault?: RowFault },
  work: () => Promise<void>,
): Promise<void> {
  await sql`savepoint one_of_many`.execute(context.db)
  try {
    await work()
    await sql`release savepoint one_of_many`.execute(context.db)
  } catch (error) {
    row.fault = faultOf(error)
    await sql`rollback to savepoint one_of_many`.execute(context.db)
  }
}
