import { sql } from 'kysely'
import {
  conversionsOf,
  DOCUMENT_STATUS,
  type DocumentType,
  statusAfterConversion,
} from '#core/domains/orders/documentStatus.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { KEPT_PARTS } from '#core/domains/people/keptAddress.ts'
import type { Context } from '#server/platform/context.ts'
import { say } from '#server/platform/language.ts'
import { conflict } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/audit.ts'
import { updateRecord } from '#server/resources/operations.ts'
import { lockRecord } from '#server/resources/rows.ts'
import { type Document, readDocument } from './readDocument.ts'

/** What a converted document takes over as it is; money that came in stays with the document it came for. */
const COPIED = sql.join(
  [
    'company_id',
    'device_id',
    'approved',
    'due_date',
    'payment_term_id',
    'currency_id',
    'exchange_rate',
    'customer_po',
    'work_order_no',
    'shipping_carrier_id',
    'department_id',
    'shipping_address_id',
    'billing_address_id',
    ...KEPT_PARTS.map((name) => `ship_${name}`),
    ...KEPT_PARTS.map((name) => `bill_${name}`),
    'discount_type',
    'discount',
    'freight',
    'customs',
    'expedite_fee',
    'handling_charge',
    'subtotal',
    'discount_amount',
    'total_amount',
    'document_subtotal',
    'document_discount',
    'document_freight',
    'document_customs',
    'document_expedite_fee',
    'document_handling_charge',
    'document_total_amount',
    'comments',
  ].map((name) => sql.ref(name)),
)

/**
 * Makes the next document of an accepted quote (a purchase or sales order) or of a delivered sales order (an
 * invoice), with the same lines and figures. The first one's own life ends with it.
 * @throws Refusal 409 when it cannot be converted to that.
 */
export async function convertDocument(context: Context, id: number, type: DocumentType): Promise<Document> {
  const document = await lockRecord(context, transaction_documents, id)
  refuseConversion(context, document, type)
  const { db } = context
  const { rows } = await sql<{ document_id: number }>`
    insert into transaction_documents (document_type, status_id, source_document_id, document_date, balance,
      document_balance, ${COPIED})
    select ${type}, ${DOCUMENT_STATUS.new}::int2, document_id, business_today(), total_amount, document_total_amount,
      ${COPIED}
    from transaction_documents where document_id = ${id} returning document_id`.execute(db)
  const made = rows[0]!.document_id
  await sql`insert into transaction_document_details (document_id, sort_order, product_id, quantity, unit_price,
      line_discount_type, line_discount_amount, line_discount_percentage, line_total)
    select ${made}::int8, sort_order, product_id, quantity, unit_price, line_discount_type, line_discount_amount,
      line_discount_percentage, line_total
    from transaction_document_details where document_id = ${id}`.execute(db)
  await audit(context, 'transaction_documents', made, 'create', [
    { field: 'source_document_id', before: null, after: id },
  ])
  await updateRecord(context, transaction_documents, id, {
    status_id: statusAfterConversion(document.document_type) as Document['status_id'],
  })
  return readDocument(context, made)
}

function refuseConversion({ actor }: Context, document: Document, type: DocumentType): void {
  const allowed = conversionsOf(document.document_type, document.status_id)
  if (allowed.includes(type)) return
  const choice = (field: string, value: string | number) =>
    say(actor.language, `records.transaction_documents.choices.${field}.${value}`).toLowerCase()
  const names = allowed.map((one) => choice('document_type', one))
  throw conflict('messages.conversion_refused', {
    what: choice('document_type', document.document_type),
    status: choice('status_id', document.status_id),
    to: choice('document_type', type),
    allowed: names.length > 0 ? names.join(', ') : say(actor.language, 'messages.no_step'),
  })
}
