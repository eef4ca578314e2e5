// Longer than other files on purpose: all calls of a driver's phone in one place.
import { z } from 'zod'
import { LEVEL_SOURCES } from '#core/domains/alerts/alerts.ts'
import { TAX_BASES, TAX_ROUNDINGS, TAX_SCOPES } from '#core/domains/finance/tax_codes.ts'
import { EXEMPT_USES } from '#core/domains/finance/tax_exemptions.ts'
import { defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { CurrencyMarks } from '#core/resources/fields/listCurrencyMarks.ts'
import { DecimalText } from '#core/resources/kinds/decimalText.ts'
import { may } from '#core/resources/may.ts'
import { type LiftTicket, OnTruck, type TruckCompartment } from '../onTruck/onTruckResponse.ts'
import { shipment_planners } from '../shipment_planners.ts'
import { StopResponse } from '../shipmentStops.ts'
import { isSignatureImage } from '../signatureImage.ts'
import {
  DIFFERENCE_REASONS,
  DOOR_METHODS,
  DRIVER_EVENT_KINDS,
  type DriverEvent,
  NO_DELIVERY_REASONS,
} from './driverEvents.ts'

/** Maximum number of events in one call; a day has fewer. */
const MAX_EVENTS = 100
/** Maximum number of ticket numbers in one reservation. */
const MAX_NUMBERS = 200

/** A time by the phone's clock, which can be wrong; corrected on receipt. */
const Instant = z.iso.datetime({ offset: true })
const Empty = z.object({})
const Percent = z.number().min(0).max(120).nullable()
const Meter = z
  .string()
  .regex(/^\d{1,11}(\.\d{1,3})?$/, { error: 'number' })
  .nullable()
const Quantity = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,3})?$/, { error: 'number' })
  .refine((text) => Number(text) > 0, { error: 'required' })
const TicketNumber = z.int().min(1).max(999_999_999_999)
const measured = {
  shipment_detail_id: Id,
  number: TicketNumber,
  meter_start: Meter,
  meter_end: Meter,
  quantity: Quantity,
  unit_id: Id,
  celsius: z.number().min(-60).max(150).nullable(),
}
const Amount = z.string().regex(/^\d{1,12}(\.\d{1,3})?$/, { error: 'number' })
const payment = {
  method: z.enum(DOOR_METHODS),
  amount: Amount,
  check_number: z.string().trim().max(40).nullable(),
  note: z.string().trim().max(255).nullable(),
}
const Lifted = z.string().regex(/^\d{1,11}(\.\d{1,3})?$/, { error: 'number' })
/** A lift or its correction, in one shape; a correction with missing fields is refused when it is judged. */
const Lift = z.object({
  number: z.string().trim().min(1).max(40),
  compartment: z.int().min(1).max(10),
  product_id: Id,
  terminal_id: Id.nullable(),
  supplier: z.string().trim().max(100).nullable(),
  unit_id: Id,
  gross: Lifted,
  net: Lifted.nullable(),
  celsius: z.number().min(-60).max(150).nullable(),
  lifted_at: Instant,
  corrects: z.union([z.uuid(), z.int().min(1)]).optional(),
  reason: z.string().trim().min(1).max(255).optional(),
})
const bodies = {
  left: Empty,
  arrived: Empty,
  before: z.object({
    shipment_detail_id: Id,
    checked: z.enum(['scanned', 'by_hand']),
    percent: Percent,
    is_interrupted: z.boolean(),
  }),
  delivered: z.object({ ...measured, reason: z.enum(DIFFERENCE_REASONS).nullable() }),
  after: z.object({ shipment_detail_id: Id, percent: Percent }),
  not_delivered: z.object({ reason: z.enum(NO_DELIVERY_REASONS), note: z.string().max(1000).nullable() }),
  picture: z.object({ picture_id: z.uuid() }),
  leak_check: z.object({ result: z.enum(['passed', 'locked']), by: z.string().trim().min(1).max(100) }),
  signed: z.object({
    name: z.string().trim().max(100),
    signature: z.string().refine(isSignatureImage, { error: 'drawing' }).nullable(),
    latitude: z.number().min(-90).max(90).nullable(),
    longitude: z.number().min(-180).max(180).nullable(),
  }),
  undo: z.object({ undone: z.uuid() }),
  correction: z.object({ ...measured, corrects: TicketNumber, reason: z.string().trim().min(1).max(255) }),
  mailed: z.object({ to: z.email().trim().toLowerCase().max(100) }),
  paid: z.object(payment),
  payment_corrected: z.object({ ...payment, corrects: z.uuid() }),
  lifted: Lift,
  lift_corrected: Lift,
  closed: Empty,
  round_closed: Empty,
} satisfies Record<DriverEvent['kind'], z.ZodObject>

const DriverEventGiven = () =>
  z.discriminatedUnion(
    'kind',
    DRIVER_EVENT_KINDS.map((kind) =>
      z.object({
        event_id: z.uuid(),
        shipment_id: Id,
        stop_id: Id.nullable(),
        kind: z.literal(kind),
        at: Instant,
        body: bodies[kind],
      }),
    ) as never,
  ) as z.ZodType<DriverEvent, DriverEvent>

/** The outcome of an event, with the reason if it does not count. */
const EventOutcome = () =>
  z.object({
    event_id: z.uuid(),
    outcome: z
      .enum(['applied', 'conflict', 'refused', 'aside'])
      .describe('`conflict` and `refused` do not count; they stay open until a person resolves them.'),
    isRepeated: z.boolean().describe('It was received before, and not applied again.'),
    rule: z.string().nullable(),
    said: z.string().nullable(),
  })
export type EventOutcome = z.output<ReturnType<typeof EventOutcome>>

export const sendDriverEvents = defineCall({
  method: 'POST',
  path: '/driver/events',
  access: may(shipment_planners, 'update'),
  body: () =>
    z.object({
      events: z.array(DriverEventGiven()).min(1).max(MAX_EVENTS),
      sent_at: Instant.optional().describe(
        "Current time of the phone's clock: implausible times are shifted by its offset.",
      ),
    }),
  response: () => z.object({ outcomes: z.array(EventOutcome()) }),
})

export const resolveDriverEvent = defineCall({
  method: 'POST',
  path: '/driver/events/:event_id/resolve',
  access: may(shipment_planners, 'update'),
  params: () => z.object({ event_id: z.uuid() }),
  body: () =>
    z.object({
      how: z.enum(['again', 'aside']).describe('Judge it again, or set it aside for good.'),
    }),
  response: () => z.object({ outcome: EventOutcome() }),
})

export const reserveTickets = defineCall({
  method: 'POST',
  path: '/driver/ticket_blocks',
  access: may(shipment_planners, 'update'),
  body: () => z.object({ shipment_id: Id, count: z.int().min(1).max(MAX_NUMBERS).default(50) }),
  response: () => z.object({ ticket_block: TicketBlock() }),
})

const TicketBlock = () => z.object({ company_id: z.int(), first_number: z.int(), last_number: z.int() })

/** A load as a driver needs it, with its tank, its product, and the data to compute offline. */
const DriverLoad = () =>
  z.object({
    shipment_detail_id: z.int(),
    product_id: z.int(),
    product_title: z.string(),
    product_group: z.string(),
    specific_gravity: z.number(),
    un_number: z.string().nullable(),
    quantity: z.number(),
    quantity_liters: z.number(),
    unit_id: z.int(),
    unit_title: z.string(),
    unit_code: z.string().nullable(),
    compartment: z.int().nullable(),
    device_id: z.int().nullable(),
    public_id: z.string().nullable().describe('Printed on the label of the tank.'),
    place: z.string().nullable(),
    capacity_liters: z.number().nullable(),
    room_liters: z.number().nullable(),
    room_celsius: z.number().nullable(),
    product_max_fill: z
      .number()
      .nullish()
      .describe('Maximum fill of the product, percent; null: its group’s.'),
    tank_max_fill: z.number().nullish().describe('Maximum fill of this tank, percent.'),
    percent: z.number().nullable(),
    volume_liters: z.number().nullable(),
    volume_margin_liters: z.number().nullable(),
    level_at: z.iso.datetime().nullable(),
    level_source: z.enum(LEVEL_SOURCES),
  })

/** Information about a site for its driver. */
const DriverSite = () =>
  z.object({
    contact_name: z.string().nullable(),
    contact_phone: z.string().nullable(),
    access_notes: z.string().nullable(),
    time_zone: z.string(),
    delivery_windows: z
      .array(z.object({ to: z.string(), day: z.int(), from: z.string() }))
      .nullable()
      .describe('In the time zone of the site; null for any time.'),
    gate_code_version: z.string().nullable().describe('Changes with the gate code; null without one.'),
  })

const Figure = DecimalText
const Discount = z.enum(['A', 'P'])

/** A tax on a line, with its rate and the certificate of an exempt customer. */
const AppliedTax = () =>
  z.object({
    ...{ tax_code_id: z.int(), tax_name: z.string(), jurisdiction: z.string().nullable(), rate: Figure },
    ...{ basis: z.enum(TAX_BASES), applies_to: z.enum(TAX_SCOPES), rounding: z.enum(TAX_ROUNDINGS) },
    ...{ unit_title: z.string().nullable(), unit_liters: Figure.nullable(), exchange_rate: Figure },
    ...{ tax_rule_id: z.int().nullable(), tax_exemption_id: z.int().nullable() },
    ...{ certificate: z.string().nullable(), exempt_use: z.enum(EXEMPT_USES).nullable() },
  })

/** An order that is paid at the doorstep, with its prices. */
const DoorOrderResponse = () =>
  z.object({
    ...{ document_id: z.int(), document_number: z.string(), discount_type: Discount, discount: Figure },
    ...{ subtotal: Figure, discount_taken: Figure, freight: Figure, customs: Figure },
    ...{ expedite_fee: Figure, handling_charge: Figure },
    lines: z.array(
      z.object({
        ...{ document_detail_id: z.int(), product_title: z.string(), quantity: Figure },
        ...{ quantity_invoiced: Figure, unit_title: z.string(), unit_price: Figure },
        ...{ line_discount_type: Discount, line_discount_amount: Figure, line_discount_percentage: Figure },
        ...{ line_total: Figure, discount_taken: Figure, liters: Figure.nullish() },
        taxes: z.array(AppliedTax()).optional().describe('The taxes on the line, to be counted offline.'),
        loads: z.array(z.object({ shipment_detail_id: z.int(), factor: z.string() })),
      }),
    ),
  })

const DriverStop = () =>
  StopResponse().extend({
    site: DriverSite().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    address: z.string(),
    currency: CurrencyMarks().describe('Currency that the customer pays in.'),
    door_orders: z
      .array(DoorOrderResponse())
      .describe('Orders paid on delivery: their terms give no credit.'),
    loads: z.array(DriverLoad()),
    events: z.array(z.custom<DriverEvent>()).describe('The driver’s events at the stop that count.'),
  })

const OnOwnTruck = () =>
  OnTruck()
    .pick({ terminals: true, products: true, may_lift: true })
    .extend({
      compartments: z.array(z.custom<TruckCompartment>()).describe('As in `OnTruck` of a round.'),
      lifts: z.array(z.custom<LiftTicket>()),
      units: z.array(
        z.object({
          ...{ unit_id: z.int(), title: z.string(), code: z.string().nullable(), factor: z.string() },
        }),
      ),
    })

const DriverRound = () =>
  z.object({
    shipment_id: z.int(),
    shipment_number: z.string(),
    status_id: z.int(),
    load_date: z.iso.date(),
    deliver_date: z.iso.date().nullable(),
    time_zone: z
      .string()
      .optional()
      .describe('Time zone of the truck’s home, in which the load date applies.'),
    company_id: z.int(),
    company_title: z.string(),
    truck_title: z.string().nullable(),
    driver: z.string().nullable(),
    delivery_tolerance: z
      .number()
      .nullish()
      .describe(
        'The company’s tolerance: percent that a delivery may differ from its plan without a reason.',
      ),
    shipping_paper: z
      .object({
        emergency_phone: z.string().nullable(),
        lines: z.array(z.object({ compartment: z.int(), goods: z.string(), liters: z.number() })),
      })
      .nullish()
      .describe('Null without dangerous goods.'),
    on_truck: OnOwnTruck()
      .nullish()
      .describe('Contents of the compartments, and the choices for a lift; null without a truck.'),
    stops: z.array(DriverStop()),
  })

const DoneRound = () =>
  z.object({
    shipment_id: z.int(),
    shipment_number: z.string(),
    truck_title: z.string().nullable(),
    delivered_at: z.iso.datetime(),
    time_zone: z.string(),
    stops: z.int(),
    done_stops: z.int(),
    delivered_liters: z.number(),
    left: z
      .array(z.object({ product_title: z.string(), liters: z.number() }))
      .nullable()
      .describe(
        'What it left on board; null if a lift was not recorded. Only for those who see lift tickets, and the driver.',
      ),
  })

/** Money that a driver took and has not handed in yet, as the office records it. */
const HeldMoney = () =>
  z.object({
    event_id: z.uuid(),
    stop_id: z.int(),
    company_title: z.string(),
    method: z.enum(DOOR_METHODS),
    amount: DecimalText,
    currency: CurrencyMarks(),
    check_number: z.string().nullable(),
    at: z.iso.datetime(),
    is_settled: z.boolean().describe('The office has counted it, so the driver no longer holds it.'),
  })

const OpenEvent = () =>
  z.object({
    event_id: z.uuid(),
    shipment_id: z.int(),
    shipment_number: z.string().nullable(),
    stop_id: z.int().nullable(),
    kind: z.string(),
    at: z.iso.datetime(),
    is_time_corrected: z.boolean().describe("The phone's clock was wrong."),
    outcome: z.enum(['conflict', 'refused']),
    rule: z.string().nullable(),
    said: z.string().nullable(),
    by: z.string(),
  })

export const readDriverDay = defineCall({
  method: 'GET',
  path: '/driver/day',
  access: may(shipment_planners, 'read'),
  query: () =>
    z.object({
      people_id: Id.optional().describe("Another driver's day; drivers see only their own."),
    }),
  response: () =>
    z.object({
      read_at: z.iso.datetime(),
      rounds: z.array(DriverRound()),
      done: z.array(DoneRound()).describe('Finished today, by the clock of the truck’s home.'),
      ticket_blocks: z.array(TicketBlock().extend({ used: z.array(z.int()) })),
      door_money: z.array(HeldMoney()).describe('All money held, plus what these rounds handed in.'),
      open_events: z.array(OpenEvent()).describe('Events that do not count and are unresolved.'),
    }),
})

/** Gate codes of a round that is not over, for its own driver only. */
export const revealGateCodes = defineCall({
  method: 'POST',
  path: '/driver/gate_codes',
  access: may(shipment_planners, 'update'),
  body: () => z.object({ shipment_id: Id }),
  response: () =>
    z.object({
      gate_codes: z.array(
        z.object({
          stop_id: z.int(),
          version: z.string(),
          gate_code: z.string().nullable().describe('Null if it can no longer be decrypted.'),
        }),
      ),
    }),
})

export const storeStopPicture = defineCall({
  method: 'PUT',
  path: '/driver/pictures/:picture_id',
  access: may(shipment_planners, 'update'),
  params: () => z.object({ picture_id: z.uuid() }),
  body: () =>
    z.object({
      stop_id: Id,
      taken_at: Instant,
      picture: z
        .string()
        .max(1_500_000)
        .regex(/^data:image\/(jpeg|png|webp);base64,[A-Za-z0-9+/]+={0,2}$/, { error: 'picture' }),
    }),
})

/** A driver's day, as the server returns it. */
export type DriverDay = z.output<ReturnType<typeof readDriverDay.response>>
export type DriverRound = DriverDay['rounds'][number]
export type DriverStop = DriverRound['stops'][number]
export type HeldMoney = DriverDay['door_money'][number]
export type DriverLoad = DriverStop['loads'][number]
export type DriverGateCode = z.output<ReturnType<typeof revealGateCodes.response>>['gate_codes'][number]
