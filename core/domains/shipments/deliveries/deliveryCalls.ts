import { z } from 'zod'
import { defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { may } from '#core/resources/may.ts'
import { shipment_planners } from '../shipment_planners.ts'
import { STOP_STATUSES } from '../shipmentStops.ts'

/** Largest page of deliveries. */
const MAX_DELIVERIES = 100

const figure = z.number().nullable()

/** The quantity of one product. */
const DeliveryLoad = () =>
  z.object({
    product_id: z.int(),
    product_title: z.string(),
    color: z.string().nullable(),
    liters: z.number().describe('Planned or ordered quantity; once the stop is done, the delivered one.'),
    device_ports_ids: z.array(z.int()).describe('Tanks that receive the load.'),
    document_id: z.int().nullable(),
    document_number: z.string().nullable(),
  })

/** The ticket of a delivery to a tank. Corrected and void tickets are left out. */
const DeliveryTicket = () =>
  z.object({
    ticket_id: z.int(),
    number: z.int(),
    at: z.iso.datetime(),
    product_title: z.string(),
    liters: z.number().describe('Gross, by the meter.'),
    net_liters: figure.describe('Net, at 60 °F or 15 °C.'),
    meter_start: figure,
    meter_end: figure,
    unit_title: z.string().describe('Unit of the meter.'),
    level_before: figure.describe('Percent before.'),
    level_after: figure.describe('Percent after.'),
  })

/** A delivery that is on its way, waits for a round, or is done. */
const Delivery = () =>
  z.object({
    key: z.string().describe('`stop:…` or `order:…`, with its id.'),
    kind: z.enum(['stop', 'order']),
    document_id: z.int().nullable().describe('For an order without a round.'),
    document_number: z.string().nullable(),
    shipment_id: z.int().nullable().describe('Null if the reader has no access to the round.'),
    shipment_number: z.string().nullable(),
    company_id: z.int().nullable(),
    company_title: z.string().nullable(),
    site_id: z.int().nullable(),
    place: z.string(),
    time_zone: z.string().describe('Time zone of the site.'),
    day: z.iso
      .date()
      .nullable()
      .describe(
        'Planned day; for an order, the requested day. Customers see the day of a draft only once it is firm.',
      ),
    is_firm: z.boolean().describe('The round was sent, or its day is marked as firm.'),
    arrival: z.iso.datetime().nullable().describe('Planned arrival; for a truck in route, the expected one.'),
    on_the_way: z.boolean(),
    status: z.enum([...STOP_STATUSES, 'waiting']),
    at: z.iso.datetime().nullable().describe('Time of the delivery.'),
    signed_by: z.string().nullable(),
    reason: z.string().nullable().describe('Why nothing was delivered.'),
    loads: z.array(DeliveryLoad()),
    tickets: z.array(DeliveryTicket()),
  })

export const listDeliveries = defineCall({
  method: 'GET',
  path: '/deliveries',
  access: may(shipment_planners, 'read'),
  query: () =>
    z.object({
      site_id: Id.optional().describe("Without a site, device or company: all of the actor's companies."),
      device_id: Id.optional(),
      company_id: Id.optional(),
      limit: z.coerce.number<number | string>().int().min(1).max(MAX_DELIVERIES).default(20),
    }),
  response: () =>
    z.object({
      coming: z.array(Delivery()).describe('Earliest first; orders without a round come last.'),
      done: z.array(Delivery()).describe('Newest first.'),
    }),
})

/** Up to a thousand ids. */
const Ids = () =>
  z
    .string()
    .regex(/^\d{1,15}(,\d{1,15}){0,999}$/)
    .transform((ids) => ids.split(',').map(Number))

/** A load that a round still delivers, or an order line that no round covers. */
const ComingLoad = () =>
  z.object({
    kind: z.enum(['stop', 'order']),
    device_ports_ids: z.array(z.int()).describe('Tanks that receive the load.'),
    shipment_id: z
      .int()
      .nullable()
      .describe('Null for an order, or if the reader has no access to the round.'),
    shipment_number: z.string().nullable(),
    document_id: z.int().nullable().describe('Its order, if there is one that the reader may see.'),
    document_number: z.string().nullable(),
    day: z.iso
      .date()
      .nullable()
      .describe(
        'Planned day; for an order, the requested day. Customers see the day of a draft only once it is firm.',
      ),
    arrival: z.iso.datetime().nullable().describe('Planned arrival; for a truck in route, the expected one.'),
    time_zone: z.string().describe('Time zone of the site.'),
    on_the_way: z.boolean(),
    is_firm: z.boolean().describe('Whether its round is confirmed or sent.'),
    done_at: z.iso
      .datetime()
      .nullable()
      .describe('When it was delivered. Only for loads of a requested order whose round is still in route.'),
    liters: z
      .number()
      .describe('Delivered, or else planned quantity; for an order, what no round covers yet.'),
  })

export const listComingLoads = defineCall({
  method: 'GET',
  path: '/deliveries/coming',
  access: may(shipment_planners, 'read'),
  query: () =>
    z.object({
      device_ports_ids: Ids().optional().describe('Comma-separated tank ids: include loads for these tanks.'),
      document_ids: Ids().optional().describe('Comma-separated order ids: include loads of these orders.'),
    }),
  response: () =>
    z.object({
      coming_loads: z
        .array(ComingLoad())
        .describe(
          'Loads in route, loads of planned rounds by day, delivered loads, then order lines without a round.',
        ),
    }),
})

export const readCalendar = defineCall({
  method: 'GET',
  path: '/calendar/:token',
  access: { ...may(shipment_planners, 'read'), byAddress: true },
  params: () => z.object({ token: z.string().regex(/^[\w-]{43}\.ics$/) }),
  produces: 'text/calendar',
})

export type Delivery = z.output<ReturnType<typeof Delivery>>
export type ComingLoad = z.output<ReturnType<typeof ComingLoad>>
export type DeliveryTicket = Delivery['tickets'][number]
