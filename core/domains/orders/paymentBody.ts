import { z } from 'zod'
import { valueSchema } from '#core/resources/schema.ts'
import { PAYMENT_METHODS } from './paymentMethods.ts'
import { transaction_documents } from './transaction_documents.ts'

export { PAYMENT_METHODS }

const { fields } = transaction_documents

/** Confirms that an apparent duplicate is a separate entry. */
export const IsAnother = z
  .boolean()
  .optional()
  .describe('Confirms that it is a separate entry, although an equal one exists.')

/** Input of a payment: positive, in the company's or the document's currency; default date: today. */
export const PaymentBody = z.object({
  amount: valueSchema(fields.total_amount),
  currency_id: valueSchema(fields.currency_id).optional(),
  method: z.enum([...PAYMENT_METHODS, 'card']),
  payment_date: valueSchema(fields.document_date).optional(),
  reference: z.string().trim().max(65).nullish(),
  is_another: IsAnother,
})

/** The reason of an action that requires one. */
export const Reason = z.string().trim().max(255)
