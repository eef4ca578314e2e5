import { sql } from 'kysely'
import { exchange_rates } from '#core/domains/finance/exchange_rates.ts'
import type { ChangesOf, NewRecordOf, RecordOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { insertRecord, updateRecord } from '#server/resources/operations.ts'
import { lockRecord } from '#server/resources/rows.ts'
import { acceptChanges, acceptNew, refuseIssues } from '#server/resources/validate.ts'

type Rate = RecordOf<typeof exchange_rates>

/** Creates a rate; each pair of currencies has one active rate. */
export async function createRate(context: Context, body: object): Promise<Rate> {
  const values = acceptNew(context, exchange_rates, body) as NewRecordOf<typeof exchange_rates>
  await refuseSecondActive(context, values, null)
  return insertRecord(context, exchange_rates, values)
}

export async function updateRate(context: Context, id: number, body: object): Promise<Rate> {
  const current = await lockRecord(context, exchange_rates, id)
  const changes = acceptChanges(context, exchange_rates, body, current) as ChangesOf<typeof exchange_rates>
  await refuseSecondActive(context, { ...current, ...changes }, id)
  return updateRecord(context, exchange_rates, id, changes)
}

type Pair = Pick<Rate, 'from_currency_id' | 'to_currency_id'> & { is_active?: number }

/** The database prevents two concurrent ones. @throws Refusal 422 */
async function refuseSecondActive(
  { db }: Context,
  { from_currency_id, to_currency_id, is_active = 1 }: Pair,
  id: number | null,
): Promise<void> {
  if (is_active !== 1) return
  const { rows } = await sql`
    select from exchange_rates where from_currency_id = ${from_currency_id} and to_currency_id = ${to_currency_id}
      and is_active = 1 and exchange_rate_id is distinct from ${id}::int8 limit 1`.execute(db)
  if (rows.length > 0) refuseIssues([{ field: 'to_currency_id', rule: 'pair_active' }])
}
