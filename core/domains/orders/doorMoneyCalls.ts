import { z } from 'zod'
import { defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { DecimalText } from '#core/resources/kinds/decimalText.ts'
import { may } from '#core/resources/may.ts'
import { Reason } from './paymentBody.ts'
import { transaction_documents } from './transaction_documents.ts'

/** Maximum number of payments per settlement; a day has fewer. */
const MAX_PAYMENTS = 500
const mayUpdate = may(transaction_documents, 'update')
const Amount = z.string().regex(/^\d{1,12}(\.\d{1,3})?$/, { error: 'number' })

const DoorPayment = () =>
  z.object({
    doorstep_payment_id: z.int(),
    carrier_id: z.int().describe('Company of the round.'),
    company_id: z.int().describe('Company that paid.'),
    company_title: z.string(),
    user_id: z.int().describe('User who took it.'),
    driver: z.string(),
    shipment_id: z.int(),
    shipment_number: z.string(),
    method: z.enum(['cash', 'check']),
    amount: DecimalText,
    left: DecimalText.describe('Neither on an invoice nor refunded.'),
    currency_id: z.int(),
    check_number: z.string().nullable(),
    note: z.string().nullable(),
    status: z.enum(['held', 'settled']).describe('`settled`: the office has counted it.'),
    at: z.iso.datetime(),
    day: z.iso.date().describe("In the business's time zone."),
    settled_at: z.iso.datetime().nullable(),
    documents: z.array(z.string()).describe('Invoices that were paid with it.'),
  })

/**
 * Doorstep payments, newest first: held by drivers, counted but not on an invoice, and recently placed. Drivers see what they
 * took, customers what they paid.
 */
export const listDoorMoney = defineCall({
  method: 'GET',
  path: '/door_money',
  access: may(transaction_documents, 'read'),
  response: () => z.object({ door_money: z.array(DoorPayment()) }),
})

/** Counts what a driver handed in, once: exactly the listed payments, all of one driver and one currency. */
export const settleDoorMoney = defineCall({
  method: 'POST',
  path: '/door_money/settle',
  access: mayUpdate,
  body: () =>
    z.object({
      doorstep_payment_ids: z.array(Id).min(1).max(MAX_PAYMENTS),
      cash: Amount.describe('As counted.'),
      checks: Amount,
      reason: Reason.nullish().describe('Required if the count differs from the reported amount.'),
    }),
  response: () => z.object({ settlement_id: z.int() }),
})
