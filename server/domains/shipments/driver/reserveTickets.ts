import { sql } from 'kysely'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Context } from '#server/platform/context.ts'
import { readRecord } from '#server/resources/rows.ts'

/** The first number of a company that has written no ticket yet. */
const FIRST = 1001

/** Reserves ticket numbers of the round's company, so that a phone can write tickets offline. */
export async function reserveTickets(
  context: Context,
  { shipment_id, count }: { shipment_id: number; count: number },
): Promise<{ company_id: number; first_number: number; last_number: number }> {
  const { company_id } = await readRecord(context, shipment_planners, shipment_id)
  const { db, actor, now } = context
  // Serialized by company, so that two phones never hold the same number.
  await sql`select from companies where company_id = ${company_id} for no key update`.execute(db)
  const { rows } = await sql<{ company_id: number; first_number: number; last_number: number }>`
    insert into ticket_blocks (company_id, user_id, first_number, last_number, reserved_at)
    select ${company_id}, ${actor.user_id}, next, next + ${count} - 1, ${now}
    from (select coalesce(max(last_number) + 1, ${FIRST}) as next from ticket_blocks
      where company_id = ${company_id}) as numbers
    returning company_id, first_number, last_number`.execute(db)
  return firstOf(rows)
}
