import type { transaction_document_details } from '#core/domains/orders/transaction_document_details.ts'
import type { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type { ShownRecord } from '#web/resources/recordIn.ts'

/** A line of an order as its screens read it. */
export type OrderLine = ShownRecord<typeof transaction_document_details>
/** An order as its screens read it: with its lines, and whether a shipment holds it. */
export type OrderRecord = ShownRecord<typeof transaction_documents> & {
  readonly details?: readonly OrderLine[]
  readonly locked?: 0 | 1
}
