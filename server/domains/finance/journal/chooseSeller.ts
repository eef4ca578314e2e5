import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { notFound } from '#server/platform/refusal.ts'
import { journalSeenBy } from './requireSeller.ts'

/** Days of invoices that determine the most active seller. */
const RECENT_DAYS = 62

/**
 * The sellers whose journals the actor sees, and the chosen one: the requested seller, else the most active one; null if there is none.
 * @throws Refusal 404 for another
 */
export async function chooseSeller({ db, actor }: Context, requested: number | undefined) {
  const { rows: sellers } = await sql<{ seller_id: number; title: string }>`
    select c.company_id as seller_id, c.company as title from companies c
    where exists (select from journal_entries e where e.seller_id = c.company_id) and ${journalSeenBy(actor, 'c.company_id')}
    order by c.company, c.company_id`.execute(db)
  const seller_id = requested ?? (await readBusiest(db, sellers)) ?? null
  if (requested !== undefined && !sellers.some((seller) => seller.seller_id === requested))
    throw notFound('seller_id')
  return { sellers, seller_id }
}

/** The seller with the most invoices lately, else the first by name. */
async function readBusiest(db: Database, sellers: readonly { seller_id: number }[]) {
  if (sellers.length < 2) return sellers[0]?.seller_id
  const { rows } = await sql<{ seller_id: number }>`
    select seller_id from unnest(${sellers.map(({ seller_id }) => seller_id)}::int8[]) with ordinality as s (seller_id, place)
    order by (select count(*) from journal_entries e where e.seller_id = s.seller_id and e.kind = 'invoice'
      and e.posted_on > business_today() - ${RECENT_DAYS}::int) desc, place limit 1`.execute(db)
  return rows[0]?.seller_id
}
