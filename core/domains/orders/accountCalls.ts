import { z } from 'zod'
import { defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { recordOf } from '#core/platform/recordOf.ts'
import { GivenDay } from '#core/platform/time/instants.ts'
import { Printed } from '#core/resources/calls/callSchemas.ts'
import { DecimalText } from '#core/resources/kinds/decimalText.ts'
import { may } from '#core/resources/may.ts'
import { AGEING_BUCKETS, ENTRY_KINDS } from './account.ts'
import { ORDER_DECIDERS } from './ordering.ts'
import { IsAnother, PAYMENT_METHODS, PaymentBody, Reason } from './paymentBody.ts'
import { transaction_documents } from './transaction_documents.ts'

/** Maximum number of invoices that one payment is allocated to at once. */
const MAX_ALLOCATIONS = 500
/** Maximum number of named customers whose statements are mailed at once. */
const MAX_MAILED = 500

const mayRead = may(transaction_documents, 'read')
const mayDecide = (action: 'read' | 'update') =>
  ({
    who: { module: 'transaction_documents', action, loginTypes: ORDER_DECIDERS, sellersOnly: true },
  }) as const
const ofCompany = () => z.object({ company_id: Id })
const ofPayment = () => z.object({ payment_id: Id })
const ofDocument = () => z.object({ document_id: Id })
const Amount = z.string().regex(/^\d{1,10}(\.\d{1,3})?$/, { error: 'number' })

const Ageing = () =>
  z.object({
    ...recordOf(AGEING_BUCKETS, () => DecimalText),
    unapplied: DecimalText.describe('Payments and credit notes that are on no invoice.'),
    total: DecimalText.describe('Balances of all open invoices less unapplied money.'),
  })

const Allocations = () =>
  z
    .array(z.strictObject({ document_id: Id, amount: Amount.describe('In the currency of the payment.') }))
    .max(MAX_ALLOCATIONS)
    .describe('Invoices that it pays; the oldest first if left out. The rest stays with the customer.')

const GivenBack = () =>
  z.object({
    ...{ amount: Amount.optional(), date: GivenDay().optional(), reason: Reason, is_another: IsAnother },
  })

const Refunds = () =>
  z
    .array(
      z.object({
        refund_id: z.int(),
        date: z.iso.date(),
        amount: DecimalText,
        reason: z.string().nullable(),
        reversed_at: z.iso.datetime().nullable(),
        reverse_reason: z.string().nullable(),
      }),
    )
    .describe('Newest first.')

const OpenInvoice = () =>
  z.object({
    document_id: z.int(),
    document_number: z.string().nullable(),
    document_date: z.iso.date(),
    due_date: z.iso.date(),
    currency_id: z.int(),
    balance: DecimalText.describe('In the company’s currency.'),
    document_balance: DecimalText.describe('In the invoice’s own currency.'),
  })

const Payment = () =>
  z.object({
    payment_id: z.int(),
    payment_date: z.iso.date(),
    amount: DecimalText,
    currency_id: z.int(),
    left: DecimalText.describe('Neither on an invoice nor given back.'),
    given_back: DecimalText,
    method: z.enum(PAYMENT_METHODS),
    reference: z.string().nullable(),
    reversed_at: z.iso.datetime().nullable(),
    reverse_reason: z.string().nullable(),
    documents: z.array(z.object({ document_id: z.int(), document_number: z.string().nullable() })),
    refunds: Refunds(),
  })

/** A customer's open invoices, payments and credits, and how old the balances are. */
export const readAccount = defineCall({
  method: 'GET',
  path: '/companies/:company_id/account',
  access: mayRead,
  params: ofCompany,
  response: () =>
    z.object({
      account: z.object({
        company_id: z.int(),
        company_title: z.string(),
        currency_id: z.int(),
        ageing: Ageing(),
        open_invoices: z.array(OpenInvoice()),
        payments: z.array(Payment()).describe('Newest first.'),
        credits: z
          .array(
            z.object({
              document_id: z.int(),
              document_number: z.string().nullable(),
              document_date: z.iso.date(),
              left: DecimalText,
              refunds: Refunds(),
            }),
          )
          .describe('Credit notes that have a rest or were partly refunded.'),
      }),
    }),
})

/** A customer's credit limit and debt, and whether its orders are on hold. */
export const readCreditStanding = defineCall({
  method: 'GET',
  path: '/companies/:company_id/credit_standing',
  access: mayDecide('read'),
  params: ofCompany,
  response: () =>
    z.object({
      credit_standing: z.object({
        currency_id: z.int(),
        credit_limit: DecimalText.nullable(),
        credit_hold: z.int(),
        credit_hold_reason: z.string().nullable(),
        balance: DecimalText.describe('Open invoices less unapplied money.'),
        is_over: z.boolean().describe('The balance is above the limit.'),
      }),
    }),
})

const Period = () => z.object({ from: GivenDay().optional(), to: GivenDay().optional() })

/** Movements of a customer's account with the balance after each; default: since the start of the month before. */
export const readStatement = defineCall({
  method: 'GET',
  path: '/companies/:company_id/statement',
  access: mayRead,
  params: ofCompany,
  query: Period,
  response: () =>
    z.object({
      statement: z.object({
        company_id: z.int(),
        company_title: z.string(),
        currency_id: z.int(),
        from: z.iso.date(),
        to: z.iso.date(),
        opening: DecimalText,
        charges: DecimalText,
        payments: DecimalText,
        closing: DecimalText,
        lines: z.array(
          z.object({
            date: z.iso.date(),
            kind: z.enum(ENTRY_KINDS),
            document_id: z.int().nullable(),
            title: z.string().nullable().describe('Number of the document, or reference of the payment.'),
            reason: z.string().nullable(),
            amount: DecimalText.describe('Above zero: it raises the debt.'),
            balance: DecimalText,
          }),
        ),
        ageing: Ageing().describe('As of the end of the period.'),
      }),
    }),
})

export const printStatement = defineCall({
  method: 'GET',
  path: '/companies/:company_id/statement/print',
  access: mayRead,
  params: ofCompany,
  query: () => Period().extend({ format: z.enum(['pdf']).optional() }),
  response: () => z.object({ print: Printed() }),
})

/** Mails statements, each in its reader's language. */
export const mailStatements = defineCall({
  method: 'POST',
  path: '/statements/mail',
  access: mayDecide('update'),
  body: () =>
    Period().extend({
      company_ids: z
        .array(Id)
        .min(1)
        .max(MAX_MAILED)
        .optional()
        .describe('Defaults to all customers with a balance or unapplied money.'),
    }),
  response: () =>
    z.object({
      queued: z.int(),
      without_address: z.array(z.string()).describe('Customers without an e-mail address.'),
    }),
})

/** Ageing of all customers with a balance or unapplied money, the largest first. */
export const listReceivables = defineCall({
  method: 'GET',
  path: '/receivables',
  access: mayDecide('read'),
  response: () =>
    z.object({
      receivables: z.array(
        z.object({
          company_id: z.int(),
          company_title: z.string(),
          currency_id: z.int(),
          ageing: Ageing(),
        }),
      ),
      totals: z
        .array(
          z.object({
            currency_id: z.int(),
            ageing: Ageing(),
            not_sent: DecimalText.describe('Of the balances: on invoices that are not sent.'),
          }),
        )
        .describe('Totals by currency.'),
    }),
})

/** A payment of a customer: it pays invoices, and the rest stays with the customer. */
export const recordCustomerPayment = defineCall({
  method: 'POST',
  path: '/companies/:company_id/payments',
  access: mayDecide('update'),
  params: ofCompany,
  body: () => PaymentBody.extend({ allocations: Allocations().optional() }),
  response: () => z.object({ payment_id: z.int() }),
})

/** Pays invoices with the rest of a payment. */
export const allocatePayment = defineCall({
  method: 'POST',
  path: '/customer_payments/:payment_id/allocate',
  access: mayDecide('update'),
  params: ofPayment,
  body: () => z.object({ allocations: Allocations().optional() }),
})

/** Pays invoices with the rest of a credit note. */
export const allocateCredit = defineCall({
  method: 'POST',
  path: '/transaction_documents/:document_id/allocate',
  access: mayDecide('update'),
  params: ofDocument,
  body: () => z.object({ allocations: Allocations().optional() }),
})

/** Takes a payment back from all invoices that it paid; a fee becomes an invoice. */
export const reverseCustomerPayment = defineCall({
  method: 'POST',
  path: '/customer_payments/:payment_id/reverse',
  access: mayDecide('update'),
  params: ofPayment,
  body: () =>
    z.object({
      reason: Reason,
      fee: Amount.optional().describe('Charged to the customer by an invoice, such as for a returned check.'),
    }),
  response: () => z.object({ document_id: z.int().nullable().describe('The invoice of the fee.') }),
})

/** Refunds the rest of a payment, or a part of it. */
export const giveBackPayment = defineCall({
  method: 'POST',
  path: '/customer_payments/:payment_id/give_back',
  access: mayDecide('update'),
  params: ofPayment,
  body: GivenBack,
})

/** Refunds the rest of a credit note, or a part of it. */
export const giveBackCredit = defineCall({
  method: 'POST',
  path: '/transaction_documents/:document_id/give_back',
  access: mayDecide('update'),
  params: ofDocument,
  body: GivenBack,
})

/** Reverses a refund: the amount is available on the payment or credit note again. */
export const reverseRefund = defineCall({
  method: 'POST',
  path: '/customer_refunds/:refund_id/reverse',
  access: mayDecide('update'),
  params: () => z.object({ refund_id: Id }),
  body: () => z.object({ reason: Reason }),
})
