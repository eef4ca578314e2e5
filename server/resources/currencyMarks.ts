import { type RawBuilder, sql } from 'kysely'
import { companies } from '#core/domains/companies/companies.ts'
import type { CurrencyMarks } from '#core/platform/money.ts'
import { OWN_COMPANY } from '#core/platform/ownCompany.ts'
import { currencyKeyOf } from '#core/resources/currencyKey.ts'
import { currencyKeysOf } from '#core/resources/currencyKeysOf.ts'
import type { Resource } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { requireVisible } from './rows.ts'

/** How each currency is written, by its id. */
export type MarksById = ReadonlyMap<number, CurrencyMarks>

/** How every currency is written: no more than what stands on any price tag. */
export async function readCurrencyMarks({ db }: Context): Promise<CurrencyMarks[]> {
  const { rows } = await sql<CurrencyMarks>`
    select currency_id, code, prefix, suffix, precision, decimal, thousands, mask
    from currencies order by currency_id`.execute(db)
  return rows
}

/**
 * The currency of a company, and that of the business itself: what a form needs for amounts that are not saved yet.
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
  return rows[0]!
}

/** The currencies that a document of this kind of record needs; none for a kind without amounts. */
export async function readMarksFor(context: Context, resource: Resource): Promise<MarksById> {
  if (currencyKeysOf(resource).length === 0) return new Map()
  const marks = await readCurrencyMarks(context)
  return new Map(marks.map((one) => [one.currency_id, one]))
}

/** How one amount of a record is written. */
export function marksOf(
  marks: MarksById,
  resource: Resource,
  name: string,
  row: Readonly<Record<string, unknown>>,
): CurrencyMarks | undefined {
  return marks.get(Number(row[currencyKeyOf(resource, name)]))
}
