import { z } from 'zod'
import { defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { DecimalText } from '#core/resources/kinds/decimalText.ts'
import { MOST_BILLED } from './nextInvoice.ts'
import { ORDER_DECIDERS } from './ordering.ts'

const mayBill = {
  who: { module: 'transaction_documents', action: 'update', loginTypes: ORDER_DECIDERS },
} as const

/** What makes a person look at a delivery before its invoice leaves. */
const ODDITIES = ['unpriced', 'difference'] as const

const Line = () =>
  z.object({
    product_title: z.string(),
    quantity: DecimalText.describe('Delivered and on no invoice yet, in the unit of the line.'),
    unit_title: z.string(),
    unit_price: DecimalText.nullable().describe(
      'Per unit, in the company’s currency. Null: it has no price.',
    ),
  })

const Unbilled = () =>
  z.object({
    document_id: z.int().nullable().describe('The order. Null: nobody ordered it; billing makes its order.'),
    document_number: z.string().nullable(),
    shipment_id: z.int().nullable().describe('The shipment that brought it last.'),
    shipment_number: z.string().nullable(),
    device_id: z.int(),
    place: z.string().describe('The site, or the device where it stands at none.'),
    company_id: z.int(),
    company_title: z.string(),
    delivered_at: z.iso.datetime().nullable().describe('The last delivery. Null: received by hand.'),
    lines: z.array(Line()),
    total: DecimalText.nullable().describe(
      'What the invoice comes to, in the company’s currency. Null: a line has no price.',
    ),
    currency_id: z.int(),
    odd: z.array(z.enum(ODDITIES)),
    delivery_check_id: z.int().nullable().describe('The open difference between ticket and tank.'),
  })

/** Everything that was delivered and is on no invoice, the latest first. */
export const listUnbilled = defineCall({
  method: 'GET',
  path: '/billing/unbilled',
  access: mayBill,
  answer: () =>
    z.object({
      unbilled: z.array(Unbilled()),
      left_out: z.int().describe('Earlier ones that this answer has no room for.'),
    }),
})

const Delivery = () =>
  z.union([
    z.strictObject({ document_id: Id }),
    z.strictObject({ shipment_id: Id, device_id: Id }).describe('A delivery that nobody ordered.'),
  ])

const Run = () =>
  z.object({
    billing_run_id: z.int(),
    finished_at: z.iso.datetime().nullable(),
    items: z.array(
      z.object({
        document_id: z.int().nullable(),
        shipment_id: z.int().nullable(),
        device_id: z.int().nullable(),
        invoice_id: z.int().nullable(),
        invoice_number: z.string().nullable(),
        refusal: z.string().nullable().describe('Why it was not billed.'),
        is_done: z.boolean(),
      }),
    ),
  })

/** Makes and opens the invoices of deliveries, in the background; each delivery is billed once, however many runs name it. */
export const startBilling = defineCall({
  method: 'POST',
  path: '/billing/runs',
  access: mayBill,
  body: () => z.object({ deliveries: z.array(Delivery()).min(1).max(MOST_BILLED) }),
  answer: () => z.object({ billing_run: Run() }),
})

/** How far a billing run of the caller is, and what became of each delivery. */
export const readBillingRun = defineCall({
  method: 'GET',
  path: '/billing/runs/:billing_run_id',
  access: mayBill,
  params: () => z.object({ billing_run_id: Id }),
  answer: () => z.object({ billing_run: Run() }),
})
