import { sql } from 'kysely'
import { companies } from '#core/domains/companies/companies.ts'
import { work_order_figures } from '#core/domains/work_orders/work_order_figures.ts'
import type { ComputedFields } from '#server/resources/operations.ts'
import { visible } from '#server/resources/rights/visible.ts'

/** The company of the device of each work order, if the actor sees it: one statement for all rows. */
export const workOrderFigures: ComputedFields = {
  definition: work_order_figures,
  read: async ({ db, actor }, rows) => {
    const ids = rows.map(({ id }) => Number(id))
    const { rows: found } = await sql<{ customer: string | null }>`
      select c.company as customer
      from unnest(${ids}::int8[]) with ordinality as wanted (id, place)
      left join work_orders w on w.id = wanted.id
      left join devices d on d.device_id = w.device_id
      left join companies c on c.company_id = d.company_id and ${visible(actor, companies, 'c')}
      order by wanted.place`.execute(db)
    return found
  },
}
