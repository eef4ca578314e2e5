import { z } from 'zod'
import { shipment_planner_details } from '#core/domains/shipments/shipment_planner_details.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { isSignatureImage } from '#core/domains/shipments/signatureImage.ts'
import { Id } from '#core/platform/id.ts'
import { valueSchema } from '#core/resources/schema.ts'
import type { Access, Call } from '#server/platform/http.ts'
import { finalizeShipment } from './finalizeShipment.ts'
import { listLoadChoices } from './listLoadChoices.ts'
import { readLastProducts } from './readVehicles.ts'
import { signShipment } from './signShipment.ts'

const mayChange: Access = {
  module: 'shipment_planners',
  action: 'update',
  loginTypes: shipment_planners.loginTypes,
}
const tag = 'shipment_planners'
const params = z.object({ shipment_id: Id })
const answer = z.object({ shipment_planner: z.looseObject({}) })
const saved = { message: 'messages.saved', type: 'success' } as const

const Drawing = z.string({ error: 'required' }).refine(isSignatureImage, { error: 'drawing' })
const Place = (limit: number) => z.number().min(-limit).max(limit).nullish()

export const shipmentCalls: Call[] = [
  {
    method: 'GET',
    path: '/shipment_planner/load_choices',
    tag,
    summary:
      'What can be loaded: lines of orders that wait for a shipment, and watched tanks, most urgent first',
    access: { ...mayChange, action: 'read' },
    query: z.object({ search: z.string().max(100).optional(), shipment_id: Id.optional() }),
    answer: z.object({
      load_choices: z.object({ order_lines: z.array(z.looseObject({})), tanks: z.array(z.looseObject({})) }),
    }),
    run: async (context, { query }) => ({ load_choices: await listLoadChoices(context, query) }),
  },
  {
    method: 'GET',
    path: '/shipment_planner/last_products',
    tag,
    summary: 'What the compartments of a truck and its trailer carried last, and what must not follow it',
    access: { ...mayChange, action: 'read' },
    query: z.object({
      truck_id: Id.optional(),
      trailer_id: Id.optional(),
      shipment_id: Id.optional(),
    }),
    answer: z.object({ last_products: z.array(z.looseObject({})) }),
    run: async (context, { query }) => ({ last_products: await readLastProducts(context, query) }),
  },
  {
    method: 'POST',
    path: '/shipment_planner/:shipment_id/finalize',
    tag,
    summary:
      'Record what was really delivered; what is not named was delivered as ordered. Beyond the load, the compartment or the room only with a reason',
    access: mayChange,
    params,
    body: z.object({
      details: z
        .array(
          z.object({
            shipment_detail_id: z.int().positive(),
            /** Litres; or `delivered` in a unit, without one in that of the load. */
            quantity_delivered: valueSchema(shipment_planner_details.fields.quantity_delivered).nullish(),
            delivered: valueSchema({ kind: 'decimal', digits: 14, scale: 3, min: 0 }).nullish(),
            unit_id: Id.nullish(),
          }),
        )
        .max(500)
        .default([]),
      /** Why more was delivered than was loaded, or than fits; by who may overrule limits. */
      overrule_reason: z.string().trim().max(255).nullish(),
    }),
    answer,
    run: async (context, { params: { shipment_id }, body }) => ({
      shipment_planner: await finalizeShipment(
        context,
        shipment_id,
        body.details as Parameters<typeof finalizeShipment>[2],
        body.overrule_reason || null,
      ),
      ...saved,
    }),
  },
  {
    method: 'POST',
    path: '/shipment_planner/:shipment_id/sign',
    tag,
    summary: 'Keep who received a finalized shipment; once',
    access: mayChange,
    params,
    body: z.object({
      name: z.string().trim().min(1).max(100),
      signature: Drawing,
      signed_at: z.iso.datetime({ offset: true }).nullish(),
      latitude: Place(90),
      longitude: Place(180),
    }),
    answer,
    run: async (context, { params: { shipment_id }, body }) => ({
      shipment_planner: await signShipment(context, shipment_id, body),
      ...saved,
    }),
  },
]
