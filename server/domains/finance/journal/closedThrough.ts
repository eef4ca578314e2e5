import { sql } from 'kysely'
import { dayAfter } from '#core/domains/finance/journal.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseIssues } from '#server/resources/changes/validate.ts'
import { dateText } from '#server/resources/names/textFormats.ts'

/** The last day of the last closed month of a seller; null if none is closed. */
export async function readClosedThrough(
  { db }: Pick<Context, 'db'>,
  seller_id: number,
): Promise<string | null> {
  const { rows } = await sql<{ closed_through: string | null }>`
    select closed_through from journal_closings where seller_id = ${seller_id}
    order by closing_id desc limit 1`.execute(db)
  return rows[0]?.closed_through ?? null
}

/**
 * Refuses a document that is dated into a closed month of its seller. If the month is closed at the same time, its entry moves to the first
 * open month.
 * @throws Refusal 422
 */
export async function refuseClosedMonth(
  context: Context,
  { seller_id, document_date }: { seller_id: number; document_date: string | null },
): Promise<void> {
  const closed = await readClosedThrough(context, seller_id)
  if (closed === null || document_date === null || document_date > closed) return
  const from = dateText(context.actor, dayAfter(closed))
  refuseIssues([{ field: 'document_date', rule: 'month_closed', params: { from } }])
}
