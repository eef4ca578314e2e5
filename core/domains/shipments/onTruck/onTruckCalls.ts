import { z } from 'zod'
import { type Access, defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { DELIVERY_CHECKERS } from '#core/platform/loginTypes.ts'
import { GivenInstant } from '#core/platform/time/instants.ts'
import { Printed } from '#core/resources/calls/callSchemas.ts'
import { may } from '#core/resources/may.ts'
import { valueSchema } from '#core/resources/schema.ts'
import { MAX_COMPARTMENTS, tanker_trucks } from '../trucks/tanker_trucks.ts'
import { ClosedCompartment } from './closedCompartment.ts'
import { OnTruck } from './onTruckResponse.ts'

const OFFICE: Access = {
  who: { module: 'shipment_planners', action: 'update', loginTypes: DELIVERY_CHECKERS },
}
/** Users who plan rounds, and drivers; customers never see the truck's papers. */
const ofRounds = (action: 'read' | 'update'): Access => ({
  who: { module: 'shipment_planners', action, loginTypes: [...DELIVERY_CHECKERS, 'driver'] },
})

const response = () => z.object({ on_truck: OnTruck() })

export const readShipmentOnTruck = defineCall({
  method: 'GET',
  path: '/shipment_planner/:shipment_id/on_truck',
  access: ofRounds('read'),
  params: () => z.object({ shipment_id: Id }),
  response,
})

export const readOnTruck = defineCall({
  method: 'GET',
  path: '/tanker_trucks/:truck_id/on_truck',
  access: may(tanker_trucks, 'read'),
  params: () => z.object({ truck_id: Id }),
  response,
})

export const printShippingPaper = defineCall({
  method: 'GET',
  path: '/shipment_planner/:shipment_id/shipping_paper',
  access: ofRounds('read'),
  params: () => z.object({ shipment_id: Id }),
  query: () => z.object({ format: z.enum(['pdf']).optional() }),
  response: () => z.object({ print: Printed() }),
})

export const correctEnds = defineCall({
  method: 'POST',
  path: '/shipment_planner/:shipment_id/ends',
  access: OFFICE,
  params: () => z.object({ shipment_id: Id }),
  body: () =>
    z.object({
      compartments: z
        .array(ClosedCompartment())
        .min(1)
        .max(MAX_COMPARTMENTS)
        .describe('Compartments to correct; the others do not change.'),
    }),
  response,
})

export const recordCleaning = defineCall({
  method: 'POST',
  path: '/tanker_trucks/:truck_id/cleanings',
  access: OFFICE,
  params: () => z.object({ truck_id: Id }),
  body: () =>
    z.object({
      compartment: z
        .int({ error: 'required' })
        .min(1)
        .max(MAX_COMPARTMENTS)
        .describe('Compartment of this vehicle.'),
      cleaned_at: GivenInstant().nullish().describe('Defaults to now.'),
    }),
  response: () => z.object({ cleaning: z.object({ compartment: z.int(), cleaned_at: z.iso.datetime() }) }),
})

const Figure = valueSchema({ kind: 'decimal', digits: 14, scale: 3, min: 0 })

/** The fields of a bill of lading other than its lines. */
const paper = () => ({
  number: z.string({ error: 'required' }).trim().min(1, { error: 'required' }).max(40),
  terminal_id: Id.nullish(),
  supplier: z.string().trim().max(100).nullish(),
  unit_id: Id,
  celsius: z.number().min(-60).max(150).nullish(),
  lifted_at: GivenInstant().nullish().describe('Defaults to now.'),
})
const line = () => ({
  compartment: z.int({ error: 'required' }).min(1).max(10),
  product_id: Id,
  gross: Figure,
  net: Figure.nullish().describe('Defaults to the volume by temperature, if the product allows it.'),
})

export const recordLift = defineCall({
  method: 'POST',
  path: '/shipment_planner/:shipment_id/lifts',
  access: ofRounds('update'),
  params: () => z.object({ shipment_id: Id }),
  body: () => z.object({ ...paper(), lines: z.array(z.object(line())).min(1).max(10) }),
  response,
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
  response,
})
