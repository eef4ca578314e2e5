import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'

/**
 * The seller of each of some companies: the nearest distributor above it, else the business itself. The database function `seller_of` is
 * also the default of documents.
 */
export async function findSeller(
  { db }: Pick<Context, 'db'>,
  company_ids: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ company_id: number; seller_id: number }>`
    select c.company_id, seller_of(c.company_id) as seller_id
    from unnest(${[...new Set(company_ids)]}::int8[]) as c(company_id)`.execute(db)
  return new Map(rows.map(({ company_id, seller_id }) => [Number(company_id), Number(seller_id)]))
}
