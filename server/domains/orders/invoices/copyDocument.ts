import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { copyOf } from '#server/resources/changes/copyOf.ts'
import type { Document } from '../readDocument.ts'

/** Fields that are not copied. */
const NOT_COPIED = ['document_type', 'status_id', 'document_date', 'due_date', 'external_number', 'archived']

/** The values that a document takes over from its source. */
export function copyDocument(document: Document): Record<string, unknown> {
  return copyOf(transaction_documents, document, NOT_COPIED)
}
