import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { lockExclusively } from '#server/platform/database/locks.ts'
import { invalid } from '#server/platform/refusal.ts'

/**
 * Refuses a parent that is the company itself or lies below it.
 * @throws Refusal 422
 */
export async function refuseCycle(
  { db }: Context,
  company_id: number,
  parent_id: number | null,
): Promise<void> {
  if (parent_id === null) return
  // Two concurrent changes of parents could close a cycle that neither of them sees: they are serialized.
  await lockExclusively(db, 'company_parents')
  const { rows } = await sql`
    with recursive above as (
      select company_id, parent_id from companies where company_id = ${parent_id}
      union select c.company_id, c.parent_id from companies c join above a on c.company_id = a.parent_id)
    select from above where company_id = ${company_id}`.execute(db)
  if (rows.length > 0) throw invalid([{ field: 'parent_id', rule: 'parent_cycle' }])
}
