import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/refusal.ts'
import { journalSeenBy } from './requireSeller.ts'

/** The sellers whose journals the actor sees, and the requested or first of them; null without any. @throws Refusal 404 for another */
export async function chooseSeller({ db, actor }: Context, wanted: number | undefined) {
  const { rows: sellers } = await sql<{ seller_id: number; title: string }>`
    select c.company_id as seller_id, c.company as title from companies c
    where exists (select from journal_entries e where e.seller_id = c.company_id) and ${journalSeenBy(actor, 'c.company_id')}
    order by c.company, c.company_id`.execute(db)
  const seller_id = wanted ?? sellers[0]?.seller_id ?? null
  if (wanted !== undefined && !sellers.some((seller) => seller.seller_id === wanted))
    throw notFound('seller_id')
  return { sellers, seller_id }
}
