import { sql } from 'kysely'
import { currencies } from '#core/domains/finance/currencies.ts'
import { exchange_rates } from '#core/domains/finance/exchange_rates.ts'
import type { Issue } from '#core/platform/issue.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid } from '#server/platform/refusal.ts'
import { refuseIssues } from '#server/resources/changes/validate.ts'
import { checkedOperations } from '#server/resources/checkedOperations.ts'

async function refuseWithAmounts({ db }: Context, id: number, issue: Issue): Promise<void> {
  const { rows } = await sql`
    select from transaction_documents o join companies c using (company_id) where ${id}::int8 in (o.currency_id, c.currency_id)
    union all select from payments where currency_id = ${id} limit 1`.execute(db)
  if (rows.length > 0) throw invalid([issue])
}

const { update } = checkedOperations(currencies, async (context, { code, precision }, current) => {
  if (!current) return
  const { currency_id: id } = current
  if (precision !== current.precision)
    await refuseWithAmounts(context, id, { field: 'precision', rule: 'precision_in_use' })
  if (code !== current.code) await refuseWithAmounts(context, id, { field: 'code', rule: 'code_in_use' })
})

/**
 * A currency with amounts keeps its code and precision: otherwise they would be in another currency, or rounded, and no longer
 * add up.
 * @throws Refusal 422
 */
export const currencyOperations = { update }

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
