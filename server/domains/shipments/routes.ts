import * as calls from '#core/domains/shipments/calls.ts'
import type { TravelTimes } from '#server/domains/travel/travelTimes.ts'
import { handleAll } from '#server/platform/handle.ts'
import type { Call } from '#server/platform/http.ts'
import { arrangeStops } from './arrangeStops.ts'
import { finalizeShipment } from './finalizeShipment.ts'
import { listLoadChoices } from './listLoadChoices.ts'
import { proposeLoading } from './proposeLoading.ts'
import { readLastProducts } from './readVehicles.ts'
import { proposeRoute } from './route/proposeRoute.ts'
import { signShipment } from './signShipment.ts'

const saved = { message: 'messages.saved', type: 'success' } as const

/** What is done with a shipment beside the calls that every record has. */
export const shipmentCalls = (travel: TravelTimes): Call[] =>
  handleAll('shipment_planners', calls, {
    listLoadChoices: {
      summary:
        'What can be loaded: lines of orders that wait for a shipment, and watched tanks, most urgent first',
      run: async (context, { query }) => ({ load_choices: await listLoadChoices(context, query) }),
    },
    listLastProducts: {
      summary: 'What the compartments of a truck and its trailer carried last, and what must not follow it',
      run: async (context, { query }) => ({ last_products: await readLastProducts(context, query) }),
    },
    proposeLoading: {
      summary:
        'Which compartment each load goes into, what stays behind and which limit is why; nothing is stored',
      run: async (context, { body }) => ({ loading: await proposeLoading(context, body) }),
    },
    finalizeShipment: {
      summary:
        'Record what was really delivered; what is not named was delivered as ordered. Beyond the load, the compartment or the room only with a reason',
      run: async (context, { params: { shipment_id }, body }) => ({
        shipment_planner: await finalizeShipment(context, shipment_id, body.details, {
          overrule_reason: body.overrule_reason || null,
          compartments: body.compartments,
        }),
        ...saved,
      }),
    },
    proposeRoute: {
      summary:
        'The best order of the stops of a round, with arrival times, beside the order that it has; nothing is stored',
      transaction: false,
      run: async (context, { params: { shipment_id }, body }) => ({
        route: await proposeRoute(context, travel, shipment_id, body.starts_at ?? null),
      }),
    },
    arrangeStops: {
      summary:
        'Put the stops of a round in order, with their planned times; each is named once. Of another order without times they are worked out',
      run: async (context, { params: { shipment_id }, body }) => ({
        shipment_planner: await arrangeStops(context, travel, shipment_id, body.stops),
        ...saved,
      }),
    },
    signShipment: {
      summary: 'Keep who received a finalized shipment; once',
      run: async (context, { params: { shipment_id }, body }) => ({
        shipment_planner: await signShipment(context, shipment_id, body),
        ...saved,
      }),
    },
  })
