import { z } from 'zod'
import { type Access, defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { DELIVERY_CHECKERS } from '#core/platform/loginTypes.ts'
import { Printed } from '#core/resources/callSchemas.ts'
import { may } from '#core/resources/may.ts'
import { valueSchema } from '#core/resources/schema.ts'
import { tanker_trucks } from '../tanker_trucks.ts'

/** Who plans rounds or drives them; customers never see the truck's papers. */
const ofRounds = (action: 'read' | 'update'): Access => ({
  who: { module: 'shipment_planners', action, loginTypes: [...DELIVERY_CHECKERS, 'driver'] },
})

const Litres = z.number()

const OnTruck = () =>
  z.object({
    shipment: z
      .object({ shipment_id: z.int(), shipment_number: z.string(), status_id: z.int() })
      .nullable()
      .describe('The round that is told of; of a truck the one that is open.'),
    compartments: z.array(
      z.object({
        compartment: z.int().describe("Numbered through: the truck's first, then the trailer's."),
        truck_id: z.int(),
        truck_title: z.string(),
        capacity_liters: Litres,
        product_id: z.int().nullable().describe('What is in it, or is to be loaded.'),
        product_title: z.string().nullable(),
        last_product_title: z.string().nullable().describe('What it held last.'),
        carried_liters: Litres,
        planned_liters: Litres,
        loaded_liters: Litres.nullable().describe('By lift tickets; nothing without one.'),
        delivered_liters: Litres,
        returned_liters: Litres,
        on_board_liters: Litres.nullable().describe('Nothing where nobody told what was loaded.'),
        difference_liters: Litres.nullable().describe('What was found beyond what should be there.'),
        margin_liters: Litres.nullable().describe('Of what meters and rounding explain.'),
        reason: z.string().nullable(),
        note: z.string().nullable(),
        warnings: z.array(z.string()),
      }),
    ),
    lifts: z.array(
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
        reason: z.string().nullable().describe('Why it corrects another.'),
        correction_of: z.int().nullable(),
        is_corrected: z.boolean().describe('Another one counts in its place.'),
      }),
    ),
    terminals: z.array(z.object({ terminal_id: z.int(), name: z.string() })),
    products: z.array(z.object({ product_id: z.int(), title: z.string() })).describe('Of the round.'),
    may_lift: z.boolean().describe('Whether the reader may tell a lift of this round.'),
    has_paper: z.boolean().describe('Something on board needs a shipping paper.'),
    meters: z
      .array(z.object({ truck_title: z.string(), percent: z.number(), rounds: z.int() }))
      .describe(
        'Where the latest rounds all end with too much, or too little: the first sign of a bad meter.',
      ),
  })
export type OnTruck = z.output<ReturnType<typeof OnTruck>>
export type TruckCompartment = OnTruck['compartments'][number]
export type LiftTicket = OnTruck['lifts'][number]

const answer = () => z.object({ on_truck: OnTruck() })

export const readShipmentOnTruck = defineCall({
  method: 'GET',
  path: '/shipment_planner/:shipment_id/on_truck',
  access: ofRounds('read'),
  params: () => z.object({ shipment_id: Id }),
  answer,
})

export const readOnTruck = defineCall({
  method: 'GET',
  path: '/tanker_trucks/:truck_id/on_truck',
  access: may(tanker_trucks, 'read'),
  params: () => z.object({ truck_id: Id }),
  answer,
})

export const printShippingPaper = defineCall({
  method: 'GET',
  path: '/shipment_planner/:shipment_id/shipping_paper',
  access: ofRounds('read'),
  params: () => z.object({ shipment_id: Id }),
  query: () => z.object({ format: z.enum(['pdf']).optional() }),
  answer: () => z.object({ print: Printed() }),
})

const Figure = valueSchema({ kind: 'decimal', digits: 14, scale: 3, min: 0 })

/** What a bill of lading says beside the figures of each compartment. */
const paper = () => ({
  number: z.string({ error: 'required' }).trim().min(1, { error: 'required' }).max(40),
  terminal_id: Id.nullish(),
  supplier: z.string().trim().max(100).nullish(),
  unit_id: Id,
  celsius: z.number().min(-60).max(150).nullish(),
  lifted_at: z.iso.datetime({ offset: true }).nullish().describe('Without it: now.'),
})
const line = () => ({
  compartment: z.int({ error: 'required' }).min(1).max(10),
  product_id: Id,
  gross: Figure,
  net: Figure.nullish().describe('Without it worked out from the temperature, where the product tells.'),
})

export const recordLift = defineCall({
  method: 'POST',
  path: '/shipment_planner/:shipment_id/lifts',
  access: ofRounds('update'),
  params: () => z.object({ shipment_id: Id }),
  body: () => z.object({ ...paper(), lines: z.array(z.object(line())).min(1).max(10) }),
  answer,
})

export const correctLift = defineCall({
  method: 'POST',
  path: '/lift_tickets/:lift_ticket_id/correct',
  access: ofRounds('update'),
  params: () => z.object({ lift_ticket_id: Id }),
  body: () =>
    z.object({
      ...paper(),
      ...line(),
      reason: z.string({ error: 'required' }).trim().min(1, { error: 'required' }).max(255),
    }),
  answer,
})
