import * as calls from '#core/domains/shipments/calls.ts'
import * as historyCalls from '#core/domains/shipments/timeline/timelineCalls.ts'
import type { TravelTimes } from '#server/domains/travel/travelTimes.ts'
import { type Handlers, handleAll } from '#server/platform/http/handle.ts'
import type { Call } from '#server/platform/http/http.ts'
import { arrangeStops } from './arrangeStops.ts'
import { finalizeShipment } from './finalizeShipment.ts'
import { listLoadChoices } from './listLoadChoices.ts'
import { proposeLoading } from './proposeLoading.ts'
import { readLastProducts } from './readVehicles.ts'
import { proposeRoute } from './route/proposeRoute.ts'
import { signShipment } from './signShipment.ts'
import { readTimeline } from './timeline/readTimeline.ts'

const saved = { message: 'messages.saved', type: 'success' } as const

const loadHandlers = {
  listLoadChoices: {
    summary: 'Possible loads: order lines waiting for a shipment, and monitored tanks, most urgent first',
    run: async (context, { query }) => ({ load_choices: await listLoadChoices(context, query) }),
  },
  listLastProducts: {
    summary:
      'The last products in the compartments of a truck and its trailer, and what must not follow them',
    run: async (context, { query }) => ({ last_products: await readLastProducts(context, query) }),
  },
  proposeLoading: {
    summary:
      'Propose a compartment for each load, with the loads left behind and the limit that causes it; stores nothing',
    run: async (context, { body }) => ({ loading: await proposeLoading(context, body) }),
  },
  finalizeShipment: {
    summary:
      'Record the delivered quantities; omitted loads were delivered in full. More than the load, the compartment or the room needs a reason',
    run: async (context, { params: { shipment_id }, body }) => ({
      shipment_planner: await finalizeShipment(context, shipment_id, body.details, {
        overrule_reason: body.overrule_reason || null,
        compartments: body.compartments,
      }),
      ...saved,
    }),
  },
} satisfies Partial<Handlers<typeof calls>>

/** Calls on shipments other than the standard ones. */
export const shipmentCalls = (travel: TravelTimes): Call[] =>
  handleAll('shipment_planners', calls, {
    ...loadHandlers,
    proposeRoute: {
      summary:
        'The best order of the stops of a round, with arrival times, next to the current order; stores nothing',
      transaction: false,
      run: async (context, { params: { shipment_id }, body }) => ({
        route: await proposeRoute(context, travel, shipment_id, body.starts_at ?? null),
      }),
    },
    arrangeStops: {
      summary:
        "Set the order of a round's stops and their planned times; each is named once. A new order without times gets computed ones",
      run: async (context, { params: { shipment_id }, body }) => ({
        shipment_planner: await arrangeStops(context, travel, shipment_id, body.stops),
        ...saved,
      }),
    },
    signShipment: {
      summary: "Store the receiver's signature of a finalized shipment, once",
      run: async (context, { params: { shipment_id }, body }) => ({
        shipment_planner: await signShipment(context, shipment_id, body),
        ...saved,
      }),
    },
  })

/** The call of the history of tanks and orders. */
export const timelineCalls = handleAll('timeline', historyCalls, {
  readTimeline: {
    summary: 'Timeline of a tank or an order: past events in pages, newest first, and expected ones',
    run: (context, { query }) => readTimeline(context, query),
  },
})
