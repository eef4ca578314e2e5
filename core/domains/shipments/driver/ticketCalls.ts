import { z } from 'zod'
import { defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { Printed } from '#core/resources/calls/callSchemas.ts'
import { may } from '#core/resources/may.ts'
import { shipment_planners } from '../shipment_planners.ts'

const DeliveryTicket = () =>
  z.object({
    ticket_id: z.int(),
    number: z.int(),
    shipment_id: z.int(),
    stop_id: z.int(),
    shipment_detail_id: z.int(),
    company_title: z.string().nullable(),
    place: z.string(),
    product_title: z.string(),
    gross: z.string().describe('Meter quantity, in the unit.'),
    net: z.string().nullable().describe('Quantity at 60 °F for gallons, otherwise 15 °C.'),
    unit_title: z.string(),
    celsius: z.number().nullable(),
    meter_start: z.string().nullable(),
    meter_end: z.string().nullable(),
    reason: z.string().nullable(),
    corrects: z.int().nullable().describe('Number of the ticket that this one corrects.'),
    corrected_by: z.int().nullable().describe('Number of the ticket that corrects this one.'),
    is_void: z.boolean().describe('Undone before the signature.'),
    at: z.iso.datetime(),
    time_zone: z.string().describe('Time zone of the site.'),
    is_time_corrected: z.boolean().describe("The phone's clock was wrong: the time was corrected."),
    driver: z.string(),
    signed_by: z.string().nullable(),
    signed_at: z.iso.datetime().nullable(),
  })

/** Delivery tickets, newest first. Customers see the tickets of their own stops, even on rounds that they have no access to. */
export const listTickets = defineCall({
  method: 'GET',
  path: '/delivery_tickets',
  access: may(shipment_planners, 'read'),
  query: () => z.object({ shipment_id: Id.optional() }),
  response: () => z.object({ delivery_tickets: z.array(DeliveryTicket()) }),
})

export const printTicket = defineCall({
  method: 'GET',
  path: '/delivery_tickets/:ticket_id/print',
  access: may(shipment_planners, 'read'),
  params: () => z.object({ ticket_id: Id }),
  query: () => z.object({ format: z.enum(['pdf']).optional() }),
  response: () => z.object({ print: Printed() }),
})

export type DeliveryTicket = z.output<ReturnType<typeof listTickets.response>>['delivery_tickets'][number]
