import { sql } from 'kysely'
import { isEnded, overlap } from '#core/domains/finance/applicableTaxes.ts'
import { tax_codes } from '#core/domains/finance/tax_codes.ts'
import { tax_exemptions } from '#core/domains/finance/tax_exemptions.ts'
import { tax_rates } from '#core/domains/finance/tax_rates.ts'
import type { ChangesOf, NewRecordOf, RecordOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { insertRecord, updateRecord } from '#server/resources/operations.ts'
import { lockRecord, requireSelectable } from '#server/resources/rows.ts'
import { dateText } from '#server/resources/textFormats.ts'
import { acceptChanges, acceptNew, refuseIssues } from '#server/resources/validate.ts'

type Code = RecordOf<typeof tax_codes>
type Rate = RecordOf<typeof tax_rates>
type Exemption = RecordOf<typeof tax_exemptions>

/** Creates a tax code. @throws Refusal 422 for an amount per unit of something other than a volume */
export async function createTaxCode(context: Context, body: object): Promise<Code> {
  const values = acceptNew(context, tax_codes, body) as NewRecordOf<typeof tax_codes>
  await refuseNoVolume(context, values.unit_id)
  return insertRecord(context, tax_codes, values)
}

export async function updateTaxCode(context: Context, id: number, body: object): Promise<Code> {
  const current = await lockRecord(context, tax_codes, id)
  const changes = acceptChanges(context, tax_codes, body, current) as ChangesOf<typeof tax_codes>
  await refuseNoVolume(context, changes.unit_id)
  return updateRecord(context, tax_codes, id, changes)
}

async function refuseNoVolume({ db }: Context, unit_id: number | null | undefined): Promise<void> {
  if (unit_id == null) return
  const { rows } =
    await sql`select from units_of_measure where id = ${unit_id} and measure <> 'volume'`.execute(db)
  if (rows.length > 0) refuseIssues([{ field: 'unit_id', rule: 'choice' }])
}

/** Creates a rate of a tax code. @throws Refusal 422 if another rate of the code covers one of its days */
export async function createTaxRate(context: Context, body: object): Promise<Rate> {
  const values = acceptNew(context, tax_rates, body) as NewRecordOf<typeof tax_rates>
  await refuseOverlap(context, values, null)
  return insertRecord(context, tax_rates, values)
}

export async function updateTaxRate(context: Context, id: number, body: object): Promise<Rate> {
  const current = await lockRecord(context, tax_rates, id)
  const changes = acceptChanges(context, tax_rates, body, current) as ChangesOf<typeof tax_rates>
  await refuseOverlap(context, { ...current, ...changes }, id)
  return updateRecord(context, tax_rates, id, changes)
}

/** Locks the code, so that two rates that come at once see each other. */
async function refuseOverlap(
  context: Context,
  { tax_code_id, from_date, to_date = null }: Pick<Rate, 'tax_code_id' | 'from_date'> & Partial<Rate>,
  id: number | null,
): Promise<void> {
  await requireSelectable(context, tax_codes, tax_code_id, 'tax_code_id')
  await lockRecord(context, tax_codes, tax_code_id)
  const { rows } = await sql<Pick<Rate, 'from_date' | 'to_date'>>`
    select from_date, to_date from tax_rates
    where tax_code_id = ${tax_code_id} and tax_rate_id is distinct from ${id}::int8 order by from_date`.execute(
    context.db,
  )
  const other = rows.find((one) => overlap(one, { from_date, to_date }))
  if (!other) return
  const from = dateText(context.actor, other.from_date)
  refuseIssues([{ field: 'from_date', rule: 'rates_overlap', params: { from } }])
}

/** Creates an exemption. @throws Refusal 422 for a certificate that has ended */
export async function createTaxExemption(context: Context, body: object): Promise<Exemption> {
  const values = acceptNew(context, tax_exemptions, body) as NewRecordOf<typeof tax_exemptions>
  await refuseEnded(context, values)
  return insertRecord(context, tax_exemptions, values)
}

/** Changes an exemption. An ended certificate can get another end, but not cover anything else. */
export async function updateTaxExemption(context: Context, id: number, body: object): Promise<Exemption> {
  const current = await lockRecord(context, tax_exemptions, id)
  const changes = acceptChanges(context, tax_exemptions, body, current) as ChangesOf<typeof tax_exemptions>
  const next = { ...current, ...changes }
  const isNewUse = USED_FIELDS.some((name) => next[name] !== current[name])
  if (isNewUse) await refuseEnded(context, next)
  return updateRecord(context, tax_exemptions, id, changes)
}

/** What a certificate is used for. */
const USED_FIELDS = [
  'company_id',
  'customer_id',
  'tax_code_id',
  'product_id',
  'exempt_use',
  'certificate',
] as const

async function refuseEnded(
  { db, actor }: Context,
  { end_date }: { end_date?: string | null },
): Promise<void> {
  const { rows } = await sql<{ today: string }>`select business_today()::text as today`.execute(db)
  if (!isEnded({ end_date: end_date ?? null }, rows[0]!.today)) return
  refuseIssues([
    { field: 'end_date', rule: 'certificate_ended', params: { date: dateText(actor, end_date!) } },
  ])
}
