import { sql } from 'kysely'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { USER_COLUMN } from '#core/resources/fields/userFields.ts'
import type { Context } from '#server/platform/context.ts'
import { columnsOfSet, setOf } from '#server/platform/database/insertSet.ts'
import { packUserFields, withUserFields } from '#server/resources/userFields/userFields.ts'

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
  const resource = withUserFields(transaction_documents)
  const rows = documents.map((values) => {
    const { columns, added } = packUserFields(resource, values)
    return { ...columns, [USER_COLUMN]: added ?? {} }
  })
  const columns = columnsOfSet(rows)
  const { rows: created } = await sql<{ document_id: number }>`
    insert into transaction_documents (${columns}, status_id, document_date, due_date)
    select ${columns}, ${status_id}, day, day + (select t.term_days from payment_terms t where t.payment_term_id = d.payment_term_id)
    from (select n.*, greatest(business_today(), ${notBefore}::date) as day from ${setOf('transaction_documents', rows)} n) d
    returning document_id`.execute(db)
  return created.map(({ document_id }) => document_id)
}
