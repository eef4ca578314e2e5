import { z } from 'zod'
import { defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { DecimalText } from '#core/resources/kinds/decimalText.ts'
import { MAX_FAILURES } from './billing_runs.ts'
import { MAX_BILLED } from './nextInvoice.ts'
import { ORDER_DECIDERS } from './ordering.ts'

const mayBill = {
  who: { module: 'transaction_documents', action: 'update', loginTypes: ORDER_DECIDERS, sellersOnly: true },
} as const

/** Oddities of a delivery that need a person's review before its invoice is sent. */
const ODDITIES = ['unpriced', 'difference', 'over_capacity', 'untaxed', 'credit_hold'] as const

/** What a total holds in addition to its lines. */
const ADJUSTMENTS = ['taxes', 'fees', 'discounts'] as const

const Line = () =>
  z.object({
    product_title: z.string(),
    quantity: DecimalText.describe('Delivered but not invoiced, in the unit of the line.'),
    unit_title: z.string(),
    unit_price: DecimalText.nullable().describe('Per unit, in the company’s currency; null without a price.'),
    is_untaxed: z.boolean().describe('Its product is taxed elsewhere, but no tax rule covers this place.'),
  })

const Unbilled = () =>
  z.object({
    document_id: z.int().nullable().describe('The order; null if there is none: billing creates it.'),
    document_number: z.string().nullable(),
    subscription_id: z.int().nullable().describe('Set for a period of a subscription, which is no delivery.'),
    period_start: z.iso.date().nullable(),
    period_end: z.iso.date().nullable(),
    shipment_id: z.int().nullable().describe('The shipment of the last delivery.'),
    shipment_number: z.string().nullable(),
    device_id: z.int(),
    place: z.string().describe('The site, or the device without one.'),
    company_id: z.int(),
    company_title: z.string(),
    delivered_at: z.iso
      .datetime()
      .nullable()
      .describe('The last delivery, or the start of the period; null if received by hand.'),
    lines: z.array(Line()),
    total: DecimalText.nullable().describe(
      'Total of the invoice in the company’s currency; null if a line has no price.',
    ),
    adjustments: z.array(z.enum(ADJUSTMENTS)).describe('What the total holds in addition to its lines.'),
    currency_id: z.int(),
    odd: z.array(z.enum(ODDITIES)),
    delivery_check_id: z
      .int()
      .nullable()
      .describe(
        'The check of ticket against tank that is open, or whose ticket exceeds the room of the tank.',
      ),
    ticket_liters: DecimalText.nullable().describe('Quantity by the ticket of this check.'),
    rise_liters: DecimalText.nullable().describe('Quantity by the rise of the tank of this check.'),
    room_liters: DecimalText.nullable().describe('What the tank of this check could take, full to the top.'),
    credit_hold_reason: z.string().nullable(),
    billed_from: z.iso
      .date()
      .nullable()
      .describe('The first day on which its customer is billed for it; null: at once.'),
    is_due: z.boolean(),
  })

/** All unbilled deliveries, newest first. */
export const listUnbilled = defineCall({
  method: 'GET',
  path: '/billing/unbilled',
  access: mayBill,
  response: () =>
    z.object({
      unbilled: z.array(Unbilled()),
      left_out: z.int().describe('Number of earlier deliveries beyond the page.'),
      mails: z.boolean().describe('Whether a run mails its invoices by default.'),
    }),
})

const Delivery = () =>
  z.union([
    z.strictObject({ document_id: Id }),
    z.strictObject({ shipment_id: Id, device_id: Id }).describe('A delivery without an order.'),
    z.strictObject({ subscription_id: Id }).describe('The present period of a subscription.'),
  ])

const Sum = () => z.object({ currency_id: z.int(), total: DecimalText })

const Run = () =>
  z.object({
    billing_run_id: z.int(),
    status: z.enum(['running', 'done', 'undoing', 'undone']),
    started_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
    undone_at: z.iso.datetime().nullable(),
    user_title: z.string(),
    deliveries: z.int(),
    done: z.int().describe('Deliveries that were billed or refused so far.'),
    invoices: z.int(),
    refused: z.int(),
    mails: z.boolean(),
    mailed: z.int(),
    is_mailing: z.boolean().describe('Some invoices wait to be mailed.'),
    totals: z.array(Sum()).describe('With taxes; once it has finished.'),
    is_undoable: z.boolean().describe('It has finished, and nothing of it was sent or paid.'),
    billed: z
      .array(
        z.object({
          document_id: z.int(),
          document_number: z.string(),
          orders: z.array(z.int()).describe('The orders that it bills.'),
        }),
      )
      .describe('The first invoices; once it has finished.'),
    failures: z
      .array(
        z.object({
          document_id: z.int().nullable().describe('The order, or the invoice that was not mailed.'),
          company_title: z.string(),
          place: z.string(),
          refusal: z.string().describe('Why it was not billed, mailed or undone.'),
        }),
      )
      .max(MAX_FAILURES),
  })

const ofRun = () => z.object({ billing_run_id: Id })

/** Creates and opens the invoices of deliveries in the background; a delivery is billed once, even if several runs name it. */
export const startBilling = defineCall({
  method: 'POST',
  path: '/billing/runs',
  access: mayBill,
  body: () =>
    z.object({
      deliveries: z.array(Delivery()).min(1).max(MAX_BILLED),
      mails: z
        .boolean()
        .optional()
        .describe('Mails the invoices to the customers. Default: the setting of the business.'),
    }),
  response: () => z.object({ billing_run: Run() }),
})

/** Progress and outcome of a billing run. */
export const readBillingRun = defineCall({
  method: 'GET',
  path: '/billing/runs/:billing_run_id/progress',
  access: mayBill,
  params: ofRun,
  response: () => z.object({ billing_run: Run() }),
})

/** Voids the invoices of a run in the background, as long as none of them was sent or paid. */
export const undoBilling = defineCall({
  method: 'POST',
  path: '/billing/runs/:billing_run_id/undo',
  access: mayBill,
  params: ofRun,
  response: () => z.object({ billing_run: Run() }),
})
