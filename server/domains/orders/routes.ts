import { z } from 'zod'
import { DOCUMENT_STATUS, DOCUMENT_STATUS_IDS, DOCUMENT_TYPES } from '#core/domains/orders/documentStatus.ts'
import { PaymentBody, Reason } from '#core/domains/orders/paymentBody.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import type { Action } from '#core/platform/modules.ts'
import { pathOf, type Resource } from '#core/resources/definition.ts'
import type { Access, Call } from '#server/platform/http.ts'
import { Id } from '#server/resources/ids.ts'
import { changeDocumentStatus, closeShort } from './changeDocumentStatus.ts'
import { convertDocument } from './convertDocument.ts'
import { documentDefaults } from './documentDefaults.ts'
import { listLinkedDocuments } from './listLinkedDocuments.ts'
import { listPayments, recordPayment } from './recordPayment.ts'
import { reversePayment } from './reversePayment.ts'

const { loginTypes } = transaction_documents
const may = (action: Action): Access => ({ module: 'transaction_documents', action, loginTypes })
const tag = 'transaction_documents'
const params = z.object({ document_id: Id })
const DocumentAnswer = z.object({ transaction_document: z.looseObject({}) })
const StatusId = z.union(
  DOCUMENT_STATUS_IDS.map((id) => z.literal(id)),
  { error: 'choice' },
)
const saved = { message: 'messages.saved', type: 'success' } as const

/** The document timeline of a kind of record that hangs together with documents. */
function timelineOf(resource: Resource): Call {
  return {
    method: 'GET',
    path: `${pathOf(resource)}/:${resource.id}/linked_documents`,
    tag: resource.name,
    summary: 'What hangs together with it, oldest first: documents, shipments, work orders, payments',
    access: { module: resource.module, action: 'read', loginTypes: resource.loginTypes },
    params: z.object({ [resource.id]: Id }),
    answer: z.object({ linked_documents: z.array(z.looseObject({})) }),
    run: async (context, { params: given }) => ({
      linked_documents: await listLinkedDocuments(context, resource, given[resource.id]),
    }),
  }
}

/** What is done with a transaction document beside the calls that every record has. */
export const orderCalls: Call[] = [
  ...[transaction_documents, shipment_planners, work_orders].map((resource) => timelineOf(resource)),
  {
    method: 'GET',
    path: '/transaction_documents/defaults',
    tag,
    summary:
      'What a new document most likely says: company, currency, terms, due date, addresses to choose from',
    access: may('read'),
    query: z.object({
      device_id: Id.optional(),
      company_id: Id.optional(),
      payment_term_id: Id.optional(),
      currency_id: Id.optional(),
      document_date: z.iso.date().optional(),
    }),
    answer: z.object({ document_defaults: z.looseObject({}) }),
    run: async (context, { query }) => ({ document_defaults: await documentDefaults(context, query) }),
  },
  {
    method: 'POST',
    path: '/transaction_documents/:document_id/status',
    tag,
    summary:
      'Give a document its next status; 409 names the ones that are allowed. Received without a delivery asks for a reason',
    access: may('update'),
    params,
    body: z.object({ status_id: StatusId, reason: Reason.nullish() }),
    answer: DocumentAnswer,
    run: async (context, { params: { document_id }, body }) => ({
      transaction_document: await changeDocumentStatus(context, document_id, body.status_id, body.reason),
      ...saved,
    }),
  },
  {
    method: 'POST',
    path: '/transaction_documents/:document_id/reject',
    tag,
    summary: 'Reject a quote that was given',
    access: may('update'),
    params,
    answer: DocumentAnswer,
    run: async (context, { params: { document_id } }) => ({
      transaction_document: await changeDocumentStatus(context, document_id, DOCUMENT_STATUS.rejected),
      ...saved,
    }),
  },
  {
    method: 'POST',
    path: '/transaction_documents/:document_id/convert',
    tag,
    summary:
      'Make the order of a quote, or an invoice over what was delivered of an order and is not billed yet; answers the new document',
    access: may('update'),
    params,
    body: z.object({ document_type: z.enum(DOCUMENT_TYPES, { error: 'choice' }) }),
    answer: DocumentAnswer,
    run: async (context, { params: { document_id }, body }) => ({
      transaction_document: await convertDocument(context, document_id, body.document_type),
      ...saved,
    }),
  },
  {
    method: 'POST',
    path: '/transaction_documents/:document_id/close_short',
    tag,
    summary: 'Free what an order that was delivered in part still waits for',
    access: may('update'),
    params,
    body: z.object({ reason: Reason.nullish() }),
    answer: DocumentAnswer,
    run: async (context, { params: { document_id }, body }) => ({
      transaction_document: await closeShort(context, document_id, body.reason),
      ...saved,
    }),
  },
  {
    method: 'POST',
    path: '/transaction_documents/:document_id/payments/:payment_id/reverse',
    tag,
    summary: 'Take a payment back, with a reason; it stays in the list, balance and status follow',
    access: may('update'),
    params: params.extend({ payment_id: Id }),
    body: z.object({ reason: Reason }),
    answer: DocumentAnswer,
    run: async (context, { params: { document_id, payment_id }, body }) => ({
      transaction_document: await reversePayment(context, document_id, payment_id, body.reason),
      ...saved,
    }),
  },
  {
    method: 'GET',
    path: '/transaction_documents/:document_id/payments',
    tag,
    summary: 'The payments of a document, oldest first',
    access: may('read'),
    params,
    answer: z.object({ payments: z.array(z.looseObject({})) }),
    run: async (context, { params: { document_id } }) => ({
      payments: await listPayments(context, document_id),
    }),
  },
  {
    method: 'POST',
    path: '/transaction_documents/:document_id/payments',
    tag,
    summary: 'Write down a payment of an invoice; its balance and status follow',
    access: may('update'),
    params,
    body: PaymentBody,
    answer: DocumentAnswer.extend({ payment_id: z.int() }),
    run: async (context, { params: { document_id }, body }) => {
      const { document, payment_id } = await recordPayment(context, document_id, body)
      return { transaction_document: document, payment_id, ...saved }
    },
  },
]
