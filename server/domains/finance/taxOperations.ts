import { sql } from 'kysely'
import { isEnded, overlap, type TaxRate } from '#core/domains/finance/applicableTaxes.ts'
import { tax_codes } from '#core/domains/finance/tax_codes.ts'
import { tax_exemptions } from '#core/domains/finance/tax_exemptions.ts'
import { tax_rates } from '#core/domains/finance/tax_rates.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { refuseIssues } from '#server/resources/changes/validate.ts'
import { checkedOperations } from '#server/resources/checkedOperations.ts'
import { dateText } from '#server/resources/names/textFormats.ts'
import { lockRecord, requireSelectable } from '#server/resources/rows.ts'

/** The unit of an amount per unit is a unit of volume. @throws Refusal 422 */
export const taxCodeOperations = checkedOperations(tax_codes, async ({ db }, { unit_id }) => {
  const { rows } =
    await sql`select from units_of_measure where id = ${unit_id ?? null} and measure <> 'volume'`.execute(db)
  if (rows.length > 0) refuseIssues([{ field: 'unit_id', rule: 'choice' }])
})

/**
 * The rates of a code have no day in common. The code is locked, so that two concurrent rates see each other.
 * @throws Refusal 422
 */
export const taxRateOperations = checkedOperations(
  tax_rates,
  async (context, { tax_code_id, from_date, to_date = null }, current) => {
    await requireSelectable(context, tax_codes, tax_code_id, 'tax_code_id')
    await lockRecord(context, tax_codes, tax_code_id)
    const { rows } = await sql<Pick<TaxRate, 'from_date' | 'to_date'>>`
      select from_date, to_date from tax_rates where tax_code_id = ${tax_code_id}
        and tax_rate_id is distinct from ${current?.tax_rate_id ?? null}::int8 order by from_date`.execute(
      context.db,
    )
    const other = rows.find((row) => overlap(row, { from_date, to_date }))
    if (!other) return
    const from = dateText(context.actor, other.from_date)
    refuseIssues([{ field: 'from_date', rule: 'rates_overlap', params: { from } }])
  },
)

/** Uses of a certificate. */
const USED_FIELDS = [
  'company_id',
  'customer_id',
  'tax_code_id',
  'product_id',
  'exempt_use',
  'certificate',
] as const

/** An ended certificate can get another end date, but cannot be used again. @throws Refusal 422 */
export const taxExemptionOperations = checkedOperations(
  tax_exemptions,
  async ({ db, actor }, next, current) => {
    if (current && USED_FIELDS.every((name) => next[name] === current[name])) return
    const { rows } = await sql<{ today: string }>`select business_today()::text as today`.execute(db)
    if (!next.end_date || !isEnded(next, firstOf(rows).today)) return
    const date = dateText(actor, next.end_date)
    refuseIssues([{ field: 'end_date', rule: 'certificate_ended', params: { date } }])
  },
)
