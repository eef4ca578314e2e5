import type { listDocumentTaxes as definition } from '#core/domains/finance/taxCalls.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import type { Context } from '#server/platform/context.ts'
import { requireVisible } from '#server/resources/rows.ts'

/** The taxes of a document by line, in the order of its lines and their codes. @throws Refusal 404 */
export async function listDocumentTaxes(
  context: Context,
  document_id: number,
): Promise<ResponseOf<typeof definition>['taxes']> {
  await requireVisible(context, transaction_documents, document_id)
  const { db } = context
  const rows = await db
    .selectFrom('document_taxes as t')
    .leftJoin('transaction_document_details as l', 'l.document_detail_id', 't.document_detail_id')
    .select([
      't.document_detail_id',
      't.tax_code_id',
      't.tax_name',
      't.basis',
      't.rate',
      't.unit_title',
      't.unit_liters',
      't.taxable_amount',
      't.exempt_amount',
      't.taxable_liters',
      't.exempt_liters',
      't.certificate',
      't.exempt_use',
      't.tax',
    ])
    .where('t.document_id', '=', document_id)
    .orderBy('l.sort_order')
    .orderBy('t.document_tax_id')
    .$castTo<ResponseOf<typeof definition>['taxes'][number]>()
    .execute()
  return rows
}
