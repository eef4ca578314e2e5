import { sql } from 'kysely'
import { type Credited, creditedTaxes, type StoredTax } from '#core/domains/finance/creditedTaxes.ts'
import type { Context } from '#server/platform/context.ts'

/**
 * The taxes of a credit note, from its invoice's.
 * @param places decimals of the company's currency
 */
export async function readCreditedTaxes(
  context: Context,
  invoice_id: number,
  credited: Credited,
  places: number,
): Promise<StoredTax[]> {
  const taxes = await readTaxes(context, sql`i.document_id = ${invoice_id}`)
  if (taxes.length === 0) return []
  const earlier = await readTaxes(
    context,
    sql`i.source_document_id = ${invoice_id} and i.document_type = 'credit_note'`,
  )
  const { rows: lines } = await sql<{
    document_detail_id: number
    line_total: string
    liters: string | null
  }>`
    select l.document_detail_id, l.line_total, case when u.measure = 'volume' then u.factor end as liters
    from transaction_document_details l join units_of_measure u on u.id = l.unit_id
    where l.document_id = ${invoice_id} order by l.sort_order, l.document_detail_id`.execute(context.db)
  return creditedTaxes({ lines, taxes }, earlier, credited, places)
}

async function readTaxes({ db }: Context, which: ReturnType<typeof sql>): Promise<StoredTax[]> {
  const { rows } = await sql<StoredTax>`
    select t.document_detail_id, t.tax_code_id, t.tax_name, t.jurisdiction, t.basis, t.applies_to, t.rounding, t.rate, t.unit_title,
      t.unit_liters, t.exchange_rate, t.tax_rule_id, t.tax_exemption_id, t.certificate, t.exempt_use, t.taxable_amount, t.exempt_amount,
      t.taxable_liters, t.exempt_liters, t.tax
    from document_taxes t join transaction_documents i using (document_id) where ${which} order by t.document_tax_id`.execute(
    db,
  )
  return rows
}
