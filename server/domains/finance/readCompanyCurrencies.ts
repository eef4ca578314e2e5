import { type RawBuilder, sql } from 'kysely'
import { companies } from '#core/domains/companies/companies.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { OWN_COMPANY } from '#core/platform/ownCompany.ts'
import type { Context } from '#server/platform/context.ts'
import { requireVisible } from '#server/resources/rows.ts'

/**
 * The currency of a company, and that of the business itself: needed by forms for amounts that are not saved yet.
 * @throws Refusal 404 for a company out of reach.
 */
export async function readCompanyCurrencies(
  context: Context,
  company_id: number | undefined,
): Promise<{ company_currency_id: number | null; house_currency_id: number | null }> {
  if (company_id !== undefined) await requireVisible(context, companies, company_id)
  const of = (id: RawBuilder<unknown>) =>
    sql`(select currency_id from companies where companies.company_id = ${id})`
  const { rows } = await sql<{ company_currency_id: number | null; house_currency_id: number | null }>`
    select ${of(sql`${company_id ?? null}`)} as company_currency_id, ${of(sql`${OWN_COMPANY}::int8`)} as house_currency_id`.execute(
    context.db,
  )
  return firstOf(rows)
}
