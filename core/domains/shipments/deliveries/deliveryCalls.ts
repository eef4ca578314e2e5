import { z } from 'zod'
import { defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { may } from '#core/resources/may.ts'
import { shipment_planners } from '../shipment_planners.ts'
import { STOP_STATUSES } from '../shipmentStops.ts'

/** Deliveries of one answer, at most. */
const MOST_DELIVERIES = 100

const figure = z.number().nullable()

/** What is brought of one product. */
const BroughtLoad = () =>
  z.object({
    product_id: z.int(),
    product_title: z.string(),
    color: z.string().nullable(),
    liters: z.number().describe('Planned or ordered; of a stop that is done what was delivered.'),
    device_ports_ids: z.array(z.int()).describe('The tanks that it is for.'),
    document_id: z.int().nullable(),
    document_number: z.string().nullable(),
  })

/** What a driver counted into a tank. A ticket that another one corrects, or that was taken back, is not told. */
const DeliveryTicket = () =>
  z.object({
    ticket_id: z.int(),
    number: z.int(),
    at: z.iso.datetime(),
    product_title: z.string(),
    liters: z.number().describe('What the meter showed.'),
    net_liters: figure.describe('The same at 60 °F or 15 °C.'),
    meter_start: figure,
    meter_end: figure,
    unit_title: z.string().describe('Of the meter.'),
    level_before: figure.describe('Percent'),
    level_after: figure.describe('Percent'),
  })

/** What is on its way to a place, waits for a round, or was brought there. */
const Delivery = () =>
  z.object({
    key: z.string().describe('`stop:…` or `order:…`, with its id.'),
    kind: z.enum(['stop', 'order']),
    document_id: z.int().nullable().describe('Of an order that no round brings yet.'),
    document_number: z.string().nullable(),
    shipment_id: z.int().nullable().describe('Nothing for whom the round is none of theirs.'),
    shipment_number: z.string().nullable(),
    company_id: z.int().nullable(),
    company_title: z.string().nullable(),
    site_id: z.int().nullable(),
    place: z.string(),
    time_zone: z.string().describe('Of the site.'),
    day: z.iso
      .date()
      .nullable()
      .describe(
        'Planned; of an order the day that was wished. Customers get the day of a draft only once it is firm.',
      ),
    is_firm: z.boolean().describe('The day holds: the round was sent, or its day is marked as firm.'),
    arrival: z.iso
      .datetime()
      .nullable()
      .describe(
        'When the truck is planned to be there; on the road, when it is expected by what is known of it.',
      ),
    on_the_way: z.boolean(),
    status: z.enum([...STOP_STATUSES, 'waiting']),
    at: z.iso.datetime().nullable().describe('When it was done.'),
    signed_by: z.string().nullable(),
    reason: z.string().nullable().describe('Why nothing was delivered.'),
    loads: z.array(BroughtLoad()),
    tickets: z.array(DeliveryTicket()),
  })

export const listDeliveries = defineCall({
  method: 'GET',
  path: '/deliveries',
  access: may(shipment_planners, 'read'),
  query: () =>
    z.object({
      site_id: Id.optional().describe(
        "Without a site, a device or a company: all of the actor's own companies.",
      ),
      device_id: Id.optional(),
      company_id: Id.optional(),
      limit: z.coerce.number<number | string>().int().min(1).max(MOST_DELIVERIES).default(20),
    }),
  answer: () =>
    z.object({
      coming: z.array(Delivery()).describe('The earliest first; orders that no round brings yet come last.'),
      done: z.array(Delivery()).describe('The newest first.'),
    }),
})

export type Delivery = z.output<ReturnType<typeof Delivery>>
export type DeliveryTicket = Delivery['tickets'][number]
