import { sql } from 'kysely'
import { exchange_rates } from '#core/domains/finance/exchange_rates.ts'
import { refuseIssues } from '#server/resources/changes/validate.ts'
import { checkedOperations } from '#server/resources/checkedOperations.ts'

/** Each pair of currencies has one active rate; the database prevents two concurrent ones. @throws Refusal 422 */
export const exchangeRateOperations = checkedOperations(
  exchange_rates,
  async ({ db }, { from_currency_id, to_currency_id, is_active = 1 }, current) => {
    if (is_active !== 1) return
    const { rows } = await sql`
      select from exchange_rates where from_currency_id = ${from_currency_id} and to_currency_id = ${to_currency_id}
        and is_active = 1 and exchange_rate_id is distinct from ${current?.exchange_rate_id ?? null}::int8 limit 1`.execute(
      db,
    )
    if (rows.length > 0) refuseIssues([{ field: 'to_currency_id', rule: 'pair_active' }])
  },
)
