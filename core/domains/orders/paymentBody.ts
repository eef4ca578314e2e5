import { z } from 'zod'
import { valueSchema } from '#core/resources/schema.ts'
import { transaction_documents } from './transaction_documents.ts'

/** How money can come in without a payment provider. Cards need one, and none is connected. */
export const PAYMENT_METHODS = ['cash', 'check', 'transfer'] as const

const { fields } = transaction_documents

/** A payment as it is entered: positive, in the company's or the document's currency, today unless a day is said. */
export const PaymentBody = z.object({
  amount: valueSchema(fields.total_amount),
  currency_id: valueSchema(fields.currency_id).optional(),
  method: z.enum([...PAYMENT_METHODS, 'card']),
  payment_date: valueSchema(fields.document_date).optional(),
  reference: z.string().trim().max(65).nullish(),
})

/** Why something is done that only a reason makes right. */
export const Reason = z.string().trim().max(255)
