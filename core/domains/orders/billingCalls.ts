import { z } from 'zod'
import { defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { DecimalText } from '#core/resources/kinds/decimalText.ts'
import { MAX_BILLED } from './nextInvoice.ts'
import { ORDER_DECIDERS } from './ordering.ts'

const mayBill = {
  who: { module: 'transaction_documents', action: 'update', loginTypes: ORDER_DECIDERS },
} as const

/** Oddities of a delivery that need a person's review before its invoice is sent. */
const ODDITIES = ['unpriced', 'difference'] as const

const Line = () =>
  z.object({
    product_title: z.string(),
    quantity: DecimalText.describe('Delivered but not invoiced, in the unit of the line.'),
    unit_title: z.string(),
    unit_price: DecimalText.nullable().describe('Per unit, in the company’s currency; null without a price.'),
  })

const Unbilled = () =>
  z.object({
    document_id: z.int().nullable().describe('The order; null if there is none: billing creates it.'),
    document_number: z.string().nullable(),
    shipment_id: z.int().nullable().describe('The shipment of the last delivery.'),
    shipment_number: z.string().nullable(),
    device_id: z.int(),
    place: z.string().describe('The site, or the device without one.'),
    company_id: z.int(),
    company_title: z.string(),
    delivered_at: z.iso.datetime().nullable().describe('The last delivery; null if received by hand.'),
    lines: z.array(Line()),
    total: DecimalText.nullable().describe(
      'Total of the invoice in the company’s currency; null if a line has no price.',
    ),
    currency_id: z.int(),
    odd: z.array(z.enum(ODDITIES)),
    delivery_check_id: z.int().nullable().describe('The open check of ticket against tank.'),
  })

/** All unbilled deliveries, newest first. */
export const listUnbilled = defineCall({
  method: 'GET',
  path: '/billing/unbilled',
  access: mayBill,
  answer: () =>
    z.object({
      unbilled: z.array(Unbilled()),
      left_out: z.int().describe('Number of earlier deliveries beyond the page.'),
    }),
})

const Delivery = () =>
  z.union([
    z.strictObject({ document_id: Id }),
    z.strictObject({ shipment_id: Id, device_id: Id }).describe('A delivery without an order.'),
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

/** Creates and opens the invoices of deliveries in the background; a delivery is billed once, even if several runs name it. */
export const startBilling = defineCall({
  method: 'POST',
  path: '/billing/runs',
  access: mayBill,
  body: () => z.object({ deliveries: z.array(Delivery()).min(1).max(MAX_BILLED) }),
  answer: () => z.object({ billing_run: Run() }),
})

/** Progress of a billing run of the caller, with the outcome of each delivery. */
export const readBillingRun = defineCall({
  method: 'GET',
  path: '/billing/runs/:billing_run_id',
  access: mayBill,
  params: () => z.object({ billing_run_id: Id }),
  answer: () => z.object({ billing_run: Run() }),
})
