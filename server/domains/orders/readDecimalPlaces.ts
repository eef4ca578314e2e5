import { sql } from 'kysely'
import type { DecimalPlaces } from '#core/domains/orders/totals.ts'
import { decimalPlacesOf } from '#core/platform/numbers/money.ts'
import type { Context } from '#server/platform/context.ts'

/** The decimals of a document's figures: of its company's currency and of its own. */
export async function readDecimalPlaces(
  { db }: Context,
  { company_id, currency_id }: { company_id: number | null; currency_id: number },
): Promise<DecimalPlaces> {
  const { rows } = await sql<{ company: number | null; document: number | null }>`
    select (select precision from currencies join companies using (currency_id) where company_id = ${company_id}) as company,
      (select precision from currencies where currency_id = ${currency_id}) as document`.execute(db)
  const [found] = rows
  return { company: decimalPlacesOf(found?.company), document: decimalPlacesOf(found?.document) }
}
