import { sql } from 'kysely'
import { currencies } from '#core/domains/finance/currencies.ts'
import type { Values } from '#core/platform/values.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid } from '#server/platform/refusal.ts'
import { acceptChanges } from '#server/resources/changes/validate.ts'
import { updateRecord } from '#server/resources/operations.ts'
import { lockRecord } from '#server/resources/rows.ts'

/**
 * Changes a currency. Its precision stays once there are amounts in it: they would be rounded, and no longer add up.
 * @throws Refusal 422
 */
export async function updateCurrency(
  context: Context,
  id: number,
  body: Values,
): Promise<RecordOf<typeof currencies>> {
  const before = await lockRecord(context, currencies, id)
  const values = acceptChanges(context, currencies, body, before)
  if (values.precision != null && values.precision !== before.precision) await refuseWithAmounts(context, id)
  return updateRecord(context, currencies, id, values)
}

async function refuseWithAmounts({ db }: Context, id: number): Promise<void> {
  const { rows } = await sql`
    select from transaction_documents o join companies c using (company_id) where ${id}::int8 in (o.currency_id, c.currency_id)
    union all select from payments where currency_id = ${id} limit 1`.execute(db)
  if (rows.length > 0) throw invalid([{ field: 'precision', rule: 'precision_in_use' }])
}
