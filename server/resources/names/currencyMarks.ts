import { sql } from 'kysely'
import type { CurrencyMarks } from '#core/platform/numbers/money.ts'
import type { Resource } from '#core/resources/definition.ts'
import { currencyKeyOf } from '#core/resources/fields/currencyKey.ts'
import { currencyKeysOf } from '#core/resources/fields/currencyKeysOf.ts'
import type { Context } from '#server/platform/context.ts'

/** The format of each currency, by its id. */
export type MarksById = ReadonlyMap<number, CurrencyMarks>

/** The formats of all currencies; these are public. */
export async function readCurrencyMarks({ db }: Context): Promise<CurrencyMarks[]> {
  const { rows } = await sql<CurrencyMarks>`
    select currency_id, code, prefix, suffix, precision, decimal, thousands, mask
    from currencies order by currency_id`.execute(db)
  return rows
}

/** The currencies that a document of this kind of record needs; none for a kind without amounts. */
export async function readMarksFor(context: Context, resource: Resource): Promise<MarksById> {
  if (currencyKeysOf(resource).length === 0) return new Map()
  const marks = await readCurrencyMarks(context)
  return new Map(marks.map((mark) => [mark.currency_id, mark]))
}

/** The format of one amount of a record. */
export function marksOf(
  marks: MarksById,
  resource: Resource,
  name: string,
  row: Readonly<Record<string, unknown>>,
): CurrencyMarks | undefined {
  return marks.get(Number(row[currencyKeyOf(resource, name)]))
}
