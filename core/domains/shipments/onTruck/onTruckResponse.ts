import { z } from 'zod'

const Litres = z.number()

const Compartment = () =>
  z.object({
    compartment: z.int().describe("Consecutive number: the truck's first, then the trailer's."),
    truck_id: z.int(),
    truck_title: z.string(),
    capacity_liters: Litres,
    product_id: z.int().nullable().describe('Product in it, or to be loaded.'),
    product_title: z.string().nullable(),
    last_product_title: z.string().nullable().describe('Product that it held last.'),
    carried_liters: Litres,
    planned_liters: Litres,
    loaded_liters: Litres.nullable().describe('Quantity by lift tickets; null without one.'),
    delivered_liters: Litres,
    returned_liters: Litres,
    on_board_liters: Litres.nullable().describe('Null if the loaded volume is unknown.'),
    difference_liters: Litres.nullable().describe('Found minus expected volume.'),
    margin_liters: Litres.nullable().describe('Difference that meters and rounding explain.'),
    reason: z.string().nullable(),
    note: z.string().nullable(),
    warnings: z.array(z.string()),
  })

const Lift = () =>
  z.object({
    lift_ticket_id: z.int(),
    number: z.string(),
    compartment: z.int(),
    product_id: z.int(),
    product_title: z.string(),
    terminal_id: z.int().nullable(),
    terminal_title: z.string().nullable(),
    supplier: z.string().nullable(),
    gross: z.string(),
    net: z.string().nullable(),
    unit_id: z.int(),
    unit_title: z.string(),
    celsius: z.number().nullable(),
    lifted_at: z.iso.datetime(),
    reason: z.string().nullable().describe('Reason of a correction.'),
    correction_of: z.int().nullable(),
    event_id: z.uuid().nullable().describe('For a lift reported on the driver’s phone.'),
    is_corrected: z.boolean().describe('Replaced by a correction.'),
  })

/** Contents of the compartments of a round or a vehicle, and its lifts. */
export const OnTruck = () =>
  z.object({
    shipment: z
      .object({ shipment_id: z.int(), shipment_number: z.string(), status_id: z.int() })
      .nullable()
      .describe('The round; for a truck, its open round.'),
    closed_shipment_id: z
      .int()
      .nullable()
      .describe(
        'Finalized round whose end the reader may correct; for a truck without an open round, its last.',
      ),
    compartments: z.array(Compartment()),
    lifts: z.array(Lift()),
    terminals: z.array(z.object({ terminal_id: z.int(), name: z.string() })),
    products: z
      .array(
        z.object({
          ...{ product_id: z.int(), title: z.string(), product_group: z.string() },
          specific_gravity: z.number(),
        }),
      )
      .describe('Products that may be loaded: the round’s first, then others that fit its truck.'),
    may_lift: z.boolean().describe('Whether the reader may record a lift of this round.'),
    has_paper: z.boolean().describe('Something on board needs a shipping paper.'),
    meters: z
      .array(z.object({ truck_title: z.string(), percent: z.number(), rounds: z.int() }))
      .describe(
        'Trucks whose latest rounds all end with too much, or too little: a first sign of a bad meter.',
      ),
  })
export type OnTruck = z.output<ReturnType<typeof OnTruck>>
export type TruckCompartment = OnTruck['compartments'][number]
export type LiftTicket = OnTruck['lifts'][number]
