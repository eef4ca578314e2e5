import { sql } from 'kysely'
import type { readTaxReturn as definition } from '#core/domains/finance/taxCalls.ts'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type { ReceivedBy, ResponseOf } from '#core/platform/defineCall.ts'
import { LITRES_PER_US_GALLON, volumeUnit } from '#core/platform/numbers/units.ts'
import type { Context } from '#server/platform/context.ts'
import { visible } from '#server/resources/rights/visible.ts'

/** Invoices that charge nothing. */
const CHARGES_NOTHING = [DOCUMENT_STATUS.void, DOCUMENT_STATUS.cancelled]

/**
 * The taxes of the invoices of a period, by jurisdiction, code and rate: of issued documents that the actor may see, by their dates.
 * Credit notes are deducted.
 */
export async function readTaxReturn(
  { db, actor }: Context,
  { from, to, seller_id }: ReceivedBy<typeof definition>['query'],
): Promise<ResponseOf<typeof definition>> {
  const unit = volumeUnit(actor.units)
  const quantity = (name: string) =>
    sql`round(coalesce(sum(${sql.ref(`t.${name}`)} / coalesce(t.unit_liters, ${unit === 'L' ? 1 : LITRES_PER_US_GALLON}::numeric)), 0), 3)`
  const { rows } = await sql<ResponseOf<typeof definition>['tax_return'][number]>`
    select i.seller_id, (select company from companies where company_id = i.seller_id) as seller_title, t.jurisdiction, t.tax_code_id, t.tax_name,
      t.basis, t.rate, coalesce(t.unit_title, ${unit}) as unit_title, c.currency_id,
      ${quantity('taxable_liters')} as taxable_quantity, ${quantity('exempt_liters')} as exempt_quantity,
      sum(t.taxable_amount) as taxable_amount, sum(t.exempt_amount) as exempt_amount, sum(t.tax) as tax,
      -- count(distinct …) would sort all rows by group and document.
      (select count(distinct id)::int from unnest(array_agg(i.document_id)) id) as documents
    from document_taxes t join transaction_documents i using (document_id) join companies c on c.company_id = i.company_id
    where i.document_type in ('invoice', 'credit_note') and i.given_out = 1 and i.archived = 0
      and i.status_id <> all(${CHARGES_NOTHING}) and i.document_date between ${from}::date and ${to}::date
      and ${seller_id === undefined ? sql`true` : sql`i.seller_id = ${seller_id}`} and ${visible(actor, transaction_documents, 'i')}
    group by i.seller_id, t.jurisdiction, t.tax_code_id, t.tax_name, t.basis, t.rate, t.unit_title, c.currency_id
    order by seller_title, t.jurisdiction nulls last, t.tax_name, t.rate, i.seller_id, t.tax_code_id, t.basis, t.unit_title,
      c.currency_id`.execute(db)
  return { tax_return: rows }
}
