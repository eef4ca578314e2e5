import { z } from 'zod'
import { defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { GivenInstant } from '#core/platform/time/instants.ts'
import { may } from '#core/resources/may.ts'
import { typedRecordSchema } from '#core/resources/recordSchema.ts'
import { valueSchema } from '#core/resources/schema.ts'
import { DrivenRound, routeFacts } from './drivenRound.ts'
import { LoadChoicesResponse } from './loadChoices.ts'
import { LOADING_REASONS } from './loading/loadingProgramme.ts'
import { ClosedCompartment } from './onTruck/closedCompartment.ts'
import { shipment_planner_details } from './shipment_planner_details.ts'
import { shipment_planners } from './shipment_planners.ts'
import { shipmentExtras } from './shipmentStops.ts'
import { isSignatureImage } from './signatureImage.ts'

/** More than a truck delivers in a day; the solver's time grows with the number. */
const MAX_LOADS_TO_PROPOSE = 40

const ofShipment = () => z.object({ shipment_id: Id })
const Shipment = () => z.object({ shipment_planner: typedRecordSchema(shipment_planners, shipmentExtras()) })

/** The grade that a compartment carried last, and the grades that must not follow it. */
const LastProduct = () =>
  z.object({
    product_id: z.int().nullable(),
    not_followed_by: z.string().nullish(),
    grade: z.string(),
  })

const CarriedProduct = () =>
  z.object({
    product_id: z.int().nullable(),
    grade: z.string(),
    not_beside: z.string().nullish(),
    liters: z.number(),
    specific_gravity: z.string(),
  })

const Drawing = z.string({ error: 'required' }).refine(isSignatureImage, { error: 'drawing' })
const Place = (limit: number) => z.number().min(-limit).max(limit).nullish()

export const listLoadChoices = defineCall({
  method: 'GET',
  path: '/shipment_planner/load_choices',
  access: may(shipment_planners, 'read'),
  query: () =>
    z.object({
      search: z.string().max(100).optional(),
      shipment_id: Id.optional(),
      device_id: Id.optional().describe('Only loads for tanks of this device.'),
    }),
  response: () =>
    z.object({
      load_choices: LoadChoicesResponse(),
    }),
})

export const listLastProducts = defineCall({
  method: 'GET',
  path: '/shipment_planner/last_products',
  access: may(shipment_planners, 'read'),
  query: () =>
    z.object({
      truck_id: Id.optional(),
      trailer_id: Id.optional(),
      shipment_id: Id.optional(),
    }),
  response: () =>
    z.object({
      last_products: z.array(
        z.object({
          truck_id: z.int(),
          last_products: z.array(LastProduct().nullable()),
          carried: z
            .array(CarriedProduct().nullable())
            .describe('Expected remainder of earlier rounds per compartment, if known.'),
        }),
      ),
    }),
})

/** A load in the planner's form, with a compartment if a person has chosen one. */
const PlannedLoad = () =>
  z.object({
    shipment_detail_id: Id.nullish(),
    product_id: Id,
    quantity: valueSchema(shipment_planner_details.fields.quantity).nullish(),
    quantity_ordered: valueSchema(shipment_planner_details.fields.quantity_ordered).nullish(),
    unit_id: Id.nullish(),
    compartment: valueSchema(shipment_planner_details.fields.compartment).nullish(),
    document_detail_id: Id.nullish(),
    device_ports_id: Id.nullish(),
    company_id: Id.nullish().describe('The customer, if neither order nor tank determines it.'),
  })

export const proposeLoading = defineCall({
  method: 'POST',
  path: '/shipment_planner/propose_loading',
  access: may(shipment_planners, 'update'),
  body: () =>
    z.object({
      shipment_id: Id.nullish(),
      truck_id: Id,
      trailer_id: Id.nullish(),
      details: z.array(PlannedLoad()).min(1).max(MAX_LOADS_TO_PROPOSE),
      unit_id: Id.nullish().describe('Split loads are whole multiples of this unit; defaults to litres.'),
    }),
  response: () =>
    z.object({
      loading: z.object({
        pieces: z.array(
          z.object({
            index: z.int().describe('Index of the load in `details`.'),
            compartment: z.int(),
            quantity_liters: z.number(),
          }),
        ),
        behind: z
          .array(z.object({ index: z.int(), quantity_liters: z.number() }))
          .describe('Quantities that fit in no compartment.'),
        limits: z
          .array(z.object({ rule: z.enum(LOADING_REASONS), gain_liters: z.number() }))
          .describe('Per limit: how much more could be loaded without it alone.'),
        together: z
          .array(z.enum(LOADING_REASONS))
          .describe('If no single limit decides: the limits that bind together.'),
        without: z.int().nullable().describe('The load without which all others would fit.'),
      }),
    }),
})

export const finalizeShipment = defineCall({
  method: 'POST',
  path: '/shipment_planner/:shipment_id/finalize',
  access: may(shipment_planners, 'update'),
  params: ofShipment,
  body: () =>
    z.object({
      details: z
        .array(
          z.object({
            shipment_detail_id: z.int().positive(),
            /** Litres; alternatively `delivered` in a unit, which defaults to the load's. */
            quantity_delivered: valueSchema(shipment_planner_details.fields.quantity_delivered).nullish(),
            delivered: valueSchema({ kind: 'decimal', digits: 14, scale: 3, min: 0 }).nullish(),
            unit_id: Id.nullish(),
          }),
        )
        .max(500)
        .default([]),
      /** Why more was delivered than loaded, or than fits; for users who may overrule limits. */
      overrule_reason: z.string().trim().max(255).nullish(),
      compartments: z
        .array(ClosedCompartment())
        .max(10)
        .default([])
        .describe('Returned and remaining product; an omitted compartment holds its expected content.'),
    }),
  response: Shipment,
})

export const signShipment = defineCall({
  method: 'POST',
  path: '/shipment_planner/:shipment_id/sign',
  access: may(shipment_planners, 'update'),
  params: ofShipment,
  body: () =>
    z.object({
      name: z.string().trim().min(1).max(100),
      signature: Drawing,
      signed_at: GivenInstant().nullish(),
      latitude: Place(90),
      longitude: Place(180),
    }),
  response: Shipment,
})

export const proposeRoute = defineCall({
  method: 'POST',
  path: '/shipment_planner/:shipment_id/propose_route',
  access: may(shipment_planners, 'update'),
  params: ofShipment,
  body: () =>
    z.object({
      starts_at: z.iso
        .datetime({ offset: true })
        .nullish()
        .describe('Earliest departure; defaults to the start of the shift on the delivery day.'),
    }),
  response: () =>
    z.object({
      route: z.object({
        ...routeFacts(),
        before: DrivenRound(),
        after: DrivenRound(),
      }),
    }),
})

export const arrangeStops = defineCall({
  method: 'PUT',
  path: '/shipment_planner/:shipment_id/stops',
  access: may(shipment_planners, 'update'),
  params: ofShipment,
  body: () =>
    z.object({
      stops: z
        .array(
          z.object({
            stop_id: Id,
            planned_arrival: GivenInstant().nullish(),
            time_zone: z
              .string()
              .max(64)
              .nullish()
              .describe('Accepted as returned by a proposal; has no effect.'),
            service_minutes: z.int().min(0).max(1440).nullish(),
          }),
        )
        .max(500),
    }),
  response: Shipment,
})
