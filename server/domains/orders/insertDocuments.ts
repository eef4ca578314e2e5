import { sql } from 'kysely'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type { Context } from '#server/platform/context.ts'
import { namedTables } from '#server/resources/namedTables.ts'
import { toColumns } from '#server/resources/validate.ts'

/**
 * Inserts new documents with today's date by default, each due by its own date and terms.
 * @returns their ids, in the order of the values
 */
export async function insertDocuments(
  { db }: Context,
  documents: readonly Readonly<Record<string, unknown>>[],
  {
    status_id = DOCUMENT_STATUS.new,
    notBefore = null,
  }: { status_id?: number; notBefore?: string | null } = {},
): Promise<number[]> {
  if (documents.length === 0) return []
  const day = sql`greatest(business_today(), ${notBefore}::date)`
  const made = await namedTables(db)
    .insertInto('transaction_documents')
    .values(
      documents.map((values) => ({
        ...toColumns(transaction_documents, values, true),
        status_id,
        document_date: day,
        due_date: sql`${day} + (select term_days from payment_terms
          where payment_term_id = ${values['payment_term_id']})::int`,
      })),
    )
    .returning('document_id')
    .execute()
  return made.map(({ document_id }) => Number(document_id))
}
