import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'

/** Percent by which a delivery may differ from its plan: the company's own setting, or else the nearest one above. */
export async function readTolerance({ db }: Context, company_id: number | null): Promise<number | null> {
  const { rows } = await sql<{ tolerance: number }>`
    with recursive above as (
      select c.parent_id, c.delivery_tolerance, 1 as height from companies c where c.company_id = ${company_id}
      union all
      select c.parent_id, c.delivery_tolerance, above.height + 1 from companies c join above on c.company_id = above.parent_id
        where above.delivery_tolerance is null and above.height < 20)
    select delivery_tolerance::float8 as tolerance from above where delivery_tolerance is not null
    order by height limit 1`.execute(db)
  return rows[0]?.tolerance ?? null
}
