import * as accountCalls from '#core/domains/orders/accountCalls.ts'
import * as billingCalls from '#core/domains/orders/billingCalls.ts'
import * as calls from '#core/domains/orders/calls.ts'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import * as doorMoneyCalls from '#core/domains/orders/doorMoneyCalls.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import type { Resource } from '#core/resources/definition.ts'
import { listLinkedDocuments as definitionOfLinks } from '#core/resources/listLinkedDocuments.ts'
import { handle, handleAll } from '#server/platform/http/handle.ts'
import type { Call } from '#server/platform/http/http.ts'
import { answerPaper } from '#server/resources/files/print.ts'
import { idIn } from '#server/resources/idIn.ts'
import { readCreditStanding } from './accounts/creditStanding.ts'
import { allocateRest, recordCustomerPayment, reverseCustomerPayment } from './accounts/customerPayments.ts'
import { mailStatements } from './accounts/mailStatements.ts'
import { listReceivables, readAccount } from './accounts/readAccount.ts'
import { drawStatement, readStatement } from './accounts/readStatement.ts'
import { startBilling } from './billing/billingRun.ts'
import { listUnbilled } from './billing/listUnbilled.ts'
import { readBillingRun } from './billing/readBillingRun.ts'
import { undoBilling } from './billing/undoBilling.ts'
import { changeDocumentStatus, closeShort } from './changeDocumentStatus.ts'
import { documentDefaults } from './documentDefaults.ts'
import { listDoorMoney } from './doorMoney/listDoorMoney.ts'
import { settleDoorMoney } from './doorMoney/settleDoorMoney.ts'
import { convertDocument } from './invoices/convertDocument.ts'
import { creditInvoice, readCredit } from './invoices/creditInvoice.ts'
import { giveBack } from './invoices/giveBack.ts'
import { orderDelivered } from './invoices/orderDelivered.ts'
import { readPrice } from './lines/findPrices.ts'
import { listLinkedDocuments } from './listLinkedDocuments.ts'
import { listPayments, recordPayment } from './payments/recordPayment.ts'
import { reversePayment } from './payments/reversePayment.ts'
import { reverseRefund } from './payments/reverseRefund.ts'
import { readEnteredTaxes } from './readEnteredTaxes.ts'
import { readOwed } from './readOwed.ts'

const saved = { message: 'messages.saved', type: 'success' } as const

/** The document timeline of a kind of record with linked documents. */
function timelineOf(resource: Resource): Call {
  return handle(resource.name, definitionOfLinks(resource), {
    summary: 'Related records, oldest first: documents, shipments, work orders, payments',
    run: async (context, { params }) => ({
      linked_documents: await listLinkedDocuments(context, resource, idIn(params, resource.id)),
    }),
  })
}

/** The calls of transaction documents in addition to the standard ones. */
export const orderCalls: Call[] = [
  ...[transaction_documents, shipment_planners, work_orders].map((resource) => timelineOf(resource)),
  ...handleAll('transaction_documents', doorMoneyCalls, {
    listDoorMoney: {
      summary: 'Doorstep payments; drivers see those that they took, customers those that they made',
      run: async (context) => ({ door_money: await listDoorMoney(context) }),
    },
    settleDoorMoney: {
      summary:
        'Settle the money that a driver handed in, once; a different sum needs a reason. It pays the invoices of the deliveries',
      run: async (context, { body }) => ({ settlement_id: await settleDoorMoney(context, body), ...saved }),
    },
  }),
  ...handleAll('transaction_documents', accountCalls, {
    readAccount: {
      summary: 'The open invoices, payments and credits of a customer, and the ageing of the balances',
      run: async (context, { params }) => ({ account: await readAccount(context, params.company_id) }),
    },
    readStatement: {
      summary: 'The entries of a customer’s account in a period, with the balance after each',
      run: async (context, { params, query }) => ({
        statement: await readStatement(context, params.company_id, query),
      }),
    },
    printStatement: {
      summary: 'The statement of a customer on paper',
      writesReply: true,
      run: (context, { params, query, reply }) =>
        answerPaper(context, { name: 'statement', isPdf: query.format === 'pdf', reply }, (reader) =>
          drawStatement(reader, params.company_id, query),
        ),
    },
    mailStatements: {
      summary: 'Mail the statements of customers, by default of all with a balance, as a PDF',
      run: async (context, { body }) => mailStatements(context, body),
    },
    readCreditStanding: {
      summary: 'Credit limit, hold and balance of a customer',
      run: async (context, { params }) => ({
        credit_standing: await readCreditStanding(context, params.company_id),
      }),
    },
    listReceivables: {
      summary: 'Ageing of all customers’ balances, the largest first',
      run: async (context) => listReceivables(context),
    },
    recordCustomerPayment: {
      summary: 'Record a payment of a customer; by default it pays the oldest invoices',
      run: async (context, { params, body }) => ({
        payment_id: await recordCustomerPayment(context, params.company_id, body),
        ...saved,
      }),
    },
    allocatePayment: {
      summary: 'Pay invoices with the rest of a payment',
      run: async (context, { params, body }) => {
        await allocateRest(context, params, body.allocations)
        return saved
      },
    },
    allocateCredit: {
      summary: 'Pay invoices with the rest of a credit note',
      run: async (context, { params, body }) => {
        await allocateRest(context, { credit_note_id: params.document_id }, body.allocations)
        return saved
      },
    },
    reverseCustomerPayment: {
      summary: 'Reverse a payment on all invoices that it paid, with a reason',
      run: async (context, { params, body }) => ({
        document_id: await reverseCustomerPayment(context, params.payment_id, body),
        ...saved,
      }),
    },
    giveBackPayment: {
      summary: 'Refund the rest of a payment to a customer, or a part of it',
      run: async (context, { params, body }) => {
        await giveBack(context, params, body)
        return saved
      },
    },
    giveBackCredit: {
      summary: 'Refund the rest of a credit note to a customer, or a part of it',
      run: async (context, { params, body }) => {
        await giveBack(context, { credit_note_id: params.document_id }, body)
        return saved
      },
    },
    reverseRefund: {
      summary: 'Reverse a refund, with a reason; the payment or credit note has its amount again',
      run: async (context, { params, body }) => {
        await reverseRefund(context, params.refund_id, body.reason)
        return saved
      },
    },
  }),
  ...handleAll('transaction_documents', billingCalls, {
    listUnbilled: {
      summary: 'All unbilled deliveries, the latest first',
      run: async (context) => listUnbilled(context),
    },
    startBilling: {
      summary: 'Create and open the invoices of deliveries in the background; each delivery is billed once',
      run: async (context, { body }) => ({ billing_run: await startBilling(context, body) }),
    },
    readBillingRun: {
      summary: 'Progress and results of a billing run',
      run: async (context, { params }) => ({
        billing_run: await readBillingRun(context, params.billing_run_id),
      }),
    },
    undoBilling: {
      summary: 'Void the invoices of a billing run in the background, as long as none was sent or paid',
      run: async (context, { params: { billing_run_id } }) => {
        await undoBilling(context, billing_run_id)
        return { billing_run: await readBillingRun(context, billing_run_id) }
      },
    },
  }),
  ...handleAll('transaction_documents', calls, {
    readDocumentDefaults: {
      summary: 'Defaults of a new document: company, currency, terms, due date, addresses to choose from',
      run: async (context, { query }) => ({ document_defaults: await documentDefaults(context, query) }),
    },
    readPrice: {
      summary: 'The price of a product for a customer: the last one, else the seller’s list price, else none',
      run: async (context, { query }) => ({ price: await readPrice(context, query) }),
    },
    readLineTaxes: {
      summary: 'The taxes on the lines of a document that is being entered, and its fees',
      run: (context, { query }) => readEnteredTaxes(context, query),
    },
    readOwed: {
      summary: 'The balances of a company’s invoices that you may see, and its last payment',
      run: async (context, { params: { company_id } }) => ({ owed: await readOwed(context, company_id) }),
    },
    orderDelivered: {
      summary: 'Create orders for deliveries of a finalized shipment to tanks without one, to bill them',
      run: async (context, { params: { shipment_id } }) => ({
        transaction_documents: await orderDelivered(context, shipment_id),
        ...saved,
      }),
    },
    rejectQuote: {
      summary: 'Reject a sent quote',
      run: async (context, { params: { document_id } }) => ({
        transaction_document: await changeDocumentStatus(context, document_id, DOCUMENT_STATUS.rejected),
        ...saved,
      }),
    },
    convertDocument: {
      summary:
        'Create the order of a quote, or an invoice for the unbilled deliveries of an order; answers the new document',
      run: async (context, { params: { document_id }, body }) => ({
        transaction_document: await convertDocument(context, document_id, body),
        ...saved,
      }),
    },
    closeShort: {
      summary: 'Release the open quantities of a part-delivered order',
      run: async (context, { params: { document_id }, body }) => ({
        transaction_document: await closeShort(context, document_id, body.reason),
        ...saved,
      }),
    },
    readCredit: {
      summary: 'The creditable quantities and amounts of a sent invoice, by line and in total',
      run: async (context, { params: { document_id } }) => ({
        credit: await readCredit(context, document_id),
      }),
    },
    creditInvoice: {
      summary:
        'Credit an invoice that was sent, whole, by line or by an amount, with a reason; answers the credit note',
      run: async (context, { params: { document_id }, body }) => ({
        transaction_document: await creditInvoice(context, document_id, body),
        ...saved,
      }),
    },
    reversePayment: {
      summary: 'Reverse a payment, with a reason; it stays listed, and balance and status follow',
      run: async (context, { params: { document_id, payment_id }, body }) => ({
        transaction_document: await reversePayment(context, document_id, payment_id, body.reason),
        ...saved,
      }),
    },
    listPayments: {
      summary: 'The payments of a document, oldest first',
      run: async (context, { params: { document_id } }) => ({
        payments: await listPayments(context, document_id),
      }),
    },
    recordPayment: {
      summary: 'Record a payment of an invoice; its balance and status follow',
      run: async (context, { params: { document_id }, body }) => {
        const { document, payment_id } = await recordPayment(context, document_id, body)
        return { transaction_document: document, payment_id, ...saved }
      },
    },
  }),
]
