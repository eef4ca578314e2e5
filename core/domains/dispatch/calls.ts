import { z } from 'zod'
import { LEVEL_SOURCES } from '#core/domains/alerts/alerts.ts'
import { DrivenRound, routeFacts } from '#core/domains/shipments/drivenRound.ts'
import { LOADING_REASONS } from '#core/domains/shipments/loading/loadingProgramme.ts'
import { shipment_planner_details } from '#core/domains/shipments/shipment_planner_details.ts'
import { STOP_STATUSES } from '#core/domains/shipments/shipmentStops.ts'
import { PRODUCT_CLASSES } from '#core/domains/tanks/vehicleClasses.ts'
import { defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import type { Action } from '#core/platform/modules.ts'
import { GivenDay } from '#core/platform/time/instants.ts'
import { valueSchema } from '#core/resources/schema.ts'
import { DISPATCH_LOGIN_TYPES } from './dispatchLoginTypes.ts'
import { NEED_RANKS, NEED_REASONS } from './judgeNeed.ts'
import { NeedDays } from './needDays.ts'

/** Loads that one call may put on a truck. */
const MAX_LOADS = 40
/** Largest page of needs. */
const MAX_NEEDS = 200

const planner = (action: Action) => ({
  who: { module: 'shipment_planners' as const, action, loginTypes: DISPATCH_LOGIN_TYPES },
})
const figure = z.number().nullable()

const ProductClass = () =>
  z.enum(PRODUCT_CLASSES).nullable().describe('Class of compartment that it needs, if known.')

/** A tank or order line that a truck could deliver to. */
const NeedRow = () =>
  z.object({
    key: z.string().describe('`tank:…` or `line:…`, with its id.'),
    rank: z.enum(NEED_RANKS),
    reason: z.enum(NEED_REASONS),
    params: NeedDays(),
    latest: z.iso.date().describe('The last delivery day that is still in time.'),
    device_ports_id: z.int().nullable(),
    port_number: z
      .int()
      .nullable()
      .describe('Port of the tank; among several tanks, the one that runs out first.'),
    document_detail_id: z.int().nullable(),
    document_id: z.int().nullable(),
    document_number: z.string().nullable(),
    device_id: z.int().nullable(),
    public_id: z.string().nullable(),
    place: z.string().nullable(),
    company_id: z.int(),
    company_title: z.string(),
    credit: z
      .enum(['hold', 'over'])
      .nullable()
      .describe('The customer is on credit hold, or over the limit; for users who decide about orders.'),
    product_id: z.int(),
    product_title: z.string(),
    product_class: ProductClass(),
    haulers: z.array(z.int()).describe('Companies whose trucks may deliver: its own and all above it.'),
    color: z.string().nullable(),
    percent: figure,
    percent_range: z.tuple([z.number(), z.number()]).nullable().describe('Percent, for an estimate.'),
    level: z.string().nullable(),
    level_source: z.enum(LEVEL_SOURCES),
    level_age: figure.describe('Seconds since the last measurement.'),
    delivered_at: z.iso
      .datetime()
      .nullable()
      .describe('For an estimate: the last delivery since the measurement, already included.'),
    room: figure.describe('Room in L, less what planned rounds already bring.'),
    room_celsius: figure.describe('For a liquefied gas: the temperature (°C) that its room assumes.'),
    quantity_liters: z.number().describe('L to bring: the smaller of the room and the open order quantity.'),
    ordered_liters: figure.describe('For an order: L still to deliver for it.'),
    first: z
      .object({ shipment_number: z.string(), day: z.iso.date(), liters: z.number() })
      .nullable()
      .describe('For an order that its tank cannot take whole: the round that fills the tank before.'),
    unreleased: z
      .object({ document_id: z.int(), document_number: z.string() })
      .nullable()
      .describe('The oldest order for its tank that is not released yet.'),
    latitude: figure,
    longitude: figure,
  })

const Counted = () => z.object({ id: z.int(), title: z.string(), count: z.int() })

/** Why a tank that will run dry is on no round: no truck can bring its product, or its customer has to call first. */
const UNPLANNED_REASONS = ['no_truck', 'will_call'] as const

const Unplanned = () =>
  z.object({
    why: z.enum(UNPLANNED_REASONS),
    total: z.int(),
    products: z.array(z.string()),
    tanks: z
      .array(
        z.object({
          key: z.string(),
          device_id: z.int().nullable(),
          place: z.string().nullable(),
          company_title: z.string(),
          product_title: z.string(),
        }),
      )
      .describe('The first of them.'),
  })

export const listNeeds = defineCall({
  method: 'GET',
  path: '/dispatch/needs',
  access: planner('read'),
  query: () =>
    z.object({
      day: GivenDay().optional().describe('The day to plan; defaults to today.'),
      rank: z.enum(NEED_RANKS).optional(),
      search: z.string().max(100).optional(),
      company_id: Id.optional(),
      product_id: Id.optional().describe('Also other products of that name.'),
      tag_id: Id.optional().describe('Only tanks of devices with this tag, such as an area or a route.'),
      device_id: Id.optional(),
      page_num: z.coerce.number<number | string>().int().min(1).max(100_000).default(1),
      page_size: z.coerce.number<number | string>().int().min(1).max(MAX_NEEDS).default(50),
    }),
  response: () =>
    z.object({
      day: z.iso.date(),
      next_day: z.iso.date().describe('The next delivery day.'),
      needs: z.array(NeedRow()).describe('Most urgent first.'),
      total: z.int().describe('Number of needs on all pages.'),
      counts: z.object({ must: z.int(), should: z.int(), could: z.int(), planned: z.int() }),
      week: z
        .array(z.object({ day: z.iso.date(), must: z.int() }))
        .describe('Number of urgent needs whose latest day is that day, whichever day is planned.'),
      companies: z.array(Counted()).describe('Needs per company, largest count first.'),
      products: z
        .array(Counted())
        .describe('Needs per product name, with one of its products, largest count first.'),
      unplanned: z.array(Unplanned()).describe('Tanks that run dry and that no round can or may fill.'),
    }),
})

const Issue = () => z.object({ field: z.string(), rule: z.string(), message: z.string() })

/** A load of a round, with its destination. */
const RoundLoad = () =>
  z.object({
    shipment_detail_id: z.int(),
    device_ports_id: z.int().nullable(),
    document_detail_id: z.int().nullable(),
    document_number: z.string().nullable(),
    device_id: z.int().nullable(),
    public_id: z.string().nullable(),
    company_id: z.int().nullable(),
    company_title: z.string().nullable(),
    place: z.string().nullable(),
    ship_location_label: z.string().nullable(),
    ship_address1: z.string().nullable(),
    ship_city: z.string().nullable(),
    product_id: z.int(),
    product_title: z.string(),
    product_class: ProductClass(),
    color: z.string().nullable(),
    quantity_liters: z.number().describe('Planned.'),
    delivered_liters: z.number().nullable(),
    compartment: z.int().nullable(),
    stop_id: z.int().nullable(),
    latitude: figure,
    longitude: figure,
  })

const Filled = () =>
  z.object({
    number: z.int(),
    capacity: z.number().describe('L'),
    filled: z.number().describe('L'),
    product_title: z.string().nullable(),
    color: z.string().nullable(),
    carried: z
      .object({
        liters: z.number(),
        product_title: z.string(),
        color: z.string().nullable(),
        is_other: z.boolean().describe('Its grade differs from the planned load.'),
      })
      .nullable()
      .describe('Carried over from earlier rounds; a load of the same grade uses it first.'),
  })

const Round = () =>
  z.object({
    shipment_id: z.int(),
    shipment_number: z.string(),
    status_id: z.int(),
    company_id: z.int(),
    truck_id: z.int().nullable(),
    trailer_id: z.int().nullable(),
    trailer_name: z.string().nullable(),
    load_date: z.iso.date(),
    deliver_date: z.iso.date().nullable(),
    delivered_by: z.int().nullable(),
    driver: z.string().nullable(),
    is_firm: z.boolean().describe('Its day is confirmed: customers see it.'),
    loads: z.array(RoundLoad()),
    compartments: z.array(Filled()),
    weight: z.number().describe('Weight of its loads, kg.'),
    weight_limit: figure.describe('Combined payload of its vehicles, kg; null if unknown.'),
    problems: z.array(Issue()).describe('Problems that block sending it.'),
    out: z
      .array(Issue())
      .describe('Vehicles or driver still out on another round, which blocks its departure.'),
    warnings: z.array(Issue()).describe('Warnings that do not block it.'),
    left_at: z.iso.datetime().nullable(),
    delivered_at: z.iso.datetime().nullable(),
    arrivals: z
      .array(
        z.object({
          stop_id: z.int(),
          status: z.enum(STOP_STATUSES),
          arrived_at: z.iso.datetime().nullable(),
          expected_arrival: z.iso.datetime().nullable(),
        }),
      )
      .describe('For a round that has left: actual and expected arrivals, as far as they are known.'),
    route: DrivenRound().describe('Times at each stop in the current order, with its issues.'),
  })

const Truck = () =>
  z.object({
    truck_id: z.int(),
    truck_name: z.string(),
    company_id: z.int(),
    company_title: z.string().nullable(),
    vehicle_type: z.string(),
    driver_id: z.int().nullable(),
    driver: z.string().nullable(),
    compartments: z.array(z.number()).describe('Capacity of each, L.'),
    classes: z.array(z.string()).describe('Class of liquids that each compartment is built for.'),
    weight_limit: figure.describe('kg'),
  })

export const listRounds = defineCall({
  method: 'GET',
  path: '/dispatch/rounds',
  access: planner('read'),
  query: () => z.object({ day: GivenDay().optional() }),
  response: () =>
    z.object({
      day: z.iso.date(),
      trucks: z.array(Truck()),
      rounds: z.array(Round()),
      week: z.array(z.object({ day: z.iso.date(), rounds: z.int(), stops: z.int() })),
    }),
})

/** The road geometry of a round, for the map. */
const RoadWay = () =>
  z
    .object({
      line: z.array(z.tuple([z.number(), z.number()])).describe('Longitude and latitude, degrees.'),
      legs: z
        .array(z.object({ seconds: z.int(), meters: z.int() }))
        .describe('Between consecutive places; includes the truck’s home if `has_home`.'),
    })
    .describe('Along roads; null if unknown or not requested.')

export const readRoute = defineCall({
  method: 'GET',
  path: '/dispatch/rounds/:shipment_id/route',
  access: planner('read'),
  params: () => z.object({ shipment_id: Id }),
  query: () => z.object({ with_way: z.enum(['1']).optional().describe('Include `way`.') }),
  response: () =>
    z.object({ route: z.object({ ...routeFacts(), now: DrivenRound(), way: RoadWay().nullable() }) }),
})

/** Goods to put on a truck: for a tank or an order line. Without a quantity, as much as fits. */
const Wanted = () =>
  z
    .object({
      device_ports_id: Id.nullish(),
      document_detail_id: Id.nullish(),
      quantity: valueSchema(shipment_planner_details.fields.quantity).nullish(),
      unit_id: Id.nullish(),
    })
    .refine((one) => (one.device_ports_id == null) !== (one.document_detail_id == null), {
      error: 'required',
      path: ['device_ports_id'],
    })

const Limit = () => z.object({ rule: z.enum(LOADING_REASONS), gain_liters: z.number() })

/** Goods that an arrangement could not load, and why. */
const Arranged = () =>
  z.object({
    behind: z.array(z.object({ shipment_detail_id: z.int(), quantity_liters: z.number() })),
    limit: Limit().nullable().describe('The limit whose removal alone would allow the largest extra load.'),
    limits: z
      .array(Limit())
      .describe('Limits whose removal alone would allow more to be loaded; the first is `limit`.'),
    together: z.array(z.enum(LOADING_REASONS)).describe('Without a single one: limits that bind together.'),
  })

const Changed = () =>
  z.object({
    shipment_id: z.int(),
    shipment_number: z.string(),
    shipment_detail_ids: z.array(z.int()).describe('The loads that were changed.'),
    arranged: Arranged().nullable(),
    left_out: z.int().describe('Number of requested loads that are not on it.'),
  })

export const planLoads = defineCall({
  method: 'POST',
  path: '/dispatch/plan',
  access: planner('create'),
  body: () =>
    z.object({
      day: GivenDay(),
      truck_id: Id,
      shipment_id: Id.nullish().describe(
        'A draft of that truck; defaults to its first draft of the day, or a new one.',
      ),
      loads: z.array(Wanted()).min(1).max(MAX_LOADS),
      again: z.boolean().default(false).describe('Include needs that another round already brings.'),
      fitting: z
        .boolean()
        .default(false)
        .describe('Take only what fits, in the order passed, and what no other round brings.'),
    }),
  response: Changed,
})

export const moveLoads = defineCall({
  method: 'POST',
  path: '/dispatch/move',
  access: planner('create'),
  body: () =>
    z.object({
      from_shipment_id: Id,
      shipment_detail_ids: z.array(Id).min(1).max(MAX_LOADS),
      day: GivenDay(),
      truck_id: Id,
      shipment_id: Id.nullish(),
    }),
  response: Changed,
})

export const takeOff = defineCall({
  method: 'POST',
  path: '/dispatch/take_off',
  access: planner('update'),
  body: () => z.object({ shipment_id: Id, shipment_detail_ids: z.array(Id).min(1).max(200) }),
  response: () =>
    z.object({
      taken: z
        .array(
          z.object({
            device_ports_id: z.int().nullable(),
            document_detail_id: z.int().nullable(),
            quantity: z.string(),
            unit_id: z.int(),
          }),
        )
        .describe('Input for putting the same loads back on.'),
    }),
})

export const reorderRound = defineCall({
  method: 'POST',
  path: '/dispatch/reorder',
  access: planner('update'),
  body: () => z.object({ shipment_id: Id, shipment_detail_ids: z.array(Id).min(1).max(500) }),
  response: Changed,
})

export const arrangeRound = defineCall({
  method: 'POST',
  path: '/dispatch/arrange',
  access: planner('update'),
  body: () => z.object({ shipment_id: Id }),
  response: Changed,
})
