import { sql } from 'kysely'
import { monthEnd } from '#core/domains/finance/journal.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, invalid } from '#server/platform/refusal.ts'
import { readClosedThrough } from './closedThrough.ts'
import { postSeller } from './postJournal.ts'
import { requireSeller } from './requireSeller.ts'

/**
 * Closes a month of a seller, and all earlier months.
 * @throws Refusal 404 for a seller out of reach, 422 for a month that is not over or is already closed, 409 while one of its entries waits
 */
export async function closeMonth(
  context: Context,
  { seller_id, month }: { seller_id: number; month: string },
): Promise<void> {
  await requireSeller(context, seller_id)
  await postSeller(context, seller_id)
  const through = monthEnd(month)
  const { rows } = await sql<{ isOver: boolean; waits: boolean }>`
    select ${through}::date < business_today() as "isOver", exists (select from journal_entries
      where seller_id = ${seller_id} and posted_on is null and dated <= ${through}::date) as waits`.execute(
    context.db,
  )
  const closed = await readClosedThrough(context, seller_id)
  if (!firstOf(rows).isOver || (closed !== null && through <= closed))
    throw invalid([{ field: 'month', rule: 'month_open' }])
  if (firstOf(rows).waits) throw conflict('messages.journal_waits')
  await insertClosing(context, { seller_id, closed_through: through, reason: null })
}

/**
 * Reopens a closed month of a seller, and all later months.
 * @throws Refusal 404 for a seller out of reach, 422 for a month that is not closed, or without a reason
 */
export async function reopenMonth(
  context: Context,
  { seller_id, month, reason }: { seller_id: number; month: string; reason: string },
): Promise<void> {
  await requireSeller(context, seller_id)
  await postSeller(context, seller_id)
  const closed = await readClosedThrough(context, seller_id)
  if (closed === null || month > closed) throw invalid([{ field: 'month', rule: 'choice' }])
  if (reason === '') throw invalid([{ field: 'reason', rule: 'required' }])
  const lastOfBefore = new Date(Date.parse(`${month.slice(0, 7)}-01`) - 86_400_000).toISOString().slice(0, 10)
  await insertClosing(context, { seller_id, closed_through: lastOfBefore, reason })
}

async function insertClosing(
  { db, actor }: Context,
  closing: { seller_id: number; closed_through: string; reason: string | null },
): Promise<void> {
  await db
    .insertInto('journal_closings')
    .values({ ...closing, user_id: actor.user_id })
    .execute()
}
