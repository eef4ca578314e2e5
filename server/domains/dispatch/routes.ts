import * as calls from '#core/domains/dispatch/calls.ts'
import { storeArrivals } from '#server/domains/shipments/route/storeArrivals.ts'
import type { TravelTimes } from '#server/domains/travel/travelTimes.ts'
import type { Context } from '#server/platform/context.ts'
import { type Handlers, handleAll } from '#server/platform/http/handle.ts'
import type { Call } from '#server/platform/http/http.ts'
import { arrangeOnTruck, moveToTruck, planOnTruck, reorderStops, takeOffTruck } from './changeRounds.ts'
import { listNeeds } from './listNeeds.ts'
import { listRounds } from './listRounds.ts'
import { readRoute } from './readRoute.ts'

interface Done {
  shipment_id: number
}

type BoardReads = Pick<Handlers<typeof calls>, 'listNeeds' | 'listRounds' | 'readRoute'>

const boardReads = (travel: TravelTimes): BoardReads => ({
  listNeeds: {
    summary: 'Needs of tanks and orders on a day, most urgent first, each with its reason',
    run: (context, { query }) => listNeeds(context, query),
  },
  listRounds: {
    summary: 'The trucks, and the rounds of a day with their loads, errors and warnings',
    run: (context, { query }) => listRounds(context, travel, query),
  },
  readRoute: {
    summary: 'Times and distance of a round in its current order, with errors and warnings',
    run: async (context, { params: { shipment_id }, query }) => ({
      route: await readRoute(context, travel, shipment_id, query.with_way === '1'),
    }),
  },
})

/** Calls of the dispatcher's board: the needs of a day, and the rounds that meet them. */
export const dispatchCalls = (travel: TravelTimes): Call[] => {
  /** Recomputes the times of rounds whose stops have changed. */
  const timed = async <T>(context: Context, done: T, ...ids: number[]): Promise<T> => {
    for (const id of new Set(ids)) await storeArrivals(context, travel, id)
    return done
  }
  const timedOwn = <T extends Done>(context: Context, done: T, ...ids: number[]) =>
    timed(context, done, done.shipment_id, ...ids)
  return handleAll('dispatch', calls, {
    ...boardReads(travel),
    planLoads: {
      summary:
        'Put tanks and order lines on a truck’s day, all or none; refused for those that another round already serves',
      run: async (context, { body }) => timedOwn(context, await planOnTruck(context, body)),
    },
    moveLoads: {
      summary: 'Move loads of a draft to another truck or another day',
      run: async (context, { body }) =>
        timedOwn(context, await moveToTruck(context, body), body.from_shipment_id),
    },
    takeOff: {
      summary: 'Remove loads from a draft',
      run: async (context, { body }) => timed(context, await takeOffTruck(context, body), body.shipment_id),
    },
    reorderRound: {
      summary: 'Reorder the stops of a draft',
      run: async (context, { body }) => timedOwn(context, await reorderStops(context, body)),
    },
    arrangeRound: {
      summary: 'Rearrange all loads of a draft in the compartments of its truck',
      run: (context, { body }) => arrangeOnTruck(context, body),
    },
  })
}
