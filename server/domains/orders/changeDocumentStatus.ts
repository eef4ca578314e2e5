import { DOCUMENT_STATUS, nextDocumentStatuses } from '#core/domains/orders/documentStatus.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type { Context } from '#server/platform/context.ts'
import { updateRecord } from '#server/resources/operations.ts'
import { lockRecord } from '#server/resources/rows.ts'
import { refuseStep } from '#server/resources/steps.ts'
import { refuseLocked } from './findShipmentLock.ts'
import { type Document, readDocument } from './readDocument.ts'

/** Left with these, a shipment would be without its order. */
const LEAVING: readonly number[] = [DOCUMENT_STATUS.cancelled, DOCUMENT_STATUS.void]

/**
 * Gives a document its next status.
 * @throws Refusal 409 naming what is allowed; 409 when it would be cancelled while a shipment holds it.
 */
export async function changeDocumentStatus(
  context: Context,
  id: number,
  status_id: number,
): Promise<Document> {
  const document = await lockRecord(context, transaction_documents, id)
  refuseStep(context, transaction_documents, {
    field: 'status_id',
    from: document.status_id,
    to: status_id,
    allowed: nextDocumentStatuses(document.document_type, document.status_id),
  })
  if (LEAVING.includes(status_id)) await refuseLocked(context, id)
  await updateRecord(context, transaction_documents, id, { status_id: status_id as Document['status_id'] })
  return readDocument(context, id)
}
